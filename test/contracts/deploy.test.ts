// Deploys to a loopback chain: nothing on a dry run, everything once, nothing twice.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPublicClient, http } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deploy } from '../../contracts/deploy';
import { planDeployment } from '../../contracts/deployment';
import { DEPLOYER } from '../../site/world/chain/anvil';
import { golemPolicyEnforcerAbi } from '../../src/core/chain/bardo-abis.generated';
import { type Anvil, build, startAnvil } from './anvil';

const folder = mkdtempSync(join(tmpdir(), 'bardo-deploy-'));
const out = join(folder, 'deployments.json');
const said: string[] = [];
let anvil: Anvil;

const run = (over: object = {}) => {
  said.length = 0;
  const say = (line: string) => said.push(line);
  return deploy({ rpc: anvil.rpc, send: true, out, key: DEPLOYER, say, ...over });
};

beforeAll(async () => {
  build();
  anvil = await startAnvil();
});

afterAll(() => {
  anvil?.stop();
  rmSync(folder, { recursive: true });
});

describe('deploying', () => {
  it('sends nothing on a dry run and says what is missing', async () => {
    const missing = await run({ send: false, key: undefined });

    expect(missing).toHaveLength(16);
    expect(said.at(-1)).toBe('dry run: nothing was sent. Repeat with --send and DEPLOYER_KEY.');
    const chain = createPublicClient({ transport: http(anvil.rpc) });
    expect(await chain.getBlockNumber()).toBe(0n);
  });

  it('refuses to send without a key', async () => {
    await expect(run({ key: undefined })).rejects.toThrow('DEPLOYER_KEY is not set');
  });

  it('deploys everything where it was planned, knowing each other', async () => {
    await run();

    const plan = planDeployment();
    const chain = createPublicClient({ transport: http(anvil.rpc) });
    for (const { address } of plan) {
      expect(await chain.getCode({ address })).toMatch(/^0x[0-9a-f]{200,}/);
    }
    const addressOf = (name: string) => plan.find((one) => one.name === name)?.address;
    const vitality = await chain.readContract({
      address: addressOf('GolemPolicyEnforcer') ?? '0x',
      abi: golemPolicyEnforcerAbi,
      functionName: 'vitality',
    });
    expect(vitality).toBe(addressOf('VitalityOracle'));
  });

  it('deploys nothing twice and keeps the block it first saw', async () => {
    const before = readFileSync(out, 'utf8');

    expect(await run()).toEqual([]);

    expect(said[0]).toBe('chain 31337: 16 of 16 contracts are there');
    expect(readFileSync(out, 'utf8')).toBe(before);
  });

  it('forgets chains that were recorded under other addresses', async () => {
    writeFileSync(out, JSON.stringify({ addresses: { Warden: '0x01' }, chains: { 1: 7 } }));

    await run();

    const { addresses, chains } = JSON.parse(readFileSync(out, 'utf8'));
    expect(Object.keys(addresses)).toHaveLength(16);
    expect(Object.keys(chains)).toEqual(['31337']);
  });

  it('finishes what an interrupted run left', async () => {
    const fresh = await startAnvil();
    try {
      const [first] = planDeployment();
      const chain = createPublicClient({ transport: http(fresh.rpc) });
      await chain.request({
        method: 'anvil_setCode' as never,
        params: [first?.address, '0x00'] as never,
      });

      expect(await run({ rpc: fresh.rpc })).toHaveLength(15);
      expect(await run({ rpc: fresh.rpc })).toEqual([]);
    } finally {
      fresh.stop();
    }
  });
});
