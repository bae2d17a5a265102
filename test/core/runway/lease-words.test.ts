// What the owner reads before the guardian signs a lease, for a runway and for gas.
import { createNativeTokenPeriodicCaveats } from '@metamask/7715-permission-types';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { golemPolicy } from '../../../src/core/caveats/golem-policy';
import { keyEnds } from '../../../src/core/chain/addresses';
import { dateWords } from '../../../src/core/chain/time';
import { encodeContext } from '../../../src/core/delegations/delegation';
import { readDelegationChain } from '../../../src/core/delegations/delegation-chain';
import { type Grant, judgeGrant } from '../../../src/core/runway/grant';
import type { LeaseAsk, LeaseScene } from '../../../src/core/runway/lease-scene';
import { leaseSpeech } from '../../../src/core/runway/lease-words';
import { anAddress, BASE, GUARDIAN, NOW, SESSION_KEY } from '../../vectors/builders';
import { enforcer, grantCaveats } from '../../vectors/delegations';
import { aSignedGrant } from '../../vectors/leases';
import { anAsk, aScene, DAY, owner, planned, remembered, said, USDC } from './planned-lease';

const NONE: LeaseScene['beside'] = { chains: [], guardians: [], unseen: 0 };

function chained({ link, root }: ReturnType<typeof remembered>) {
  return readDelegationChain(encodeContext([link, root]), BASE);
}

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
          expect(text).toContain(`At most ${dollars.toLocaleString('en')} USDC in any 24 hours`);
          for (const one of [...payees, SESSION_KEY, GUARDIAN]) expect(text).toContain(one);
          expect(text).toContain(owner.address.toLowerCase());
        },
      ),
      { numRuns: 40 },
    );
  });

  it('give who is paid and the worst case beside the verdict, whatever else is said', () => {
    const payees = [0x10, 0x11, 0x12, 0x13, 0x14].map(anAddress);
    const scene = aScene();
    const { title, verdict, decision } = leaseSpeech(
      'Atlas',
      planned(anAsk({ payees }), scene),
      scene,
    );

    expect(`${title}. ${verdict}`).toMatch(/Atlas .* At most 5 USDC in any 24 hours, until /);
    expect(decision.slice(0, 5)).toEqual([
      `Its key is ${keyEnds(SESSION_KEY)}. Approve only if your agent printed it.`,
      ...payees.slice(0, 3).map((payee) => `It may pay ${payee}.`),
      'And 2 more, all listed below.',
    ]);
    expect(decision[5]).toMatch(
      /^Worst case on Base if every key is stolen: 5 USDC at once, .* by /,
    );
  });

  it('show the code that a new key’s request has, and nothing to compare for the key of before', () => {
    const code = 'BARD-7F3A-K9QX';
    const line = `Its key is ${keyEnds(SESSION_KEY)}, and the code of its request ${code}.`;

    expect(said(anAsk(), aScene({}, { code }))).toContain(line);
    expect(said(anAsk(), aScene({}, { code, before: [remembered()] }))).not.toContain('Its key is');
    const other = remembered(anAsk({ sessionKey: anAddress(0x77) }));
    expect(said(anAsk(), aScene({}, { code, before: [other] }))).toContain(line);
  });

  it('say which figure binds when the lease is wider than the grant', () => {
    const text = said(anAsk({ cap: 50n * USDC, expiresAt: NOW + 30 * DAY }), aScene());

    expect(text).toContain(
      'but the grant pays only 10 USDC every day, so the limit of the grant applies.',
    );
    expect(text).toContain('a later end than the grant');
    expect(said(anAsk(), aScene())).toContain('stays within your grant');
  });

  async function weekly(): Promise<Grant> {
    const caveats = grantCaveats({ periodAmount: '0x42c1d80', periodDuration: 7 * DAY });
    const signed = await aSignedGrant(owner, { caveats });
    const answer = judgeGrant(encodeContext([signed]), { chainId: BASE, guardian: GUARDIAN });
    if (!answer.ok) throw new Error(answer.reason);
    return answer.value;
  }

  it('say both limits where the grant counts in weeks, and which binds when', async () => {
    const scene = aScene({}, { grant: await weekly() });
    const { verdict, decision } = leaseSpeech(
      'Atlas',
      planned(anAsk({ cap: 20n * USDC }), scene),
      scene,
    );

    expect(verdict).toContain('At most 20 USDC in any 24 hours');
    expect(decision).toContain(
      'Your grant above it pays at most 70 USDC every 7 days. Both limits hold.',
    );
    expect(decision.find((line) => line.startsWith('Worst case'))).toContain('20 USDC at once');
    expect(said(anAsk({ cap: 20n * USDC }), scene)).toContain(
      "In any 24 hours the lease's limit applies, over 7 days that of your grant.",
    );
    expect(said(anAsk({ cap: 10n * USDC }), scene)).toContain('stays within your grant');
    expect(said(anAsk(), aScene())).not.toContain('Both limits hold');
  });

  it('say both ends where the lease ends before its grant', () => {
    const scene = aScene();
    const early = said(anAsk({ expiresAt: NOW + 2 * DAY }), scene);
    const [lease, whole] = [NOW + 2 * DAY, scene.grant.expiresAt ?? 0].map(dateWords);

    expect(early).toContain(`in any 24 hours, until ${lease}.`);
    expect(early).toContain(`Your grant lasts until ${whole}. Once this lease has ended`);
    expect(said(anAsk({ expiresAt: scene.grant.expiresAt ?? 0 }), scene)).not.toContain(
      'Your grant lasts until',
    );
  });

  it('say the difference to the lease before, and that it lives on until relayed', () => {
    const before = [remembered(anAsk({ cap: 10n * USDC, sessionKey: anAddress(0x0e) }))];
    const text = said(anAsk(), aScene({}, { before }));

    expect(text).toContain('cap: 10 USDC → 5 USDC');
    expect(text).toContain(
      `The old key ${anAddress(0x0e)} can no longer redeem once the order is relayed`,
    );
    expect(text).toContain('The earlier lease can still spend up to 10 USDC');
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
    expect(text).toContain('Worst case on Base if every key is stolen: 0.005 ETH at once');
    expect(text).toContain(', 0.025 ETH by');
    expect(text).not.toContain('USDC');
  });

  it('lose no more than the account holds, and say which figure binds', async () => {
    const text = said(gas({ cap: ETHER }), await gasScene({ held: ETHER / 1000n }));

    expect(text).toContain(
      'but the grant pays only 0.01 ETH every day, so the limit of the grant applies.',
    );
    expect(text).toContain('0.01 ETH (0.001 ETH of what you hold now) at once');
  });

  it('are not made smaller by an endpoint that lies about the time or about what was spent', async () => {
    const scene = await gasScene();
    const honest = said(gas(), scene);
    const late = said(gas(), { ...scene, facts: { ...scene.facts, time: NOW + 4 * DAY } });
    const early = said(gas(), { ...scene, facts: { ...scene.facts, time: NOW - 2000 * DAY } });

    for (const text of [honest, late, early]) {
      expect(text).toContain('Worst case on Base if every key is stolen: 0.005 ETH at once');
      expect(text).toContain(', 0.025 ETH by');
    }
    expect(honest).not.toContain('clock');
    expect(late).toContain("The chain's clock and this computer's differ by 4 days");
    expect(early).toContain('The figures count the worse of both.');
  });

  it('count the live runway beside it under the heading of every key of the Golem', async () => {
    const runway = chained(remembered());
    const scene = { ...(await gasScene()), beside: { ...NONE, chains: [runway] } };
    const text = said(gas(), scene);

    expect(text).toContain('Worst case on Base if every key is stolen: 0.005 ETH at once');
    expect(text).toContain('Worst case on Base if every key is stolen: 5 USDC at once');
    expect(text).toContain(', 25 USDC by');
    expect(text).toContain(
      'The figures count this lease and 1 more permission of the Golem that Bardo knows of.',
    );
  });

  it('count the lease before with its wider cap until the chain has ended it', () => {
    const wide = remembered(anAsk({ cap: 8n * USDC }), aScene({}, { now: NOW - 60 }));
    const beside = { ...NONE, chains: [chained(wide)] };

    expect(said(anAsk(), aScene({}, { before: [wide], beside }))).toContain(
      'Worst case on Base if every key is stolen: 8 USDC at once',
    );
    for (const over of [{ floor: BigInt(NOW) }, { epoch: 4n }]) {
      const text = said(anAsk(), aScene(over, { before: [wide], beside }));
      expect(text).toContain('Worst case on Base if every key is stolen: 5 USDC at once');
      expect(text).toContain('Bardo knows the signed bytes of no other live permission');
    }
  });

  it('say what the control plane lists and no signed byte tells', () => {
    const text = said(anAsk(), aScene({}, { beside: { ...NONE, unseen: 2 } }));

    expect(text).toContain('The figures leave out 2 permissions that the control plane lists');
    expect(said(anAsk(), aScene())).not.toContain('The figures leave out');
  });

  it('say of no other money that the session key gets it', () => {
    expect(said(anAsk(), aScene())).not.toContain('paid to the session key itself');
  });
});
