// Grants of the tests and of the demo world are what MetaMask's permissions Snap produces, byte for byte: its own
// caveat builders and encoders say what it would be, its own decoder reads it back, the chain honours it.

import {
  createErc20TokenPeriodicCaveats,
  createNativeTokenPeriodicCaveats,
  makePermissionDecoderConfigs,
} from '@metamask/7715-permission-types';
import {
  createAllowedCalldataTerms,
  createAllowedTargetsTerms,
  createNonceTerms,
  createRedeemerTerms,
  createTimestampTerms,
  encodeDelegations,
  hashDelegation as hashByMetaMask,
} from '@metamask/delegation-core';
import { DELEGATOR_CONTRACTS } from '@metamask/delegation-deployments';
import { type Address, getAddress, type Hex, numberToHex, padHex, parseEther } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chain, startChain } from '../../site/world/chain/chain';
import type { GrantWish } from '../../site/world/people/grants';
import { SessionKey } from '../../src/agent/key/session-key';
import { plainSender } from '../../src/agent/payments/sender';
import { redeem } from '../../src/agent/runway/redeem';
import { readRunway } from '../../src/agent/runway/runway';
import { createEvents } from '../../src/agent/store/events';
import {
  type CaveatData,
  type Delegation,
  decodeContext,
  encodeContext,
  hashDelegation,
} from '../../src/core/delegations/delegation';
import { aStage, PAYEE, type Stage, USDC } from '../agent/stage';

const CONTRACTS = DELEGATOR_CONTRACTS['1.3.0']?.[84_532] as Record<string, Address>;
const DAY = 86_400;
const REDEEMERS: Address[] = [
  '0x4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e4e',
  '0x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e',
];
const OTHER: Address = '0xdededededededededededededededededededede';

let chain: Chain;
let stage: Stage;
beforeAll(async () => {
  chain = await startChain();
  stage = await aStage(chain);
});
afterAll(() => chain?.stop());

const enforcers = () =>
  Object.fromEntries(
    Object.entries(CONTRACTS)
      .filter(([name]) => name.endsWith('Enforcer'))
      .map(([name, address]) => [lowerFirst(name), address]),
  ) as Parameters<typeof makePermissionDecoderConfigs>[0];

/** "ERC20PeriodTransferEnforcer" → "erc20PeriodTransferEnforcer". */
function lowerFirst(name: string): string {
  return name.startsWith('ERC')
    ? name.replace('ERC', 'erc')
    : name[0]?.toLowerCase() + name.slice(1);
}

type Asked = Required<Pick<GrantWish, 'type' | 'cap'>> & GrantWish & { startAt: number };

/** What MetaMask signs: its caveats of the type, then expiry, redeemer, payee, and always the nonce. */
function expectedCaveats({ type, cap, startAt, redeemers, payees }: Asked): CaveatData[] {
  const contracts = enforcers();
  const data = {
    periodAmount: numberToHex(cap),
    periodDuration: DAY,
    startTime: startAt,
    justification: 'Atlas lives on this',
  };
  const base = { isAdjustmentAllowed: false };
  const native = type === 'native-token-periodic';
  const budget = native
    ? createNativeTokenPeriodicCaveats({ permission: { ...base, type, data }, contracts })
    : createErc20TokenPeriodicCaveats({
        permission: { ...base, type, data: { ...data, tokenAddress: chain.usdc } },
        contracts,
      });
  const caveat = (name: string, terms: Hex) => ({
    enforcer: CONTRACTS[`${name}Enforcer`] as Address,
    terms,
    args: '0x' as Hex,
  });
  const until = { afterThreshold: 0, beforeThreshold: startAt + 7 * DAY };
  return [
    ...(budget as CaveatData[]),
    caveat('Timestamp', createTimestampTerms(until)),
    ...(redeemers ? [caveat('Redeemer', createRedeemerTerms({ redeemers }))] : []),
    ...(payees ? [caveat(...payeeRule(payees, native))] : []),
    caveat('Nonce', createNonceTerms({ nonce: padHex('0x0', { size: 32 }) })),
  ];
}

function payeeRule(payees: Address[], native: boolean): [string, Hex] {
  if (native) return ['AllowedTargets', createAllowedTargetsTerms({ targets: payees })];
  const value = padHex(payees[0] as Hex, { size: 32 });
  return ['AllowedCalldata', createAllowedCalldataTerms({ startIndex: 4, value })];
}

