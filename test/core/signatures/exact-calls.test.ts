// A delegation that fixes its calls says what they do, by every decoder.
import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import { encodeBatch } from '../../../src/core/chain/execution';
import { MULTICALL3 } from '../../../src/core/chain/multicall';
import { disableData } from '../../../src/core/delegations/delegation';
import { insightOf } from '../../../src/core/findings/finding';
import { delegationReader } from '../../../src/core/signatures/delegation';
import {
  aScene,
  aStatus,
  OWNER,
  SESSION_KEY,
  STRANGER,
  USDC_ON_BASE,
} from '../../vectors/builders';
import { aCall } from '../../vectors/calls';
import { aCaveat, aDelegation, aGrantMessage, grantCaveats } from '../../vectors/delegations';

const MANAGER = '0xdb9b1e94b5b69df7e401ddbede43491141047db3';
const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3';
const MAX = 2n ** 256n - 1n;
const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0');
const approve = (spender: string, amount: bigint) =>
  `0x095ea7b3${word(spender)}${word(amount)}` as Hex;
const transfer = (to: string, amount: bigint) => `0xa9059cbb${word(to)}${word(amount)}` as Hex;
const exact = (target: string, data: Hex, value = 0n) =>
  aCaveat('ExactExecution', `${target.toLowerCase()}${word(value)}${data.slice(2)}` as Hex);
const times = (limit: bigint) => aCaveat('LimitedCalls', `0x${word(limit)}`);
const noValue = grantCaveats()[1] as ReturnType<typeof aCaveat>;
const end = grantCaveats()[2] as ReturnType<typeof aCaveat>;

function read(...caveats: ReturnType<typeof aCaveat>[]) {
  const delegation = aDelegation({ caveats: [...caveats, end], delegate: STRANGER });
  const scene = aScene({ watched: aStatus({ permissions: [] }) });
  const findings = delegationReader
    .read(aGrantMessage(delegation, { metadata: null }))
    .explain(scene);
  return { insight: insightOf(findings), titles: findings.map(({ title }) => title) };
}

