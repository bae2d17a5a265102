import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { encodeFunctionData, parseAbi } from 'viem';
import { FRAMEWORK } from '../../src/core/chain/addresses';
import { parseTransaction } from '../../src/core/insight/parse-transaction';
import { explainTransaction } from '../../src/core/insight/transaction';
import { watchedOf } from '../../src/handlers/insight/insight';
import {
  anAddress,
  GUARDIAN,
  OWNER,
  SESSION_KEY,
  STRANGER,
  USDC_ON_BASE,
} from '../vectors/builders';
import { type Bardo, installBardo, installConnected } from './bardo';
import { now } from './live';
import { startPlane } from './plane';

type Vector = { name: string; chainId: number; to: string; value?: string; data: string };

const FOLDER = 'test/vectors/calls';
const VECTORS: Vector[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json'))
  .flatMap((file) => JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')));

const ERC20 = parseAbi([
  'function approve(address, uint256)',
  'function transfer(address, uint256)',
]);
const approve = (spender: `0x${string}`, amount: bigint) =>
  encodeFunctionData({ abi: ERC20, functionName: 'approve', args: [spender, amount] });

const call = (over: object = {}) => ({ from: OWNER, to: USDC_ON_BASE, value: '0x0', ...over });

async function watching(): Promise<Bardo> {
  const bardo = await installConnected(await startPlane());
  await bardo.check();
  return bardo;
}

describe('what the bundle says of a transaction', () => {
  it('is what core says, for every call we have a vector of', async () => {
    const bardo = await watching();
    const watched = watchedOf(bardo.state);
    let spoken = 0;
    for (const { name, chainId, to, value = '0x0', data } of VECTORS) {
      const raw = { from: OWNER, to, value, data };
      const input = parseTransaction(raw);
      const scene = { chainId, signer: OWNER, origin: 'https://dapp.example', watched, now: now() };
      const { insight } = explainTransaction(input, scene);
      const shown = await bardo.transaction(raw, { chainId: `eip155:${chainId}` });
      const title =
        insight &&
        `${{ critical: 'danger', warning: 'warning', info: 'info' }[insight.level]}: ${insight.title}`;
      expect([name, shown?.lines[0] ?? null]).toEqual([name, title]);
      expect(shown?.severity).toBe(insight?.level === 'critical' ? 'critical' : undefined);
      if (shown) spoken += 1;
    }
    expect(VECTORS.length).toBeGreaterThan(70);
    expect(spoken).toBeGreaterThan(20);
  });

  it('is nothing for what does not concern a Golem', async () => {
    const bardo = await watching();
    expect(await bardo.transaction(call({ to: STRANGER, value: '0x1' }))).toBeNull();
    expect(await bardo.transaction(call({ to: STRANGER, data: '0x' }))).toBeNull();
    expect(await bardo.transaction(call({ to: STRANGER, data: '0xdeadbeef' }))).toBeNull();
    // A deployment: the wallet leaves `to` out.
    expect(await bardo.transaction({ from: OWNER, data: '0x6080604052' })).toBeNull();
  });

  it('is loud for what the Portal asks for and has no use for', async () => {
    const bardo = await watching();
    const shown = await bardo.transaction(call({ data: approve(STRANGER, 1n << 255n) }), {
      origin: bardo.portal,
    });
    expect(shown?.severity).toBe('critical');
    expect(shown?.lines[0]).toMatch(/^danger: .* asks for a transaction Bardo does not know$/);
  });

  it('is the verdict first, marked critical only when it is', async () => {
    const bardo = await watching();
    const harmful = await bardo.transaction(call({ data: approve(SESSION_KEY, 1n << 255n) }));
    expect(harmful?.severity).toBe('critical');
    expect(harmful?.lines[0]).toMatch(/^danger: .*Atlas/);
    const gas = await bardo.transaction(call({ to: SESSION_KEY, value: '0x1' }));
    expect(gas?.severity).toBeUndefined();
    expect(gas?.lines[0]).toBe('info: Gas money for Atlas');
    expect(gas?.text).toContain('Source: control plane, fetched ');
  });

  it('is loud for a known function that cannot be read', async () => {
    const bardo = await watching();
    const shown = await bardo.transaction(
      call({ to: FRAMEWORK.delegationManager, data: '0xcef6d209ffff' }),
    );
    expect(shown?.lines[0]).toMatch(/^danger: Bardo cannot read this DelegationManager/);
  });

  it('is said also for a call that only mentions a key of a Golem', async () => {
    const bardo = await watching();
    const data = `0xdeadbeef${'00'.repeat(12)}${GUARDIAN.slice(2)}`;
    const shown = await bardo.transaction(call({ to: STRANGER, data }));
    expect(shown?.lines[0]).toBe("warning: Touches Atlas's guardian");
  });

  it('admits before it is connected that it knows no Golem', async () => {
    const bardo = await installBardo(await startPlane());
    const vector = VECTORS.find((one) => one.name === 'ends every grant of the account');
    const shown = await bardo.transaction(call({ to: vector?.to, data: vector?.data }));
    expect(shown?.text).toContain('Bardo is not connected: it does not know your Golems.');
  });
});

describe('account updates', () => {
  const update = (address: string) => ({
    from: OWNER,
    to: OWNER,
    value: '0x0',
    type: '0x4',
    authorizationList: [{ address }],
  });

  it("MetaMask's own, before the first grant, is recognised calmly", async () => {
    const bardo = await watching();
    const shown = await bardo.transaction(update(FRAMEWORK.smartAccount7702), {
      origin: 'metamask',
    });
    expect(shown?.severity).toBeUndefined();
    expect(shown?.lines[0]).toBe("info: Account update to MetaMask's smart account");
    expect(shown?.text).toContain('MetaMask itself asks for it.');
  });

  it('to other code is critical', async () => {
    const bardo = await watching();
    const shown = await bardo.transaction(update(anAddress(0x99)));
    expect(shown?.severity).toBe('critical');
    expect(shown?.text).toContain('full power over your account');
  });
});

describe('digests of a transaction', () => {
  it('are computed on a click, in place', async () => {
    const bardo = await watching();
    const shown = await bardo.transaction(call({ data: approve(SESSION_KEY, 5n) }));
    const verdict = shown?.lines[0];
    await shown?.click('digests');
    expect(shown?.lines[0]).toBe(verdict);
    expect(shown?.text).toMatch(/Calldata Digest\ncopy: 0x[0-9a-f]{64}/);
    expect(shown?.buttons).toEqual([]);
  });
});

describe('whatever the wallet hands over', () => {
  it('is answered with a panel that says so when it cannot be read', async () => {
    const bardo = await watching();
    const garbage: object[] = [
      {},
      { from: 'me' },
      call({ to: 'you' }),
      call({ to: 7 }),
      call({ data: '0x123' }),
      call({ data: 'hello' }),
      call({ data: { toString: 1 } }),
      call({ value: '-1' }),
      call({ value: { a: 1 } }),
      call({ authorizationList: 'x' }),
      call({ authorizationList: [null] }),
    ];
    for (const transaction of garbage) {
      const shown = await bardo.transaction(transaction);
      expect([transaction, shown?.lines[0]]).toEqual([
        transaction,
        'warning: Bardo could not check this',
      ]);
      expect(shown?.severity).toBeUndefined();
    }
    const solana = { chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' };
    expect((await bardo.transaction(call(), solana))?.text).toContain('could not check');
  });

  it('also when the memory cannot be read at all', async () => {
    const bardo = await watching();
    bardo.wallet.script('snap_getState', () => {
      throw new Error('gone');
    });
    const shown = await bardo.transaction(call({ data: approve(SESSION_KEY, 5n) }));
    expect(shown?.text).toContain('Do not take its silence for safety.');
  });

  it('of half a megabyte is answered in time, and without an offer of digests', async () => {
    const bardo = await watching();
    const data = `${approve(SESSION_KEY, 5n)}${'00'.repeat(500_000)}`;
    const started = Date.now();
    const shown = await bardo.transaction(call({ data }));
    expect(shown?.lines[0]).toMatch(/^(warning|danger): /);
    expect(shown?.buttons).toEqual([]);
    expect(Date.now() - started).toBeLessThan(5_000);
  });

  it('asks nothing of the network', async () => {
    const plane = await startPlane();
    const bardo = await installConnected(plane);
    await bardo.transaction(call({ data: approve(SESSION_KEY, 5n) }));
    expect(plane.tokens).toEqual([]);
  });
});