/** MetaMask's own reading of a grant; it refuses to sign what exactly one of its types does not fit. */
function readByMetaMask({ caveats }: Delegation) {
  const known = caveats.map((one) => ({ ...one, enforcer: getAddress(one.enforcer) }));
  const fitting = makePermissionDecoderConfigs(enforcers()).filter((config) => {
    const needed = Object.entries(config.requiredEnforcers);
    const allowed = [...config.optionalEnforcers, ...needed.map(([name]) => name)];
    return (
      known.every(({ enforcer }) => allowed.includes(enforcer)) &&
      needed.every(([name, count]) => known.filter((one) => one.enforcer === name).length === count)
    );
  });
  const readings = fitting.flatMap((config) => {
    try {
      const { contractAddresses, requiredEnforcers } = config;
      const required = new Map(Object.entries(requiredEnforcers)) as Map<Hex, number>;
      const scene = { contractAddresses, caveats: known, requiredEnforcers: required };
      return [
        {
          type: config.permissionType,
          data: config.validateAndDecodeData(known, contractAddresses),
          rules: config.rules.map((read) => read(scene)).filter((rule) => rule !== null),
        },
      ];
    } catch {
      return [];
    }
  });
  expect(readings).toHaveLength(1);
  return readings[0];
}

const CASES: [string, GrantWish][] = [
  ['dollars', {}],
  ['dollars for one payee', { payees: [PAYEE] }],
  ['dollars for named redeemers', { redeemers: REDEEMERS }],
  ['dollars with both rules', { payees: [PAYEE], redeemers: REDEEMERS }],
  ['gas', { type: 'native-token-periodic' }],
  [
    'gas with both rules',
    {
      type: 'native-token-periodic',
      payees: [PAYEE, OTHER],
      redeemers: REDEEMERS,
    },
  ],
];

describe.each(CASES)('a grant of %s', (_, terms) => {
  const type = terms.type ?? 'erc20-token-periodic';
  const cap = type === 'native-token-periodic' ? parseEther('0.01') : 10n * USDC;

  it('is MetaMask’s, byte for byte', async () => {
    const startAt = await stage.now();
    const grant = await stage.grant(terms);
    const { salt, signature } = grant;
    const caveats = expectedCaveats({ ...terms, type, cap, startAt });
    const expected = {
      delegate: stage.guardian.address,
      delegator: stage.owner.address,
      authority: `0x${'ff'.repeat(32)}`,
      caveats,
      salt,
      signature,
    } as const;

    expect(encodeContext([grant])).toBe(encodeDelegations([expected]));
    expect(hashDelegation(grant)).toBe(hashByMetaMask(expected));
    expect(decodeContext(encodeDelegations([expected]))[0]).toEqual({
      ...expected,
      caveats: caveats.map((one) => ({ ...one, enforcer: getAddress(one.enforcer) })),
    });
  });

  it('is read back by MetaMask as what was asked', async () => {
    const startAt = await stage.now();

    const reading = readByMetaMask(await stage.grant(terms));

    const rule = (name: string, addresses?: Address[]) =>
      addresses
        ? [{ type: name, data: { addresses: addresses.map((one) => getAddress(one)) } }]
        : [];
    expect(reading).toMatchObject({ type, data: { periodDuration: DAY, startTime: startAt } });
    expect(BigInt(reading?.data.periodAmount)).toBe(cap);
    expect(reading?.rules).toEqual([
      { type: 'expiry', data: { timestamp: startAt + 7 * DAY } },
      ...rule('redeemer', terms.redeemers),
      ...rule('payee', terms.payees),
    ]);
  });
});

describe('on chain, the rules of a grant', () => {
  it.each([
    ['erc20-token-periodic', 'the grant pays another payee only'],
    ['native-token-periodic', 'the permission does not reach that address'],
  ] as const)('hold for %s: this payee, this redeemer', async (type, refusal) => {
    const now = () => Date.now() / 1000;
    const key = SessionKey.generate({ events: createEvents(), now });
    await stage.fund(key.address, '1');
    const sender = plainSender(stage.link, key);
    const pull = async (terms: GrantWish, payee: Address) => {
      const grant = await stage.grant({ type, to: key.address, ...terms });
      const runway = readRunway(encodeContext([grant]), chain.chainId);
      // What core reads must not be what stops it here: the chain shall.
      const open = { ...runway, payees: null };
      return {
        payees: runway.payees,
        paid: await redeem(stage.link, sender, open, { payee, amount: 1000n }),
      };
    };
    const rules = { payees: [PAYEE], redeemers: [key.address] };

    expect(await pull(rules, PAYEE)).toMatchObject({ payees: [PAYEE], paid: { ok: true } });
    expect((await pull(rules, OTHER)).paid).toMatchObject({
      ok: false,
      reason: refusal,
    });
    expect((await pull({ redeemers: REDEEMERS }, PAYEE)).paid).toMatchObject({
      ok: false,
      reason: 'the grant names other redeemers',
    });
    expect(await pull({}, OTHER)).toMatchObject({ payees: null, paid: { ok: true } });
  });
});
