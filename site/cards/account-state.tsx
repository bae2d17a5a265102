// What kind of account is connected, told before any form: a grant of an account that is no smart account can be redeemed
// by nobody, and some accounts can never be one.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Address } from 'viem';
import { type AccountState, delegateOf, upgradeAccount } from '../grant/account';
import * as store from '../owner/store';
import { working } from '../owner/work';
import { type Polling, poll } from '../plane/poll';
import { type ChainSettings, nameOfChain } from '../plane/settings';
import type { Provider } from '../wallet/provider';
import { ledgerIn } from '../wallet/sent';
import { type Upgradable, upgradableOn } from '../wallet/upgradable';
import { accountStateWords } from './account-state.words';
import { Button, Note } from './kit';

type Shown =
  | { kind: Exclude<AccountState, 'plain' | 'other'> | 'unknown' | 'contract' }
  | { kind: 'plain'; upgradable: Upgradable }
  | { kind: 'other'; delegate: Address };

/** null = nobody has looked yet, or there is nothing to look at. */
const shown = signal<Shown | null>(null);

const EVERY_MS = 12_000;

export function AccountBanner() {
  const looking = useAccountState();
  const [chain, state] = [store.homeChain.value, shown.value];
  if (!chain || !state || state.kind === 'smart' || !store.owner.value) return null;
  const name = nameOfChain(chain);
  switch (state.kind) {
    case 'plain':
      return <PlainAccount chain={chain} upgradable={state.upgradable} looking={looking} />;
    case 'other':
      return <Note tone="bad">{accountStateWords.other(state.delegate)}</Note>;
    case 'contract':
      return <Note tone="bad">{accountStateWords.contract}</Note>;
    case 'unknown':
      return (
        <Note tone="low">
          <p>{`${accountStateWords.unknown} (${name})`}</p>
          <Button onClick={() => looking.current?.again()}>{accountStateWords.again}</Button>
        </Note>
      );
  }
}

/** Beside the owner's address. */
export function AccountChip() {
  const chain = store.homeChain.value;
  if (!chain || !store.account.value) return null;
  // Its place is kept from the start, so that the header does not move when the chain has answered.
  const known = shown.value?.kind === 'smart';
  return (
    <span
      class={known ? 'chip' : 'chip kept'}
      title={accountStateWords.smartHint(nameOfChain(chain))}
    >
      {accountStateWords.smart}
    </span>
  );
}

type Looking = { current: Polling | null };
const looking: Looking = { current: null };

function PlainAccount({
  chain,
  upgradable,
  looking: look,
}: {
  chain: ChainSettings;
  upgradable: Upgradable;
  looking: Looking;
}) {
  const name = nameOfChain(chain);
  if (upgradable === 'account') return <Note tone="bad">{accountStateWords.stuck}</Note>;
  if (upgradable === 'chain') return <Note tone="bad">{accountStateWords.chain(name)}</Note>;
  return (
    <Note tone="low">
      <p>{accountStateWords.plain(name)}</p>
      <Button onClick={() => upgrade(chain.chainId).then(() => look.current?.again())}>
        {accountStateWords.upgrade}
      </Button>
    </Note>
  );
}

/** Looked at anew while it may change: a grant upgrades it too. */
function useAccountState(): Looking {
  const provider = store.wallet.value?.provider ?? null;
  const [account, chainId] = [store.account.value, store.homeChain.value?.chainId ?? null];
  const here = store.walletChain.value === chainId;
  useEffect(() => {
    shown.value = null;
    if (!provider || !account || chainId === null || !here) return undefined;
    let over = false;
    const running = poll(
      async () => {
        const state = await lookAt(provider, account, chainId).catch(
          (): Shown => ({ kind: 'unknown' }),
        );
        if (!over) shown.value = state;
        return state.kind !== 'unknown';
      },
      { everyMs: EVERY_MS },
    );
    looking.current = running;
    return () => {
      over = true;
      running.stop();
    };
  }, [provider, account, chainId, here]);
  return looking;
}

async function lookAt(provider: Provider, account: Address, chainId: number): Promise<Shown> {
  const { state, delegate } = await delegateOf(provider, account);
  if (state === 'smart') return { kind: 'smart' };
  if (state === 'other') return delegate ? { kind: 'other', delegate } : { kind: 'contract' };
  return { kind: 'plain', upgradable: await upgradableOn(provider, account, chainId) };
}

function upgrade(chainId: number): Promise<boolean> {
  return working(accountStateWords.upgrading, async (turn) => {
    const [wallet, account] = [store.wallet.value, store.account.value];
    if (!wallet || !account) return;
    const waiting = { signal: turn.signal };
    const ledger = ledgerIn(localStorage);
    await upgradeAccount(account, chainId, { provider: wallet.provider, ledger, waiting });
    turn.say(accountStateWords.upgraded);
  });
}
