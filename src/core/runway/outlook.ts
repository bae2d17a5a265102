// What all Golems of an owner together can take: now, in the worst 24 hours, and what there is to take. One entry for
// each money of each chain, from what the chain itself showed; what it did not show is named, and never counted as nothing.
import type { Address, Hex } from 'viem';
import { sameAddress } from '../chain/addresses';
import { decodeContext } from '../delegations/delegation';
import { routesOf } from '../delegations/exposure';
import type { Loss } from '../delegations/loss';
import type { Holding } from '../delegations/pots';
import { linkOf, treeOf } from '../delegations/tree';
import { worstCaseOf } from '../delegations/worst-case';

/** One live permission of a Golem, and what the chain said of it. */
export type Checked = {
  chainId: number;
  golem: string;
  /** null = native money. */
  token: Address | null;
  context: Hex;
  /** Holds the grant inside the Snap: its key is not among the stolen. */
  guardian: Address | null;
  /** What its rules let leave at this moment; null = the chain was not asked, or did not say. */
  available: bigint | null;
  /** Links that the chain shows ended. */
  ended: readonly Hex[];
};

export type Outlook = {
  chainId: number;
  account: Address;
  token: Address | null | 'any';
  /** Together, and never more than the account holds. null = of none of them anything is known. */
  available: bigint | null;
  /** If every key is stolen, in any 24 hours until the end; of what the account holds where that is known. */
  worstDay: Loss;
  balance: bigint | null;
  /** Golems whose part of `available` nobody could tell: it may be more. */
  unknown: string[];
};

export function outlookOf(
  checked: readonly Checked[],
  holdings: readonly Holding[],
  now: number,
): Outlook[] {
  const chains = [...new Set(checked.map(({ chainId }) => chainId))];
  return chains.flatMap((chainId) => {
    const own = checked.filter((one) => one.chainId === chainId);
    return worstOn(chainId, own, holdings, now).map(({ account, token, anyDay }) => {
      const about = own.filter((one) => token === 'any' || sameToken(one.token, token));
      const held = holdings.find(
        (one) =>
          one.chainId === chainId && sameAddress(one.account, account) && one.token === token,
      );
      const balance = held?.amount ?? null;
      return {
        ...{ chainId, account, token, balance },
        available: together(about, balance),
        worstDay: anyDay.held ?? anyDay.uncapped,
        unknown: about.flatMap(({ golem, available }) => (available === null ? [golem] : [])),
      };
    });
  });
}

function worstOn(
  chainId: number,
  checked: readonly Checked[],
  holdings: readonly Holding[],
  now: number,
) {
  const scene = { chainId, paid: () => [] };
  const links = checked
    .flatMap(({ context }) => decodeContext(context))
    .map((link) => linkOf(link, scene));
  const safe = checked.flatMap(({ guardian }) => guardian ?? []);
  const ended = checked.flatMap((one) => one.ended);
  return worstCaseOf(routesOf(treeOf(links), { chainId, safe, ended }), { now, holdings });
}

function together(about: readonly Checked[], balance: bigint | null): bigint | null {
  const told = about.flatMap(({ available }) => available ?? []);
  if (told.length === 0) return null;
  const sum = told.reduce((all, one) => all + one, 0n);
  return balance !== null && balance < sum ? balance : sum;
}

function sameToken(a: Address | null, b: Address | null): boolean {
  return a === b || sameAddress(a, b);
}
