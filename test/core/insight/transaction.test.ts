import { type Address, encodeAbiParameters, encodeFunctionData, erc20Abi, type Hex } from 'viem';
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

type Raw = { to?: Address; data?: Hex; value?: Hex; authorizationList?: { address: Address }[] };

const explain = (raw: Raw, scene = aScene()) =>
  explainTransaction(parseTransaction({ from: OWNER, ...raw }), scene);

const transferTo = (to: Address) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 1_500_000n] });

const INCREMENT: Hex = `0xf5743c4c${FRAMEWORK.delegationManager.slice(2).padStart(64, '0')}`;

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

it('says that money for a key goes to a chain where its Golem does not live', () => {
  const { insight } = explain({ to: SESSION_KEY, value: '0x1' }, aScene({ chainId: 1 }));

  expect(insight).toMatchObject({
    level: 'warning',
    title: "Money for Atlas's key on another chain than its own",
    lines: ['Atlas lives on Base.'],
  });
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

it('takes a payment with an attribution suffix for gas money', () => {
  const data = '0x62635f62386e6f733561380b0080218021802180218021802180218021';

  expect(explain({ to: SESSION_KEY, value: '0x1', data }).insight?.title).toBe(
    'Gas money for Atlas',
  );
});

it('warns of an unknown call to the owner’s own account once Golems are watched', () => {
  expect(explain({ to: OWNER, data: '0xdeadbeef' }).insight?.level).toBe('warning');
  expect(explain({ to: OWNER, data: '0xdeadbeef' }, aScene({ watched: null })).insight).toBeNull();
});

it('calls native money for a session key gas, and says who decides over it', () => {
  const { insight } = explain({ to: SESSION_KEY, value: '0x2386f26fc10000' });

  expect(insight).toMatchObject({ level: 'info', title: 'Gas money for Atlas' });
  expect(insight?.facts[0]?.value).toBe('0.01 ETH');
});

it.each([
  ['0x16345785d8a0000', '0.1 ETH', 8453],
  ['0x56bc75e2d63100000', '100 ETH', 8453],
  ['0x56bc75e2d63100000', '100 ETH', 1],
])('does not call %s wei gas money where gas never costs that (%s)', (value, words, chainId) => {
  const watched = aStatus({ golems: [aGolem({ chainId })] });
  const { insight } = explain(
    { to: SESSION_KEY, value: value as Hex },
    aScene({ chainId, watched }),
  );

  expect(insight).toMatchObject({
    level: 'warning',
    title: `Sends ${words} to Atlas's key: more than gas costs`,
    lines: expect.arrayContaining([expect.stringContaining('hardly ever costs more than')]),
  });
});

it('calls the same sum gas where gas is dear', () => {
  const watched = aStatus({ golems: [aGolem({ chainId: 1 })] });
  const raw: Raw = { to: SESSION_KEY, value: '0x16345785d8a0000' };

  expect(explain(raw, aScene({ chainId: 1, watched })).insight?.title).toBe('Gas money for Atlas');
});

it('adds up what a batch sends to the keys of one Golem', () => {
  const old = `0x${'77'.repeat(20)}` as const;
  const lease = { generation: 1, budgetId: '1', sessionKey: old, cap: '1', expiresAt: 9 };
  const watched = aStatus({ permissions: [aPermission({ lease })] });
  const sends = Array(30).fill({ target: SESSION_KEY, value: 10n ** 15n });
  const data = batch(...sends, ...sends.map((one) => ({ ...one, target: old })));

  expect(explain({ to: OWNER, data }, aScene({ watched })).insight).toMatchObject({
    level: 'warning',
    title: "Sends 0.06 ETH to Atlas's key: more than gas costs",
  });
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
