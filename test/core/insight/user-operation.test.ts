// A signed user operation is a transaction that somebody else sends: what is inside is told as if it were one.
import { concat, keccak256, numberToHex, stringToHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import { explainSignature } from '../../../src/core/insight/signature';
import { approve, batch, MAX, pay, redeemAll, send, toManager } from '../../vectors/batches';
import { anAddress, aScene, aStatus, OWNER, SESSION_KEY, STRANGER } from '../../vectors/builders';
import { aCall } from '../../vectors/calls';
import { aDelegation } from '../../vectors/delegations';
import { watching } from '../../vectors/manager-calls';
import { anOperation, forAccount, forEntryPoint } from '../../vectors/operations';
import { aSignature, ELSEWHERE, PORTAL } from '../../vectors/signatures/builders';

const AT = aScene({ origin: ELSEWHERE });
const OTHER = anAddress(0x99);
const report = (data: unknown, scene = AT) => explainSignature(aSignature(data), scene, PORTAL);
const explain = (data: unknown, scene = AT) => report(data, scene).insight;
const said = (insight: ReturnType<typeof explain>) =>
  [insight?.title, ...(insight?.lines ?? [])].join('\n');
const unknownCall = { target: anAddress(9), value: 0n, data: '0xdeadbeef' as const };

it("has the fields that MetaMask's accounts hash", () => {
  const { PackedUserOperation } = forAccount(anOperation('0x')).types;
  const text = PackedUserOperation.map(
    (one: { type: string; name: string }) => `${one.type} ${one.name}`,
  );

  expect(keccak256(stringToHex(`PackedUserOperation(${text.join()})`))).toBe(
    '0xbc37962d8bd1d319c95199bdfda6d3f92baa8903a61b32d5f4ec1f4b36a3bc18',
  );
});

describe("an operation of the owner's account", () => {
  it.each([
    ['MetaMask', forAccount],
    ['EntryPoint 0.8', forEntryPoint],
  ])('in the form of %s that pays a stranger is loud', (_name, form) => {
    expect(explain(form(anOperation(batch([pay(900_000_000n)]))))).toMatchObject({
      level: 'critical',
      title: 'Moves 900 USDC out of your account to 0x6666…6666',
      lines: expect.arrayContaining([
        'No rule limits it: it runs with all the power of your account.',
        'Anyone who gets this signature can run it once, without asking again.',
      ]),
    });
  });

  it.each([
    ['an allowance', batch([approve(STRANGER, MAX)]), 'Lets 0x6666…6666 take unlimited USDC'],
    ['ether', batch([send(STRANGER, 10n ** 18n)]), 'Moves 1 ETH out of your account'],
    [
      'one call',
      aCall(OWNER, 'execute((address,uint256,bytes))', [[STRANGER, 5n, '0x']]).data,
      'Moves less than 0.000001 ETH',
    ],
    ['the own power, redeemed', redeemAll([{ calls: [pay(5_000_000n)] }]), 'Moves 5 USDC'],
    [
      'a form of other accounts',
      aCall(OWNER, 'execute(address,uint256,bytes)', [STRANGER, 10n ** 18n, '0x']).data,
      'Moves 1 ETH',
    ],
    [
      'a batch of other accounts',
      aCall(OWNER, 'executeBatch(address[],uint256[],bytes[])', [
        [OWNER, STRANGER],
        [0n, 10n ** 18n],
        ['0x', '0x'],
      ]).data,
      'Moves 1 ETH',
    ],
    [
      'a re-opened permission',
      toManager('enableDelegation', aDelegation()).data,
      'Re-opens a revoked permission of Atlas',
    ],
    [
      'what nobody knows',
      '0xdeadbeef',
      'Bardo cannot read what this operation does from your account',
    ],
    [
      'less than a selector',
      '0x00',
      'Bardo cannot read what this operation does from your account',
    ],
    [
      'a broken batch',
      batch([pay(1n)]).slice(0, -64) as `0x${string}`,
      'Bardo cannot read what this operation does from your account',
    ],
  ] as const)('is critical about %s', (_name, callData, title) => {
    const insight = explain(forAccount(anOperation(callData)), {
      ...watching(),
      origin: ELSEWHERE,
    });

    expect(insight?.level).toBe('critical');
    expect(insight?.title).toContain(title);
  });

  it('counts calls that cannot be read', () => {
    expect(explain(forAccount(anOperation(batch([pay(1n, OWNER), unknownCall]))))).toMatchObject({
      level: 'warning',
      lines: expect.arrayContaining(['Bardo cannot read 1 of 2 calls in it.']),
    });
  });

  it('is calm where it only ends a permission, and does not call it refused', () => {
    for (const callData of [
      batch([toManager('disableDelegation', aDelegation())]),
      toManager('disableDelegation', aDelegation()).data,
    ]) {
      const insight = explain(forAccount(anOperation(callData)), watching());

      expect(insight?.level).toBe('info');
      expect(insight?.lines).toContain("Ends Atlas's runway, its last live permission");
      expect(said(insight)).not.toContain('refuse');
    }
  });

  it('that makes no call says that it pays for gas alone', () => {
    expect(explain(forAccount(anOperation('0x')))).toMatchObject({
      level: 'info',
      title: 'Signs an operation: no calls from your account',
      lines: expect.arrayContaining(['It pays for gas and does nothing else.']),
    });
  });

  it('is critical when gas is a way to take its ether, unless another pays', () => {
    const dear = { preVerificationGas: 10n ** 13n };
    const price = {
      gasFees: concat([numberToHex(0n, { size: 16 }), numberToHex(10n ** 18n, { size: 16 })]),
    };

    expect(explain(forAccount(anOperation('0x', dear)))).toMatchObject({
      level: 'critical',
      title: expect.stringMatching(
        /^Lets its submitter take 200\.\d+ ETH from your account for gas$/,
      ),
    });
    expect(explain(forAccount(anOperation('0x', price)))?.level).toBe('critical');
    const paymasterAndData = `0x${'77'.repeat(52)}`;
    expect(explain(forAccount(anOperation('0x', { ...dear, paymasterAndData })))?.level).toBe(
      'info',
    );
  });

  it.each([
    [
      'other fields',
      {
        types: {
          PackedUserOperation: [
            { name: 'sender', type: 'address' },
            { name: 'callData', type: 'bytes' },
          ],
        },
      },
    ],
    [
      'no chain',
      { domain: { name: 'EIP7702StatelessDeleGator', version: '1', verifyingContract: OWNER } },
    ],
    [
      'another contract',
      { domain: { name: 'X', version: '1', chainId: 8453, verifyingContract: STRANGER } },
    ],
  ])('is critical with %s', (_name, over) => {
    const insight = explain(forAccount(anOperation(batch([])), over));

    expect(insight).toMatchObject({
      level: 'critical',
      title: 'Not a user operation as your account takes it: do not sign',
    });
  });

  it.each([
    ['no sender', { sender: undefined }],
    ['a sender that is none', { sender: 'me' }],
    ['calldata that is none', { callData: 'do it' }],
  ])('is critical when it cannot be read: %s', (_name, over) => {
    const data = forAccount(anOperation('0x'));

    expect(explain({ ...data, message: { ...data.message, ...over } })).toMatchObject({
      level: 'critical',
      title: 'A user operation Bardo cannot read: do not sign it',
    });
  });

  it('shows its calls as data', () => {
    const { decoded } = report(forAccount(anOperation(batch([pay(5n), unknownCall]))));

    expect(decoded).toMatchObject({
      contract: 'ERC-4337',
      name: 'PackedUserOperation',
      calls: [
        {
          contract: 'Smart account',
          calls: [{ contract: 'ERC-20', name: 'transfer' }, { name: 'unknown' }],
        },
      ],
    });
  });

  it('is told for the watched account also when another key signs', () => {
    const scene = aScene({ origin: ELSEWHERE, signer: OTHER });
    const request = { ...aSignature(forAccount(anOperation('0xdeadbeef'))), from: OTHER };

    expect(explainSignature(request, scene, PORTAL).insight?.level).toBe('critical');
  });

  it('is told before Bardo watches anything', () => {
    const scene = aScene({ origin: ELSEWHERE, watched: null });

    expect(explain(forAccount(anOperation(batch([pay(1n)]))), scene)?.level).toBe('critical');
    expect(explain(forAccount(anOperation('0xdeadbeef')), scene)?.level).toBe('critical');
  });

  it('says that MetaMask’s account takes no orders from another EntryPoint', () => {
    const data = forAccount(anOperation(batch([pay(1n)])));
    const message = { ...data.message, entryPoint: STRANGER };

    expect(said(explain({ ...data, message }))).toContain(
      "MetaMask's smart account refuses calls sent to it this way",
    );
  });
});

describe('an operation of another account', () => {
  it('that concerns no Golem is passed over', () => {
    for (const callData of [batch([pay(1n), unknownCall]), '0xdeadbeef', '0x'] as const) {
      expect(explain(forAccount(anOperation(callData, { sender: OTHER })))).toBeNull();
    }
  });

  it('that pays a Golem is told', () => {
    const data = forAccount(anOperation(batch([pay(1n, SESSION_KEY)]), { sender: OTHER }));

    expect(explain(data)).toMatchObject({
      level: 'warning',
      title: "Sends tokens to Atlas's session key, outside its runway",
    });
  });

  it("of a Golem's upgraded key is told as the key's", () => {
    const data = forAccount(anOperation(batch([unknownCall]), { sender: SESSION_KEY }));

    expect(explain(data)).toMatchObject({
      level: 'warning',
      title: "Signs an operation: a call from Atlas's session key",
    });
  });
});

describe('any other message in the domain of the own account', () => {
  const data = {
    domain: { name: 'Account', version: '1', chainId: 8453, verifyingContract: OWNER },
    types: { Execute: [{ name: 'calls', type: 'bytes' }] },
    primaryType: 'Execute',
    message: { calls: '0x1234' },
  };

  it('is a warning', () => {
    expect(explain(data)).toMatchObject({
      level: 'warning',
      title: 'A message to your own account that Bardo cannot read',
    });
  });

  it('is passed over for the account of somebody else', () => {
    const domain = { ...data.domain, verifyingContract: OTHER };

    expect(
      explain({ ...data, domain }, aScene({ origin: ELSEWHERE, watched: aStatus() })),
    ).toBeNull();
  });
});

it('knows the EntryPoint that MetaMask’s accounts were built for', () => {
  expect(forAccount(anOperation('0x')).message.entryPoint).toBe(FRAMEWORK.entryPoint);
});
