// How a Golem's money resolves at death (seed 003 §7, 002 S12). By design there is nothing to sweep: the
// runway never left the owner's account. What a Golem did hold in its own wallets (gas, money pulled and
// not yet spent) is swept, or said to be stuck.
import type { Address, Hex } from 'viem';
import type { EndedBy } from './ended';

/** Money a Golem held itself. `sweep` = the transaction that brought it back; null = still there. */
export type Leftover = {
  chainId: number;
  holder: 'session-key' | 'execution-wallet';
  token: Address | null;
  amount: bigint;
  sweep: Hex | null;
};

type Resolved =
  /** The permission is over and nothing was anywhere else. */
  | { kind: 'delegation-expiry'; hash: Hex; by: EndedBy; grantOpen: boolean }
  /** The Golem held something. */
  | {
      kind: 'sweep';
      hash: Hex;
      by: EndedBy;
      grantOpen: boolean;
      swept: Leftover[];
      stuck: Leftover[];
    };

export type Settlement =
  | Resolved
  /** It died because it could no longer pay for itself; `inner` says what became of the money. */
  | { kind: 'economic-exhaustion'; inner: Resolved };

export type Death = {
  hash: Hex;
  /** By what its lease or grant is over, as the chain shows it. */
  by: EndedBy;
  /** The owner's grant can still be used by whoever holds its key: only the lease is over. */
  grantOpen: boolean;
  leftovers: readonly Leftover[];
  /** It had spent its runway and earned nothing to live on. */
  outOfMoney: boolean;
};

export function settlementOf({ hash, by, grantOpen, leftovers, outOfMoney }: Death): Settlement {
  const held = leftovers.filter(({ amount }) => amount > 0n);
  const base = { hash, by, grantOpen };
  const inner: Resolved =
    held.length === 0
      ? { kind: 'delegation-expiry', ...base }
      : {
          kind: 'sweep',
          ...base,
          swept: held.filter(({ sweep }) => sweep !== null),
          stuck: held.filter(({ sweep }) => sweep === null),
        };
  return outOfMoney ? { kind: 'economic-exhaustion', inner } : inner;
}

/** What is left for the owner to do; nothing, in the usual death. */
export function ownerTasks(settlement: Settlement): ('end-grant' | 'claim-leftovers')[] {
  switch (settlement.kind) {
    case 'economic-exhaustion':
      return ownerTasks(settlement.inner);
    case 'delegation-expiry':
      return settlement.grantOpen ? ['end-grant'] : [];
    case 'sweep':
      return [
        ...(settlement.grantOpen ? (['end-grant'] as const) : []),
        ...(settlement.stuck.length > 0 ? (['claim-leftovers'] as const) : []),
      ];
  }
}

/** `isKnown`: somebody looked what its keys still hold. */
export function settlementWords(settlement: Settlement, isKnown = true): string {
  switch (settlement.kind) {
    case 'economic-exhaustion':
      return `By its own word it could no longer pay for itself. ${settlementWords(settlement.inner, isKnown)}`;
    case 'delegation-expiry':
      return isKnown
        ? `${causeWords(settlement.by)} Its runway never left your account: there is nothing to sweep.`
        : `${causeWords(settlement.by)} Its runway never left your account. ${NOT_LOOKED}`;
    case 'sweep': {
      const { stuck, swept } = settlement;
      const rest =
        stuck.length === 0
          ? `${isKnown ? 'What it held itself' : 'Money it held itself'} came back (${swept.length} ${swept.length === 1 ? 'payment' : 'payments'}).`
          : 'Some of what it held itself has not come back yet.';
      const unknown = stuck.length === 0 && !isKnown ? ` ${NOT_LOOKED}` : '';
      return `${causeWords(settlement.by)} ${rest}${unknown}`;
    }
  }
}

const NOT_LOOKED = 'Whether its keys still hold something is not known here.';

function causeWords(by: EndedBy): string {
  switch (by) {
    case 'expired':
      return 'Its permission expired.';
    case 'disabled':
    case 'nonce':
    case 'epoch':
      return 'You revoked its permission.';
    case 'raised':
    case 'superseded':
      return 'Its guardian ended its lease.';
    case 'exhausted':
      return 'Its permission is used up.';
    case 'terminal':
      return 'It reported its own death. It can spend nothing from that block on.';
  }
}
