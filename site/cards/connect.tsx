// First contact: what this is about, and the one button.
import { useSignal } from '@preact/signals';
import { connect } from '../owner/owner';
import * as store from '../owner/store';
import { working } from '../owner/work';
import { iconOf, type Wallet } from '../wallet/discover';
import { connectPhone, isPhone, phoneLink } from '../wallet/mobile';
import { words } from '../words/words';
import { Button, Note } from './kit';

export function Hero() {
  return (
    <section class="hero">
      <h1>{words.hero.title}</h1>
      <p class="lead">{words.hero.text}</p>
      <ConnectButton />
      <ol class="steps">
        {words.hero.steps.map(([title, text]) => (
          <li key={title}>
            <strong>{title}</strong>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function ConnectButton() {
  const choosing = useSignal(false);
  const found = store.wallets.value;
  if (found === null) {
    return (
      <p class="connect">
        <Button kind="main" disabled>
          {words.connect.looking}
        </Button>
      </p>
    );
  }
  const [first, ...others] = found;
  if (!first) return <NoWallet />;
  if (others.length > 0 && (choosing.value || !isMetaMask(first)))
    return <Picker wallets={found} />;
  const again = store.account.value !== null;
  return (
    <p class="connect">
      <Button
        kind="main"
        onClick={() => {
          if (others.length > 0 && !again) choosing.value = true;
          else return connect(again ? (store.wallet.value ?? first) : first);
        }}
      >
        {again
          ? words.connect.again
          : isMetaMask(first)
            ? words.connect.button
            : words.connect.with(first.info.name)}
      </Button>
    </p>
  );
}

function isMetaMask({ info }: Wallet): boolean {
  return info.rdns.startsWith('io.metamask');
}

function Picker({ wallets }: { wallets: readonly Wallet[] }) {
  return (
    <fieldset class="connect">
      <legend>{words.connect.choose}</legend>
      <ul class="picker">
        {wallets.map((wallet) => (
          <li key={wallet.info.uuid}>
            <Button onClick={() => connect(wallet)} label={words.connect.with(wallet.info.name)}>
              {iconOf(wallet.info) ? (
                <img src={iconOf(wallet.info) ?? ''} alt="" width="24" height="24" />
              ) : null}
              {wallet.info.name}
            </Button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function NoWallet() {
  const phone = isPhone(navigator.userAgent);
  return (
    <div class="connect">
      <p>{words.connect.none}</p>
      <div class="row">
        {phone ? (
          <a class="button main" href={phoneLink(location.href)}>
            {words.connect.openApp}
          </a>
        ) : (
          <a
            class="button main"
            href="https://metamask.io/download"
            rel="noreferrer noopener"
            target="_blank"
          >
            {words.connect.install}
          </a>
        )}
        <Button onClick={usePhone}>{words.connect.phone}</Button>
      </div>
      <Note>{words.connect.phoneLimits}</Note>
    </div>
  );
}

async function usePhone(): Promise<void> {
  let wallet: Wallet | null = null;
  await working(words.connect.loadingPhone, async () => {
    wallet = await connectPhone();
  });
  if (wallet) await connect(wallet);
}
