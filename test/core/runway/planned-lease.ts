// A lease as a Golem's owner is asked for it, on a grant that was really signed.
import type { Address } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import { encodeContext } from '../../../src/core/delegations/delegation';
import { type Grant, judgeGrant } from '../../../src/core/runway/grant';
import { planLease } from '../../../src/core/runway/lease';
import { readLease } from '../../../src/core/runway/lease-memory';
import type { LeaseAsk, LeaseScene } from '../../../src/core/runway/lease-scene';
import { leaseSpeech } from '../../../src/core/runway/lease-words';
import { anAddress, BASE, GUARDIAN, NOW, SESSION_KEY } from '../../vectors/builders';
import { aSignedGrant } from '../../vectors/leases';

export const USDC = 1_000_000n;
export const DAY = 86_400;
export const PAYEE = anAddress(0xca);
export const owner = privateKeyToAccount(generatePrivateKey());

/** Not in a hook: a module that several files share is read once. */
export const grant: Grant = await judged();

async function judged(): Promise<Grant> {
  const context = encodeContext([await aSignedGrant(owner)]);
  const answer = await judgeGrant(context, { chainId: BASE, guardian: GUARDIAN });
  if (!answer.ok) throw new Error(answer.reason);
  return answer.value;
}

export const anAsk = (over: Partial<LeaseAsk> = {}): LeaseAsk => ({
  golem: 'atlas',
  sessionKey: SESSION_KEY,
  cap: 5n * USDC,
  replicantCap: 0n,
  expiresAt: NOW + 5 * DAY,
  payees: [PAYEE],
  maxAgeSeconds: 3600,
  ...over,
});

export const aScene = (
  over: Partial<LeaseScene['facts']> = {},
  rest: Partial<LeaseScene> = {},
) => ({
  guardian: GUARDIAN,
  grant,
  facts: {
    ...{ chainId: BASE, block: 7, time: NOW, epoch: 3n, floor: 0n, nonce: 0n },
    ...{ held: 100n * USDC, disabled: false, manager: FRAMEWORK.delegationManager as Address },
    oracle: { reporter: null, nonce: 0n, phase: null },
    ...over,
  },
  before: [],
  beside: { chains: [], guardians: [], unseen: 0 },
  code: null,
  now: NOW,
  ...rest,
});

export function planned(ask: LeaseAsk, scene: LeaseScene) {
  const plan = planLease(ask, scene);
  if (!plan.ok) throw new Error(plan.reason);
  return plan.value;
}

/** A lease that is already out. */
export function remembered(ask = anAsk(), scene: LeaseScene = aScene()) {
  const { link } = planned(ask, scene);
  const context = encodeContext([{ ...link, signature: `0x${'51'.repeat(65)}` }, grant.root]);
  const lease = readLease({ golem: 'atlas', chainId: BASE, context });
  if (!lease) throw new Error('not a lease');
  return lease;
}

export const said = (ask: LeaseAsk, scene: LeaseScene) => {
  const speech = leaseSpeech('Atlas (atlas)', planned(ask, scene), scene);
  const lines = speech.parts.flatMap((part) => [part.heading, ...part.lines]);
  const addresses = speech.addresses.map(({ value }) => value);
  return [
    speech.title,
    speech.verdict,
    ...speech.decision,
    ...lines,
    ...addresses,
    speech.source,
  ].join('\n');
};