describe('the fixed call of a delegation', () => {
  it('that approves a stranger for everything is critical, also once', () => {
    const { insight } = read(exact(USDC_ON_BASE, approve(STRANGER, MAX)), times(1n));

    expect(insight).toMatchObject({
      level: 'critical',
      title: 'Lets 0x6666…6666 take any amount of a token later',
    });
    expect(insight?.lines.join(' ')).toContain('approves any amount of USDC. An approval outlives');
    expect(insight?.lines.join(' ')).toContain('Can be taken: any amount of USDC at once');
  });

  it.each([
    [
      'a deposit that is withdrawn',
      FRAMEWORK.entryPoint,
      'withdrawTo(address,uint256)',
      [STRANGER, 10n ** 18n],
    ],
    [
      'ether that the account passes on',
      OWNER,
      'execute(address,uint256,bytes)',
      [STRANGER, 10n ** 18n, '0x'],
    ],
  ])('that moves ether is a warning: %s', (_name, target, signature, args) => {
    const { titles, insight } = read(exact(target, aCall(target, signature, args).data), times(1n));

    expect(titles).toContain('Moves money of the account to 0x6666…6666 with each use');
    expect(insight?.lines).toContain('It moves 1 ETH each time.');
  });

  it('that moves money of others only is not called a payment of the account', () => {
    const inside = [[[USDC_ON_BASE, false, transfer(STRANGER, 5n)]]];
    const { data } = aCall(MULTICALL3, 'aggregate3((address,bool,bytes)[])', inside);

    expect(read(exact(MULTICALL3, data), times(1n)).titles.join()).not.toContain('Moves money');
  });

  it('is read at any contract when only its bytes are fixed', () => {
    const { insight } = read(aCaveat('ExactCalldata', approve(STRANGER, MAX)), times(1n));

    expect(insight?.level).toBe('critical');
    expect(insight?.lines.join(' ')).toContain('any amount of any token');
  });

  it('that pays any token the holder chooses is a warning, however small its number', () => {
    const taken = `0x23b872dd${word(STRANGER)}${word(SESSION_KEY)}${word(1n)}` as Hex;
    for (const data of [transfer(STRANGER, 10n ** 30n), transfer(STRANGER, 1n), taken]) {
      const { titles, insight } = read(aCaveat('ExactCalldata', data), noValue, times(1n));

      expect(titles).toContain('Bardo cannot judge whether this is much');
      expect(insight?.lines).toContain(
        'Its holder chooses the token: no amount of any token can be called small.',
      );
    }
  });

  it('that lets a stranger take by Permit2 or as an operator is critical and names them', () => {
    const permit2 = `0x87517c45${word(USDC_ON_BASE)}${word(STRANGER)}${word(2n ** 160n - 1n)}${word(2n ** 48n - 1n)}`;
    const operator = `0xa22cb465${word(STRANGER)}${word(1n)}`;
    for (const caveat of [
      exact(PERMIT2, permit2 as Hex),
      exact(USDC_ON_BASE, operator as Hex),
      aCaveat('ExactCalldata', operator as Hex),
    ]) {
      const { insight } = read(caveat, noValue, times(1n));

      expect(insight?.level).toBe('critical');
      expect(insight?.title).toContain('Lets 0x6666…6666 take');
    }
  });

  it('that pays a vault out to a stranger names them', () => {
    const owner = aDelegation().delegator;
    const redeem = `0xba087652${word(5n)}${word(STRANGER)}${word(owner)}` as Hex;

    expect(read(exact(MANAGER.replace('db9b', '1234'), redeem), times(1n)).titles).toContain(
      'Moves money of the account to 0x6666…6666 with each use',
    );
  });

  it('is read in a batch, call by call', () => {
    const terms = encodeBatch([
      { target: USDC_ON_BASE, value: 0n, data: transfer(STRANGER, 5n) },
      { target: USDC_ON_BASE, value: 0n, data: approve(STRANGER, MAX) },
    ]);

    expect(read(aCaveat('ExactExecutionBatch', terms), times(1n)).insight?.level).toBe('critical');
  });

  it('that approves Permit2 or a small amount is a warning', () => {
    for (const [spender, amount] of [
      [PERMIT2, MAX],
      [STRANGER, 5n],
    ] as const) {
      const { insight } = read(exact(USDC_ON_BASE, approve(spender, amount)), times(1n));

      expect(insight?.level).toBe('warning');
    }
  });

  it('that pays is counted by how often it can be used', () => {
    const { insight, titles } = read(
      exact(USDC_ON_BASE, transfer(STRANGER, 5_000_000n)),
      times(3n),
    );

    expect(titles).toContain('Pays 5 USDC with each use');
    expect(insight?.lines).toContain('Can be taken: 15 USDC at once, and no more.');
  });

  it('that sends ether is counted too', () => {
    const { insight } = read(exact(STRANGER, '0x', 10n ** 16n), times(2n));

    expect(insight?.lines).toContain('Can be taken: 0.02 ETH at once, and no more.');
  });

  it('is explained by the decoders where it concerns a Golem', () => {
    const { titles } = read(exact(USDC_ON_BASE, approve(SESSION_KEY, MAX)), times(1n));

    expect(titles).toContain('Lets Atlas take tokens with no daily cap and no expiry');
  });

  it('that ends a delegation moves nothing', () => {
    const { titles, insight } = read(exact(MANAGER, disableData(aDelegation())), times(1n));

    expect(titles.join()).not.toContain('Unlimited');
    expect(insight?.lines.join()).not.toContain('Can be taken');
  });

  it('that nobody knows is said to be unread', () => {
    const { titles } = read(exact(STRANGER, '0x12345678'), times(1n));

    expect(titles).toContain('Lets its holder make a call that Bardo cannot read');
  });
});
