// First contact: what this is about, and the one button.
import { useSignal } from '@preact/signals';
import { connect } from '../owner/owner';
import * as store from '../owner/store';
import { working } from '../owner/work';
import { iconOf, type Wallet } from '../wallet/discover';
import { connectPhone, isPhone, phoneLink } from '../wallet/mobile';
import { connectWords } from './connect.words';
import { Button, Note } from './kit';

export function Hero() {
  return (
    <section class="hero">
      <h1>{connectWords.hero.title}</h1>
      <p class="lead">{connectWords.hero.text}</p>
      <ConnectButton />
      <ol class="steps">
        {connectWords.hero.steps.map(([title, text]) => (
          <li key={title}>
            <strong>{title}</strong>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A link led here that only its owner may look behind: after the sign-in the page goes on where it is. */
export function SignInHere({ title, text }: { title: string; text: string }) {
  return (
    <section class="card quiet">
      <h1 class="name">{title}</h1>
      <p>{text}</p>
      <ConnectButton />
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
          {connectWords.looking}
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
          ? connectWords.again
          : isMetaMask(first)
            ? connectWords.button
            : connectWords.with(first.info.name)}
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
      <legend>{connectWords.choose}</legend>
      <ul class="picker">
        {wallets.map((wallet) => (
          <li key={wallet.info.uuid}>
            <Button onClick={() => connect(wallet)} label={connectWords.with(wallet.info.name)}>
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
      <p>{connectWords.none}</p>
      <div class="row">
        {phone ? (
          <a class="button main" href={phoneLink(location.href)}>
            {connectWords.openApp}
          </a>
        ) : (
          <a
            class="button main"
            href="https://metamask.io/download"
            rel="noreferrer noopener"
            target="_blank"
          >
            {connectWords.install}
          </a>
        )}
        <Button onClick={usePhone}>{connectWords.phone}</Button>
      </div>
      <Note>{connectWords.phoneLimits}</Note>
    </div>
  );
}

async function usePhone(): Promise<void> {
  let wallet: Wallet | null = null;
  await working(connectWords.loadingPhone, async () => {
    wallet = await connectPhone();
  });
  if (wallet) await connect(wallet);
}
