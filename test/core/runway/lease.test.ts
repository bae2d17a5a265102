// Which leases a guardian plans, and that its words are made of the very bytes it signs.
import fc from 'fast-check';
import type { Address } from 'viem';
import { describe, expect, it } from 'vitest';
import { ENDED_GENERATION, golemPolicy } from '../../../src/core/caveats/golem-policy';
import { BARDO } from '../../../src/core/chain/bardo-addresses.generated';
import { planLease } from '../../../src/core/runway/lease';
import { anAddress, GUARDIAN, NOW, SESSION_KEY, USDC_ON_BASE } from '../../vectors/builders';
import {
  anAsk,
  aScene,
  DAY,
  grant,
  owner,
  PAYEE,
  planned,
  remembered,
  said,
  USDC,
} from './planned-lease';

describe('A lease', () => {
  it('carries what was asked, and what only the Snap may choose', () => {
    const { terms, link, messages } = planned(anAsk(), aScene());

    expect(golemPolicy.decode(link.caveats[0]?.terms ?? '0x')).toMatchObject({
      ...{ cap: 5n * USDC, epoch: 3n, budgetId: 1n, unitExponent: 2, generation: BigInt(NOW) },
    });
    expect(link).toMatchObject({
      delegate: SESSION_KEY,
      delegator: GUARDIAN,
      authority: grant.hash,
    });
    expect(terms.owner).toBe(owner.address.toLowerCase());
    // None of them could end the lease it comes with.
    expect(Object.keys(messages)).toEqual(['lease', 'raise', 'oracle']);
    expect(messages.raise).toBeNull();
    expect(messages.oracle?.kind).toBe('Register');
  });

  it('outranks the floor and every lease remembered, whatever the clock says', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: ENDED_GENERATION - 3n }),
        fc.integer({ min: 1_000_000_000, max: 4_000_000_000 }),
        (floor, now) => {
          const last = remembered(anAsk(), aScene({}, { now: 1_500_000_000 }));
          const plan = planLease(anAsk(), aScene({ floor }, { now, before: [last] }));
          if (!plan.ok) return;
          const { generation } = plan.value.terms;
          expect(generation > floor && generation > last.terms.generation).toBe(true);
          expect(generation >= BigInt(now)).toBe(true);
          expect(plan.value.messages.raise?.message.generation).toBe(Number(generation));
        },
      ),
      { numRuns: 50 },
    );
  });

  it('is given by the next honest answer after an endpoint lied: nothing of the lie is kept', () => {
    expect(planLease(anAsk(), aScene({ floor: ENDED_GENERATION - 2n })).ok).toBe(false);

    expect(planned(anAsk(), aScene()).terms.generation).toBe(BigInt(NOW));
  });

  it.each([
    ['after its end', {}, { floor: ENDED_GENERATION }, 'has been ended (block 7)'],
    [
      'on the word of an endpoint that moves generations',
      {},
      { floor: ENDED_GENERATION - 2n },
      'endpoint',
    ],
    ['on the word of one that makes up epochs', {}, { epoch: 2n ** 60n }, 'endpoint'],
    [
      'for a terminal Golem',
      {},
      { oracle: { reporter: SESSION_KEY, nonce: 2n, phase: 4 } },
      'terminal',
    ],
    ['on a disabled grant', {}, { disabled: true }, 'disabled'],
    ['on a grant of an older counter', {}, { nonce: 1n }, 'ended its grants'],
    [
      'for an account of another manager',
      {},
      { manager: anAddress(1) },
      'another delegation manager',
    ],
    ['on an expired grant', {}, { time: NOW + 8 * DAY }, 'by its clock the grant has expired'],
    ['of nothing', { cap: 0n }, {}, 'nothing'],
    ['below one unit', { cap: 99n }, {}, 'cannot count'],
    ['above what can be counted', { cap: 10n ** 12n }, {}, 'cannot count'],
    ['with more for Replicants than for all', { replicantCap: 6n * USDC }, {}, 'Replicants'],
    ['that is over before it begins', { expiresAt: NOW }, {}, 'expired already'],
    ['for ever', { expiresAt: NOW + 4000 * DAY }, {}, 'ten years'],
    ['that hears nothing for a year', { maxAgeSeconds: 365 * DAY }, {}, '30 days'],
    ['that pays its own key', { payees: [SESSION_KEY] }, {}, 'the session key itself'],
    ['that pays the guardian', { payees: [GUARDIAN] }, {}, 'a payee is'],
    ['that pays the token', { payees: [USDC_ON_BASE] }, {}, 'a payee is'],
    ['that pays an enforcer', { payees: [BARDO.golemPolicyEnforcer] }, {}, 'a payee is'],
    ['that pays one twice', { payees: [PAYEE, PAYEE] }, {}, 'twice'],
    ['to the guardian itself', { sessionKey: GUARDIAN }, {}, 'own key'],
    ['to nobody', { sessionKey: anAddress(0) }, {}, 'own key'],
  ] as const)('is not signed %s', (_, ask, facts, words) => {
    const plan = planLease(anAsk(ask as never), aScene(facts as never));
    expect(plan).toMatchObject({ ok: false, reason: expect.stringContaining(words) });
  });

  it('is called expired when both clocks say so, and is not made too long by one of 1970', () => {
    const over = aScene({ time: NOW + 8 * DAY }, { now: NOW + 8 * DAY });

    expect(planLease(anAsk(), over)).toEqual({ ok: false, reason: 'the grant has expired' });
    expect(planLease(anAsk(), aScene({ time: 1 })).ok).toBe(true);
  });

  it('of an epoch that Bardo has not seen before says what that means', () => {
    const first = said(anAsk(), aScene({ epoch: 1n }));

    expect(first).toContain('The chain says that you have ended all leases once. If you have not');
    expect(said(anAsk(), aScene({ epoch: 0n }))).not.toContain('ended all leases');
    const before = [remembered()];
    expect(said(anAsk(), aScene({ epoch: 3n }, { before }))).not.toContain('ended all leases');
    expect(said(anAsk(), aScene({ epoch: 4n }, { before }))).toContain('ended all leases 4 times');
  });

  it('hands the record over when another key reports, and leaves it when the key does', () => {
    const oracle = (reporter: Address) => ({ oracle: { reporter, nonce: 4n, phase: 1 } });

    expect(planned(anAsk(), aScene(oracle(anAddress(9)))).messages.oracle).toMatchObject({
      kind: 'SetReporter',
      message: { reporter: SESSION_KEY, nonce: 4n },
    });
    expect(planned(anAsk(), aScene(oracle(SESSION_KEY))).messages.oracle).toBeNull();
  });
});
