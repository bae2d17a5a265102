// Which leases a guardian plans, and that its words are made of the very bytes it signs.
import { createNativeTokenPeriodicCaveats } from '@metamask/7715-permission-types';
import fc from 'fast-check';
import type { Address } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { beforeAll, describe, expect, it } from 'vitest';
import { ENDED_GENERATION, golemPolicy } from '../../../src/core/caveats/golem-policy';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import { BARDO } from '../../../src/core/chain/bardo-addresses.generated';
import { encodeContext } from '../../../src/core/delegations/delegation';
import { readDelegationChain } from '../../../src/core/delegations/delegation-chain';
import { type Grant, judgeGrant } from '../../../src/core/runway/grant';
import { type LeaseAsk, type LeaseScene, planLease } from '../../../src/core/runway/lease';
import { readLease } from '../../../src/core/runway/lease-memory';
import { leaseSpeech } from '../../../src/core/runway/lease-words';
import { anAddress, BASE, GUARDIAN, NOW, SESSION_KEY, USDC_ON_BASE } from '../../vectors/builders';
import { enforcer, grantCaveats } from '../../vectors/delegations';
import { aSignedGrant } from '../../vectors/leases';

const USDC = 1_000_000n;
const DAY = 86_400;
const PAYEE = anAddress(0xca);
const owner = privateKeyToAccount(generatePrivateKey());

let grant: Grant;
beforeAll(async () => {
  const context = encodeContext([await aSignedGrant(owner)]);
  const judged = await judgeGrant(context, { chainId: BASE, guardian: GUARDIAN });
  if (!judged.ok) throw new Error(judged.reason);
  grant = judged.value;
});

const anAsk = (over: Partial<LeaseAsk> = {}): LeaseAsk => ({
  golem: 'atlas',
  sessionKey: SESSION_KEY,
  cap: 5n * USDC,
  replicantCap: 0n,
  expiresAt: NOW + 5 * DAY,
  payees: [PAYEE],
  maxAgeSeconds: 3600,
  ...over,
});

const aScene = (over: Partial<LeaseScene['facts']> = {}, rest: Partial<LeaseScene> = {}) => ({
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
  now: NOW,
  ...rest,
});

function planned(ask: LeaseAsk, scene: LeaseScene) {
  const plan = planLease(ask, scene);
  if (!plan.ok) throw new Error(plan.reason);
  return plan.value;
}

/** A lease that is already out. */
function remembered(ask = anAsk(), scene: LeaseScene = aScene()) {
  const { link } = planned(ask, scene);
  const context = encodeContext([{ ...link, signature: `0x${'51'.repeat(65)}` }, grant.root]);
  const lease = readLease({ golem: 'atlas', chainId: BASE, context });
  if (!lease) throw new Error('not a lease');
  return lease;
}

const NONE: LeaseScene['beside'] = { chains: [], guardians: [], unseen: 0 };

function chained({ link, root }: ReturnType<typeof remembered>) {
  return readDelegationChain(encodeContext([link, root]), BASE);
}

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

const said = (ask: LeaseAsk, scene: LeaseScene) => {
  const speech = leaseSpeech('Atlas (atlas)', planned(ask, scene), scene);
  const lines = speech.parts.flatMap((part) => [part.heading, ...part.lines]);
  const addresses = speech.addresses.map(({ value }) => value);
  return [speech.title, speech.verdict, ...lines, ...addresses, speech.source].join('\n');
};

describe('The words of a lease', () => {
  it('name every figure, party and rule that is signed', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 1_000n }),
        fc.integer({ min: 1, max: 6 }),
        fc.uniqueArray(fc.integer({ min: 0x10, max: 0x40 }), { minLength: 1, maxLength: 8 }),
        (dollars, days, bytes) => {
          const payees = bytes.map(anAddress);
          const ask = anAsk({ cap: dollars * USDC, expiresAt: NOW + days * DAY, payees });
          const scene = aScene();
          const text = said(ask, scene);
          const { link } = planned(ask, scene);
          const signed = golemPolicy.decode(link.caveats[0]?.terms ?? '0x');
          const rules = golemPolicy.words(signed, { chainId: BASE, now: NOW }).text;
          expect(text.toLowerCase()).toContain(rules.toLowerCase());
          expect(text).toContain(`At most ${dollars} USDC in any 24 hours`);
          for (const one of [...payees, SESSION_KEY, GUARDIAN]) expect(text).toContain(one);
          expect(text).toContain(owner.address.toLowerCase());
        },
      ),
      { numRuns: 40 },
    );
  });

  it('say which figure binds when the lease is wider than the grant', () => {
    const text = said(anAsk({ cap: 50n * USDC, expiresAt: NOW + 30 * DAY }), aScene());

    expect(text).toContain('but the grant pays only 10 USDC every day: the grant binds.');
    expect(text).toContain('a later end than the grant');
    expect(said(anAsk(), aScene())).toContain('stays within your grant');
  });

  it('say the difference to the lease before, and that it lives on until relayed', () => {
    const before = [remembered(anAsk({ cap: 10n * USDC, sessionKey: anAddress(0x0e) }))];
    const text = said(anAsk(), aScene({}, { before }));

    expect(text).toContain('cap: 10 USDC → 5 USDC');
    expect(text).toContain(`the old key ${anAddress(0x0e)} is dead once the order is relayed`);
    expect(text).toContain('the lease before can still spend up to 10 USDC');
    expect(said(anAsk(), aScene({ floor: BigInt(NOW) + 1n }, { before }))).not.toContain(
      'can still spend',
    );
  });

  it('name the orders that are signed along, and promise no end signed in advance', () => {
    const text = said(anAsk(), aScene());
    expect(text).toContain('Signed along with it');
    expect(text).toContain('An order to the oracle that opens');
    expect(text).not.toMatch(/for ever|control plane holds/);
    expect(text).toContain('block 7');
    const oracle = { ...aScene().facts.oracle, reporter: SESSION_KEY };
    expect(said(anAsk(), aScene({ oracle }))).not.toContain('Signed along with it');
  });

  it('say that an account without code cannot pay yet', () => {
    expect(said(anAsk(), aScene({ manager: null }))).toContain('not a smart account yet');
  });
});

