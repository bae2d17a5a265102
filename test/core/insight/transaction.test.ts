import { type Address, encodeAbiParameters, encodeFunctionData, erc20Abi, type Hex } from 'viem';
import { expect, it } from 'vitest';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import { parseTransaction } from '../../../src/core/insight/parse-transaction';
import { explainTransaction } from '../../../src/core/insight/transaction';
import {
  aGolem,
  aScene,
  aStatus,
  GUARDIAN,
  OWNER,
  SESSION_KEY,
  STRANGER,
  USDC_ON_BASE,
} from '../../vectors/builders';

type Raw = { to?: Address; data?: Hex; value?: Hex; authorizationList?: { address: Address }[] };

const explain = (raw: Raw, scene = aScene()) =>
  explainTransaction(parseTransaction({ from: OWNER, ...raw }), scene);

const transferTo = (to: Address) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 1_500_000n] });

/** ERC-7821 batch as MetaMask encodes `wallet_sendCalls`. */
function batch(...calls: { target: Address; value?: bigint; data?: Hex }[]): Hex {
  const tuple = [
    {
      type: 'tuple[]',
      components: [
        { name: 'target', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'data', type: 'bytes' },
      ],
    },
  ] as const;
  const executions = encodeAbiParameters(tuple, [
    calls.map(({ target, value = 0n, data = '0x' }) => ({ target, value, data })),
  ]);
  const args = encodeAbiParameters(
    [{ type: 'bytes32' }, { type: 'bytes' }],
    [`0x01${'00'.repeat(31)}`, executions],
  );
  return `0xe9ae5c53${args.slice(2)}`;
}

it('says nothing about a transfer between strangers', () => {
  expect(explain({ to: USDC_ON_BASE, data: transferTo(STRANGER) }).insight).toBeNull();
});

it('says nothing about a deployment or a plain payment to a stranger', () => {
  expect(explain({ data: '0x6001600101' }).insight).toBeNull();
  expect(explain({ to: STRANGER, value: '0x1' }).insight).toBeNull();
});

it('finds a call to a Golem inside a batch', () => {
  const data = batch(
    { target: USDC_ON_BASE, data: transferTo(STRANGER) },
    { target: USDC_ON_BASE, data: transferTo(SESSION_KEY) },
  );

  const { insight, decoded } = explain({ to: OWNER, data });

  expect(insight?.title).toContain("Atlas's session key");
  expect(decoded?.calls.map((call) => call.name)).toEqual(['transfer', 'transfer']);
});

it('shows where an unknown call inside a batch goes', () => {
  const { decoded } = explain({ to: OWNER, data: batch({ target: STRANGER, data: '0xdeadbeef' }) });

  expect(decoded?.calls).toEqual([
    {
      contract: 'unknown',
      name: 'unknown',
      args: { to: expect.stringMatching(/^0x/), value: '0', data: '0xdeadbeef' },
      calls: [],
    },
  ]);
});

it('warns of a known function whose bytes are cut short, inside a batch too', () => {
  const cut = transferTo(STRANGER).slice(0, -2) as Hex;

  for (const data of [cut, batch({ target: USDC_ON_BASE, data: cut })]) {
    const { insight } = explain({ to: data === cut ? USDC_ON_BASE : OWNER, data });
    expect(insight?.level).toBe('warning');
    expect(insight?.title).toBe('Bardo cannot read this ERC-20 transfer');
  }
});

it('warns of a function of the DelegationManager it does not know', () => {
  const { insight } = explain({ to: FRAMEWORK.delegationManager, data: '0x8456cb59' });

  expect(insight?.title).toBe('Bardo cannot read this DelegationManager call');
});

it('never passes over an unknown call that names one of the owner’s Golems', () => {
  const data: Hex = `0xdeadbeef${GUARDIAN.slice(2).padStart(64, '0')}`;

  const { insight } = explain({ to: STRANGER, data });

  expect(insight?.level).toBe('warning');
  expect(insight?.title).toBe("Touches Atlas's guardian");
});

it('does not mistake a key on another chain for the Golem’s', () => {
  const scene = aScene({ chainId: 1 });

  expect(explain({ to: SESSION_KEY, value: '0x1' }, scene).insight).toBeNull();
});

it('warns of an unknown call to the owner’s own account once Golems are watched', () => {
  expect(explain({ to: OWNER, data: '0xdeadbeef' }).insight?.level).toBe('warning');
  expect(explain({ to: OWNER, data: '0xdeadbeef' }, aScene({ watched: null })).insight).toBeNull();
});

it('calls native money for a session key gas, and says who decides over it', () => {
  const { insight } = explain({ to: SESSION_KEY, value: '0x2386f26fc10000' });

  expect(insight).toMatchObject({ level: 'info', title: 'Gas money for Atlas' });
  expect(insight?.facts[0]?.value).toBe('0.01 of the native token');
});

it('warns that money sent to a guardian is stuck', () => {
  const { insight } = explain({ to: GUARDIAN, value: '0x1' });

  expect(insight?.level).toBe('warning');
  expect(insight?.lines.join()).toContain('stuck');
});

it('recognises MetaMask’s own account update calmly', () => {
  const scene = aScene({ origin: 'metamask', watched: null });

  const { insight } = explain(
    { to: OWNER, authorizationList: [{ address: FRAMEWORK.smartAccount7702 }] },
    scene,
  );

  expect(insight?.level).toBe('info');
  expect(insight?.title).toBe("Account update to MetaMask's smart account");
});

it.each([
  [
    'code Bardo does not know',
    [STRANGER],
    'critical',
    'Hands your account to code Bardo does not know',
  ],
  [
    'two accounts',
    [FRAMEWORK.smartAccount7702, STRANGER],
    'critical',
    'Changes the code of several accounts at once',
  ],
  ['no code', [`0x${'00'.repeat(20)}`], 'warning', 'Turns your account back into a plain one'],
] as const)('judges an account update to %s', (_name, codes, level, title) => {
  const authorizationList = codes.map((address) => ({ address: address as Address }));

  expect(explain({ to: OWNER, authorizationList }).insight).toMatchObject({ level, title });
});

it('leads with the worst of several findings and keeps the others', () => {
  const approve = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [SESSION_KEY, 2n ** 256n - 1n],
  });
  const data = batch({ target: SESSION_KEY, value: 1n }, { target: USDC_ON_BASE, data: approve });

  const { insight } = explain({ to: OWNER, data });

  expect(insight?.level).toBe('critical');
  expect(insight?.lines).toContain('Gas money for Atlas');
});

it('ignores Golems the owner does not have', () => {
  const watched = aStatus({ golems: [aGolem({ sessionKey: null, guardian: null })] });

  expect(explain({ to: SESSION_KEY, value: '0x1' }, aScene({ watched })).insight).toBeNull();
});
