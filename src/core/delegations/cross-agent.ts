// One Golem lets another act under its own permission (seed 002 S11), and a council of Golems that acts
// only together. Both only narrow what the giver has: the chain asks every link.
import type { Address, Hex } from 'viem';
import { allowedMethods } from '../caveats/allowed-methods';
import { erc20TransferAmount } from '../caveats/erc20-transfer-amount';
import { limitedCalls } from '../caveats/limited-calls';
import { redeemer } from '../caveats/redeemer';
import { type ThresholdTerms, threshold } from '../caveats/threshold';
import { timestamp } from '../caveats/timestamp';
import { valueLte } from '../caveats/value-lte';
import { sameAddress } from '../chain/addresses';
import { type CaveatData, type Delegation, hashDelegation } from './delegation';

/** What the other Golem may do: pay so much in total, or call these functions and move no native currency. */
export type Errand =
  | { kind: 'pay'; token: Address; total: bigint }
  | { kind: 'call'; methods: Hex[] };

const USUAL_CALLS = 1000n;

/** Unsigned; the giver is the delegate of `parent` and signs. Never longer than `parentEndsAt`. */
export function crossLink({
  parent,
  parentEndsAt,
  agent,
  errand,
  seconds,
  calls = USUAL_CALLS,
  now,
  salt,
}: {
  parent: Delegation;
  parentEndsAt: number | null;
  agent: Address;
  errand: Errand;
  seconds: number;
  calls?: bigint;
  now: number;
  salt: bigint;
}): Delegation {
  const end = Math.min(now + seconds, parentEndsAt ?? Number.POSITIVE_INFINITY);
  return {
    delegator: parent.delegate,
    delegate: agent,
    authority: hashDelegation(parent),
    caveats: [
      errandRule(errand),
      rule(valueLte.address, valueLte.encode({ maxValue: 0n })),
      rule(timestamp.address, timestamp.encode({ after: 0n, before: BigInt(end) })),
      rule(limitedCalls.address, limitedCalls.encode({ limit: calls })),
      rule(redeemer.address, redeemer.encode({ redeemers: [agent] })),
    ],
    salt,
    signature: '0x',
  };
}

export type CouncilAnswer =
  | { ok: true; terms: ThresholdTerms; caveat: CaveatData }
  | { ok: false; reason: string };

const MAX_MEMBERS = 16;

/** `count` of these members must approve each single call. The contract wants them ascending, each once. */
export function councilOf(members: readonly Address[], count: number): CouncilAnswer {
  const signers = [...members].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
  const twice = signers.some((one, index) => sameAddress(one, signers[index - 1]));
  if (twice) return { ok: false, reason: 'A member is named twice: it could approve for two.' };
  if (signers.length > MAX_MEMBERS)
    return { ok: false, reason: `A council has at most ${MAX_MEMBERS} members.` };
  if (!Number.isInteger(count) || count < 1 || count > signers.length) {
    return { ok: false, reason: `Of ${signers.length} members, ${count} cannot be required.` };
  }
  if (BigInt(signers[0] ?? 0) === 0n)
    return { ok: false, reason: 'The zero address cannot approve.' };
  const terms = { threshold: count, signers };
  return { ok: true, terms, caveat: rule(threshold.address, threshold.encode(terms)) };
}

function errandRule(errand: Errand): CaveatData {
  switch (errand.kind) {
    case 'pay': {
      const { token, total } = errand;
      return rule(
        erc20TransferAmount.address,
        erc20TransferAmount.encode({ token, maxAmount: total }),
      );
    }
    case 'call':
      return rule(allowedMethods.address, allowedMethods.encode({ selectors: errand.methods }));
  }
}

function rule(enforcer: Address, terms: Hex): CaveatData {
  return { enforcer, terms, args: '0x' };
}