describe('The words of a lease for gas', () => {
  const ETHER = 10n ** 18n;

  async function gasScene(over: Partial<LeaseScene['facts']> = {}): Promise<LeaseScene> {
    const data = { periodAmount: `0x${(ETHER / 100n).toString(16)}` as const, startTime: NOW };
    const contracts = {
      nativeTokenPeriodTransferEnforcer: enforcer('NativeTokenPeriodTransfer'),
      exactCalldataEnforcer: enforcer('ExactCalldata'),
    };
    const budget = createNativeTokenPeriodicCaveats({
      permission: {
        type: 'native-token-periodic',
        isAdjustmentAllowed: false,
        data: { ...data, periodDuration: DAY, justification: 'Atlas burns it' },
      },
      contracts,
    }) as Grant['root']['caveats'];
    const [, ...rest] = grantCaveats().slice(1);
    const signed = await aSignedGrant(owner, { caveats: [...budget, ...rest] });
    const judged = judgeGrant(encodeContext([signed]), { chainId: BASE, guardian: GUARDIAN });
    if (!judged.ok) throw new Error(judged.reason);
    return { ...aScene({ held: ETHER, ...over }), grant: judged.value };
  }

  const gas = (over: Partial<LeaseAsk> = {}) =>
    anAsk({ cap: ETHER / 200n, payees: [SESSION_KEY], ...over });

  it('tell the coin, who gets it and the worst case in it, and no dollar', async () => {
    const text = said(gas(), await gasScene());

    expect(text).toContain('At most 0.005 ETH in any 24 hours');
    expect(text).toContain(
      'It is paid to the session key itself, for the gas of its transactions.',
    );
    expect(text).toContain('If every key is stolen now, 0.005 ETH can be lost on Base');
    expect(text).toContain('If nobody ends it: 0.025 ETH until');
    expect(text).not.toContain('USDC');
  });

  it('lose no more than the account holds, and say which figure binds', async () => {
    const text = said(gas({ cap: ETHER }), await gasScene({ held: ETHER / 1000n }));

    expect(text).toContain('but the grant pays only 0.01 ETH every day: the grant binds.');
    expect(text).toContain('0.01 ETH, 0.001 ETH by what you hold now, can be lost');
  });

  it('are not made smaller by an endpoint that lies about the time or about what was spent', async () => {
    const scene = await gasScene();
    const honest = said(gas(), scene);
    const late = said(gas(), { ...scene, facts: { ...scene.facts, time: NOW + 4 * DAY } });
    const early = said(gas(), { ...scene, facts: { ...scene.facts, time: NOW - 2000 * DAY } });

    for (const text of [honest, late, early]) {
      expect(text).toContain('If every key is stolen now, 0.005 ETH can be lost on Base at once.');
      expect(text).toContain('If nobody ends it: 0.025 ETH until');
    }
    expect(honest).not.toContain('clock');
    expect(late).toContain("The chain's clock and this computer's differ by 4 days");
    expect(early).toContain('The figures count the worse of both.');
  });

  it('count the live runway beside it under the heading of every key of the Golem', async () => {
    const runway = chained(remembered());
    const scene = { ...(await gasScene()), beside: { ...NONE, chains: [runway] } };
    const text = said(gas(), scene);

    expect(text).toContain('If every key is stolen now, 0.005 ETH can be lost on Base at once.');
    expect(text).toContain('If every key is stolen now, 5 USDC can be lost on Base at once.');
    expect(text).toContain('If nobody ends it: 25 USDC until');
    expect(text).toContain(
      'Counted: this lease and 1 more permission of the Golem that Bardo knows of.',
    );
  });

  it('count the lease before with its wider cap until the chain has ended it', () => {
    const wide = remembered(anAsk({ cap: 8n * USDC }), aScene({}, { now: NOW - 60 }));
    const beside = { ...NONE, chains: [chained(wide)] };

    expect(said(anAsk(), aScene({}, { before: [wide], beside }))).toContain(
      'If every key is stolen now, 8 USDC can be lost on Base at once.',
    );
    for (const over of [{ floor: BigInt(NOW) }, { epoch: 4n }]) {
      const text = said(anAsk(), aScene(over, { before: [wide], beside }));
      expect(text).toContain('If every key is stolen now, 5 USDC can be lost on Base at once.');
      expect(text).toContain('Bardo knows the signed bytes of no other live permission');
    }
  });

  it('say what the control plane lists and no signed byte tells', () => {
    const text = said(anAsk(), aScene({}, { beside: { ...NONE, unseen: 2 } }));

    expect(text).toContain('Not counted: 2 permissions that the control plane lists');
    expect(said(anAsk(), aScene())).not.toContain('Not counted');
  });

  it('say of no other money that the session key gets it', () => {
    expect(said(anAsk(), aScene())).not.toContain('paid to the session key itself');
  });
});
