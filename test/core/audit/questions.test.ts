import { decodeFunctionData, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import { questionsOf } from '../../../src/core/audit/questions';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import { BARDO } from '../../../src/core/chain/bardo-addresses.generated';
import { MAX_CALLS, MULTICALL3 } from '../../../src/core/chain/multicall';
import { golemIdOf } from '../../../src/core/protocol/messages';
import { aGolem, GUARDIAN, OWNER, SESSION_KEY, USDC_ON_BASE } from '../../vectors/builders';
import { aHeld, aTarget } from '../../vectors/ledger';

const ABI = parseAbi([
  'function paused() view returns (bool)',
  'function delegationManager() view returns (address)',
  'function currentNonce(address manager, address owner) view returns (uint256)',
  'function disabledDelegations(bytes32 hash) view returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
  'function getEthBalance(address key) view returns (uint256)',
  'function getBlockHash(uint256 block) view returns (bytes32)',
  'function getAvailableAmount(bytes32 hash, address manager, bytes terms) view returns (uint256, bool, uint256)',
]);

const held = aHeld();
const calls = questionsOf([aTarget({ held: [held] })], 98);
const asked = (name: string) => {
  const call = calls.get(name);
  if (!call) throw new Error(`${name} is not asked`);
  return { to: call.to, ...decodeFunctionData({ abi: ABI, data: call.data }) };
};

describe('The chain is asked', () => {
  it('of the account: pause, counter, balance', () => {
    expect(asked('paused')).toMatchObject({
      to: FRAMEWORK.delegationManager,
      functionName: 'paused',
    });
    expect(asked(`manager:${OWNER}`)).toMatchObject({
      ...{ to: OWNER, functionName: 'delegationManager' },
    });
    const { args } = asked(`nonce:${OWNER}`);
    expect(args?.map((one) => String(one).toLowerCase())).toEqual([
      FRAMEWORK.delegationManager.toLowerCase(),
      OWNER,
    ]);
    expect(asked(`held:${USDC_ON_BASE}:${OWNER}`)).toMatchObject({ functionName: 'balanceOf' });
  });

  it('of every hash whether it is disabled, once each', () => {
    const hashes = [...calls.keys()].filter((key) => key.startsWith('disabled:'));

    expect(hashes).toEqual(held.hashes.map((hash) => `disabled:${hash}`));
    expect(asked(hashes[0] as string).args).toEqual([held.hashes[0]]);
  });

  it('of the grant what its period leaves, with the very terms that were signed', () => {
    const { args, functionName } = asked(`period:${held.hashes[1]}`);

    expect(functionName).toBe('getAvailableAmount');
    expect(args?.[2]).toBe(held.grant.period.terms);
  });

  it('of the Golem: record, gas, and the block its heartbeat names', () => {
    expect(calls.get(`vitality:${GUARDIAN}:atlas`)?.to).toBe(BARDO.vitalityOracle);
    expect(calls.get(`vitality:${GUARDIAN}:atlas`)?.data).toContain(golemIdOf('atlas').slice(2));
    expect(asked(`gas:${SESSION_KEY}`)).toMatchObject({ to: MULTICALL3 });
    expect(asked(`block:${aGolem().heartbeat?.blockNumber}`).args).toEqual([30_000_000n]);
    expect(asked('block:98').args).toEqual([98n]);
  });
});

describe('Golems of one owner', () => {
  it('share what is the same for all, and sixteen fit into one batch', () => {
    const clade = Array.from({ length: 16 }, (_, n) =>
      aTarget({
        id: `g-${n}`,
        held: [aHeld({ generation: BigInt(n + 1) })],
        golem: aGolem({ id: `g-${n}` }),
      }),
    );
    const shared = questionsOf(clade, 98);

    expect([...shared.keys()].filter((key) => key.startsWith('nonce:'))).toHaveLength(1);
    expect(shared.size).toBeLessThanOrEqual(MAX_CALLS);
  });
});
