import { NonceEnforcer } from '@metamask/delegation-abis';
import { type Abi, type Address, encodeFunctionData, toFunctionSelector } from 'viem';
import { expect, it } from 'vitest';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import { decodeCall } from '../../../src/core/decoders';
import { nonceEnforcer } from '../../../src/core/decoders/nonce-enforcer';
import type { Scene } from '../../../src/core/findings/scene';
import {
  aGolem,
  aPermission,
  aScene,
  aStatus,
  BASE,
  NOW,
  OWNER,
  STRANGER,
} from '../../vectors/builders';

function explain(scene: Scene, from = OWNER, manager: Address = FRAMEWORK.delegationManager) {
  const outcome = decodeCall({
    chainId: BASE,
    from,
    to: FRAMEWORK.nonceEnforcer,
    value: 0n,
    data: encodeFunctionData({
      abi: NonceEnforcer as unknown as Abi,
      functionName: 'incrementNonce',
      args: [manager],
    }),
  });
  return outcome.kind === 'decoded' ? outcome.decoded.explain(scene) : null;
}

it('knows its selector', () => {
  const [reader] = nonceEnforcer.functions;

  expect(toFunctionSelector(reader?.signature ?? '')).toBe(reader?.selector);
});

it('names the Golems that lose their grant', () => {
  const golems = [aGolem(), aGolem({ id: 'b', name: 'Vesper' }), aGolem({ id: 'c', name: 'Over' })];
  const permissions = [
    aPermission(),
    aPermission({ id: 'gas', token: null }),
    aPermission({ id: 'b', golem: 'b' }),
    aPermission({ id: 'c', golem: 'c', expiresAt: NOW - 1 }),
  ];

  expect(explain(aScene({ watched: aStatus({ golems, permissions }) }))).toMatchObject([
    {
      level: 'warning',
      title: 'Ends every MetaMask grant of this account on Base',
      lines: [
        'Atlas, Vesper can no longer spend.',
        'This cannot be undone: each needs a new grant.',
      ],
    },
  ]);
});

it('says when it touches no Golem', () => {
  const lines = (scene: Scene, from?: Address) => explain(scene, from)?.[0]?.lines[0];

  expect(lines(aScene({ watched: aStatus({ permissions: [] }) }))).toBe(
    'Bardo knows no live permission of your Golems on Base.',
  );
  expect(lines(aScene(), STRANGER)).toBe(
    'It is not the account that feeds your Golems: theirs stay as they are.',
  );
  expect(lines(aScene({ watched: null }))).toBe('This cannot be undone: each needs a new grant.');
});

it('says who goes on: on other chains and under other managers', () => {
  const golems = [
    aGolem(),
    aGolem({ id: 'b', name: 'Vesper' }),
    aGolem({ id: 'c', name: 'Ember' }),
  ];
  const permissions = [
    aPermission(),
    aPermission({ id: 'b', golem: 'b', chainId: 1 }),
    aPermission({ id: 'c', golem: 'c', manager: STRANGER }),
    aPermission({ id: 'c2', golem: 'c', chainId: 1 }),
  ];
  const lines = (chainId: number) => {
    const data = `0xf5743c4c${FRAMEWORK.delegationManager.slice(2).padStart(64, '0')}` as const;
    const call = { chainId, from: OWNER, to: FRAMEWORK.nonceEnforcer, value: 0n, data };
    const outcome = decodeCall(call);
    const watched = aStatus({ golems, permissions });
    if (outcome.kind !== 'decoded') throw new Error(outcome.kind);
    return outcome.decoded.explain(aScene({ chainId, watched }))[0]?.lines.slice(0, -1);
  };

  expect(lines(BASE)).toEqual([
    'Atlas can no longer spend.',
    'Vesper goes on: 1 permission on Ethereum.',
    'Ember goes on: 1 permission without a lease on Base, 1 permission on Ethereum.',
  ]);
  expect(lines(10)).toEqual([
    'Bardo knows no live permission of your Golems on OP Mainnet.',
    'Atlas goes on: 1 permission on Base.',
    'Vesper goes on: 1 permission on Ethereum.',
    'Ember goes on: 1 permission on Base, 1 permission on Ethereum.',
  ]);
});

it('says that another manager changes nothing', () => {
  expect(explain(aScene(), OWNER, STRANGER)).toMatchObject([
    {
      level: 'warning',
      title: "Ends nothing: it is for another manager than MetaMask's",
      lines: ['Every grant of your Golems stays valid after this.'],
    },
  ]);
});

it('says that it ends nothing when it is sent to another contract', () => {
  const at = (to: `0x${string}`, manager: string) => {
    const data = `0xf5743c4c${manager.slice(2).padStart(64, '0')}` as const;
    const outcome = decodeCall({ chainId: BASE, from: OWNER, to, value: 0n, data });
    if (outcome.kind !== 'decoded') throw new Error(outcome.kind);
    return outcome.decoded.explain(aScene());
  };

  expect(at(STRANGER, FRAMEWORK.delegationManager)).toMatchObject([
    { level: 'warning', title: "Ends nothing: it is not sent to MetaMask's NonceEnforcer" },
  ]);
  expect(at(STRANGER, STRANGER)).toEqual([]);
});
