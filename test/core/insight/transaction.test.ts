import { type Address, encodeFunctionData, erc20Abi, type Hex } from 'viem';
import { expect, it } from 'vitest';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import { BARDO } from '../../../src/core/chain/bardo-addresses.generated';
import { parseTransaction } from '../../../src/core/insight/parse-transaction';
import { explainTransaction } from '../../../src/core/insight/transaction';
import {
  aGolem,
  aPermission,
  aScene,
  aStatus,
  GUARDIAN,
  OWNER,
  SESSION_KEY,
  STRANGER,
  USDC_ON_BASE,
} from '../../vectors/builders';
import { batch, explain, type Raw } from './explained';

const transferTo = (to: Address) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 1_500_000n] });

const INCREMENT: Hex = `0xf5743c4c${FRAMEWORK.delegationManager.slice(2).padStart(64, '0')}`;

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

it.each(['0x5c975abb', '0x83ebb771', `0x2d40d052${'ab'.repeat(32)}`] as const)(
  'reads %s of the DelegationManager as a question',
  (data) => {
    expect(explain({ to: FRAMEWORK.delegationManager, data })).toMatchObject({
      insight: { level: 'info', title: 'Reads only from DelegationManager: changes nothing' },
      decoded: { contract: 'DelegationManager' },
    });
  },
);

it('never passes over an unknown call that names one of the owner’s Golems', () => {
  const data: Hex = `0xdeadbeef${GUARDIAN.slice(2).padStart(64, '0')}`;

  const { insight } = explain({ to: STRANGER, data });

  expect(insight?.level).toBe('warning');
  expect(insight?.title).toBe("Touches Atlas's guardian");
});

it('finds a key in an unknown call on any chain, also one of an older lease', () => {
  const old = `0x${'77'.repeat(20)}` as const;
  const lease = { generation: 1, budgetId: '1', sessionKey: old, cap: '1', expiresAt: 9 };
  const watched = aStatus({ permissions: [aPermission({ lease })] });

  for (const key of [SESSION_KEY, old]) {
    const data = `0xdeadbeef${key.slice(2).padStart(64, '0')}` as const;
    const { insight } = explain({ to: STRANGER, data }, aScene({ chainId: 1, watched }));
    expect(insight?.title).toBe("Touches Atlas's session key");
  }
});

it('keeps titles short for an id of 64 letters', () => {
  const watched = aStatus({ golems: [aGolem({ id: 'x'.repeat(64), name: '*' })] });
  const data = `0xdeadbeef${SESSION_KEY.slice(2).padStart(64, '0')}` as const;
  const raws: Raw[] = [
    { to: SESSION_KEY, value: '0x1' },
    { to: GUARDIAN, value: '0x1' },
    { to: STRANGER, data },
  ];

  for (const raw of raws) {
    for (const chainId of [1, 8453]) {
      const { insight } = explain(raw, aScene({ chainId, watched }));
      expect(insight?.title.length).toBeLessThanOrEqual(70);
    }
  }
});

it('says one thing once, however often a batch does it', () => {
  const call = { target: USDC_ON_BASE, data: transferTo(SESSION_KEY) };
  const { insight } = explain({ to: OWNER, data: batch(call, call, call) });

  expect(insight?.lines).toHaveLength(1);
  expect(insight?.facts.filter(({ label }) => label === 'Amount')).toHaveLength(3);
});

it('reads a batch of 64 calls, and none of 65', () => {
  const calls = (count: number) =>
    batch(...Array(count).fill({ target: USDC_ON_BASE, data: transferTo(STRANGER) }));

  expect(explain({ to: OWNER, data: calls(64) }).insight).toBeNull();
  expect(explain({ to: OWNER, data: calls(65) }).insight?.title).toContain('cannot read');
});

it('is loud about a function it does not know of any contract of Bardo', () => {
  const { insight } = explain({ to: BARDO.dreamOracle, data: '0xdeadbeef' });

  expect(insight?.title).toBe('Bardo cannot read this DreamOracle call');
});

it('says that an account refuses a batch that another account sends to it', () => {
  const data = batch({ target: FRAMEWORK.nonceEnforcer, data: INCREMENT });
  const sent = explainTransaction(
    parseTransaction({ from: STRANGER, to: OWNER, data }),
    aScene({ signer: STRANGER }),
  );

  expect(sent.insight?.lines.concat(sent.insight.title)).toContain(
    "MetaMask's smart account refuses calls sent to it this way",
  );
  expect(explain({ to: OWNER, data }).insight?.lines.join()).not.toContain('refuses');
});

it('warns of an unknown call to the owner’s own account once Golems are watched', () => {
  expect(explain({ to: OWNER, data: '0xdeadbeef' }).insight?.level).toBe('warning');
  expect(explain({ to: OWNER, data: '0xdeadbeef' }, aScene({ watched: null })).insight).toBeNull();
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
