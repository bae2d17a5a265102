// The gas of a Golem's key: what is left, what it may refill, and the owner's way to send more at once.
import { type Signal, useSignal } from '@preact/signals';
import type { Address } from 'viem';
import { dateWords } from '../../src/core/chain/time';
import type { ResponseOf } from '../../src/core/protocol/api';
import { type Golem, nameOf, type Permission } from '../../src/core/protocol/status';
import { capOf, endsAt, leftToday } from '../../src/core/runway/health';
import { money } from '../golem/golem-view';
import { gasFor } from '../grant/account';
import { isForOldKey } from '../grant/gas';
import { isSignedKey } from '../grant/request-signer';
import { renewOwnerSnapshot } from '../owner/owner-snapshot';
import * as store from '../owner/store';
import { working } from '../owner/work';
import { ensureChain } from '../wallet/chain';
import { dispatch } from '../wallet/dispatch';
import { Trouble } from '../wallet/errors';
import { ledgerIn } from '../wallet/sent';
import { gasLineWords } from './gas-line.words';
import { Button, Note } from './kit';

type Detail = ResponseOf<'golem'>;

/** Fewer pulls than this are worth a warning, as in the Snap. */
const FEW_PULLS = 5;
/** Sent at once. */
const MORE_PULLS = 20;
/** How long the control plane may take to see what was sent. */
const UNSEEN_SECONDS = 60;

/** Mined, while the figures on this page are still those from before. */
type Sent = { key: string; unseenUntil: number };

export function gasWords(golem: Golem, refill: Permission | null): string {
  const { chainId, gasLeft, gasPullsLeft, phase } = golem;
  const ether = (wei: bigint) => money({ chainId, token: null }, wei);
  const left = gasLeft === null ? gasLineWords.unknown : ether(BigInt(gasLeft));
  const pulls = gasPullsLeft === null ? [] : [gasLineWords.pulls(gasPullsLeft)];
  if (refill && isForOldKey(refill, golem)) return [left, ...pulls, gasLineWords.oldKey].join(', ');
  const more = refill
    ? [
        gasLineWords.refills(
          ether(capOf(refill)),
          ether(leftToday(refill, phase)),
          dateWords(endsAt(refill)),
        ),
      ]
    : [];
  return [left, ...pulls, ...more].join(', ');
}

export function GasLow({ detail }: { detail: Detail }) {
  const { golem } = detail;
  const { gasPullsLeft: pulls, sessionKey, phase } = golem;
  const sent = useSignal<Sent | null>(null);
  if (pulls === null || pulls >= FEW_PULLS || !sessionKey || phase === 'terminal') return null;
  if (sent.value?.key === sessionKey && store.clock.value < sent.value.unseenUntil) {
    return <Note role="status">{gasLineWords.sentUnseen}</Note>;
  }
  return (
    <Note tone={pulls === 0 ? 'bad' : 'low'}>
      <p>{gasLineWords.low(pulls)}</p>
      {store.account.value ? (
        <Button onClick={() => send(detail, sessionKey, sent)}>{gasLineWords.send}</Button>
      ) : null}
    </Note>
  );
}

async function send(detail: Detail, key: Address, sent: Signal<Sent | null>): Promise<void> {
  const { golem, contexts } = detail;
  await working(gasLineWords.sending, async (turn) => {
    const [wallet, owner] = [store.wallet.value, store.account.value];
    if (!wallet || !owner) return;
    // The control plane says which key it is; ether goes to one that the owner's own signature leads to.
    if (!isSignedKey(key, golem.chainId, { owner, contexts }))
      throw new Trouble(gasLineWords.unsigned);
    const { provider } = wallet;
    await ensureChain(provider, store.settings.value, golem.chainId);
    const value = await gasFor(provider, MORE_PULLS);
    const errand = {
      from: owner,
      chainId: golem.chainId,
      keys: [`gas:${key.toLowerCase()}`],
      calls: [{ to: key, value, data: '0x' } as const],
    };
    const post = { provider, ledger: ledgerIn(localStorage), waiting: { signal: turn.signal } };
    await dispatch(errand, post);
    sent.value = { key, unseenUntil: store.nowSeconds() + UNSEEN_SECONDS };
    turn.say(gasLineWords.sent(nameOf(golem)));
  });
  renewOwnerSnapshot();
}
