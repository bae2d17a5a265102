// Ending several grants: in one batch, one by one, half of them, or all by the panic button.
import type { Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EndingEnv, endGrants, openGrants } from '../../../site/ending/revoking';
import { startDraft } from '../../../site/grant/draft';
import { runSteps } from '../../../site/grant/run-steps';
import { answered } from '../../../site/plane/plane';
import { walletWords } from '../../../site/wallet/wallet.words';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { progressOf, type Revocation } from '../../../src/core/runway/revocation';
import { type House, openHouse } from '../../api/house';
import { openMemory } from '../../api/stores';
import { walletError } from '../scripted-wallet';
import { aSiteStage, batching, SETTINGS, type SiteStage } from '../stage';

let chain: Chain;
let house: House;
let stage: SiteStage;

beforeAll(async () => {
  chain = await startChain();
  const opened = await openMemory();
  house = await openHouse({ store: opened.store, chain });
});
afterAll(async () => {
  await house?.stop();
  await chain?.stop();
});
beforeEach(async () => {
  stage = await aSiteStage(chain, house);
  for (const golem of [`${stage.golem}-a`, `${stage.golem}-b`]) {
    const ask = stage.ask({ golem, gasPulls: 0 });
    // Without a Snap: the endings are the owner's own and need none.
    await runSteps(
      startDraft(owner(), ask, { guardian: null, now: house.plane.now() }),
      stage.house,
    );
  }
  stage.wallet.asked.length = 0;
});

const owner = () => stage.owner.address.toLowerCase() as Hex;

async function open() {
  const ids = [`${stage.golem}-a`, `${stage.golem}-b`];
  const details = await Promise.all(
    ids.map(async (id) => answered(await stage.plane.ask('golem', { id }))),
  );
  return openGrants(details, house.plane.now());
}

function revoking(): EndingEnv & { told: Revocation[][] } {
  const told: Revocation[][] = [];
  const { provider, plane, ledger, waiting } = stage.house;
  return {
    provider,
    plane,
    settings: SETTINGS,
    owner: owner(),
    now: () => house.plane.now(),
    ledger,
    report: (list) => void told.push([...list]),
    ...(waiting ? { waiting } : {}),
    told,
  };
}

describe('ending all grants', () => {
  it('goes one by one where the wallet cannot batch, and each is proven on chain', async () => {
    const ended = await endGrants(await open(), { kind: 'all' }, revoking());

    expect(ended.map(({ step }) => step.state)).toEqual(['proven', 'proven']);
    expect(stage.wallet.asked.filter((method) => method === 'eth_sendTransaction')).toHaveLength(2);
    expect(await open()).toEqual([]);
  });

  it('sends one batch where it can', async () => {
    Object.assign(stage.wallet.script, batching(chain, stage));

    const ended = await endGrants(await open(), { kind: 'all' }, revoking());

    expect(progressOf(ended).state).toBe('done');
    expect(stage.wallet.asked.filter((method) => method === 'wallet_sendCalls')).toHaveLength(1);
    expect(stage.wallet.asked).not.toContain('eth_sendTransaction');
  });

  it('falls back to one by one when the batch is refused for what it is', async () => {
    stage.wallet.script.wallet_getCapabilities = () => ({
      '0x14a34': { atomic: { status: 'supported' } },
    });
    stage.wallet.script.wallet_sendCalls = () => {
      throw walletError(5710);
    };

    const ended = await endGrants(await open(), { kind: 'all' }, revoking());

    expect(progressOf(ended).state).toBe('done');
  });

  it('stays half done when the owner stops in the middle, and says which half', async () => {
    const send = stage.wallet.script.eth_sendTransaction as (params: unknown) => unknown;
    let sent = 0;
    stage.wallet.script.eth_sendTransaction = (params: unknown) => {
      sent += 1;
      if (sent > 1) throw walletError(4001);
      return send(params);
    };
    const house = revoking();

    const ended = await endGrants(await open(), { kind: 'all' }, house);

    expect(ended.map(({ step }) => step.state)).toEqual(['proven', 'failed']);
    expect(ended[1]?.step).toMatchObject({ reason: walletWords.errors[4001] });
    expect(progressOf(ended).state).toBe('partial');
    stage.wallet.script.eth_sendTransaction = send as never;
    expect(progressOf(await endGrants(await open(), { kind: 'all' }, house)).state).toBe('done');
  });

  it.each([
    ['one by one', false],
    ['in one batch', true],
  ])('waits for what was sent before and is not mined yet, %s', async (_, together) => {
    if (together) Object.assign(stage.wallet.script, batching(chain, stage));
    const grants = together ? await open() : (await open()).slice(0, 1);
    const impatient = { ...revoking(), waiting: { pollMs: 5, patienceMs: 0 } };
    await chain.cheat('evm_setAutomine', [false]);
    const first = await endGrants(grants, { kind: 'all' }, impatient);
    const again = await endGrants(grants, { kind: 'all' }, impatient);
    await chain.cheat('evm_setAutomine', [true]);
    await chain.cheat('evm_mine', []);
    const last = await endGrants(grants, { kind: 'all' }, revoking());

    const slow = together ? walletWords.send.batchSlow : walletWords.send.slow;
    for (const ended of [first, again])
      expect(ended.map(({ step }) => step)).toMatchObject(grants.map(() => ({ reason: slow })));
    expect(progressOf(last).state).toBe('done');
    const sent = ['eth_sendTransaction', 'wallet_sendCalls'];
    expect(stage.wallet.asked.filter((method) => sent.includes(method))).toHaveLength(1);
  });

  it('ends everything at once by the panic button', async () => {
    const ended = await endGrants(await open(), { kind: 'panic' }, revoking());

    expect(ended.map(({ step }) => step)).toMatchObject([
      { state: 'proven', by: 'nonce' },
      { state: 'proven', by: 'nonce' },
    ]);
    expect(stage.wallet.asked.filter((method) => method === 'eth_sendTransaction')).toHaveLength(1);
  });

  it('does not believe a transaction that changed nothing', async () => {
    stage.wallet.script.eth_sendTransaction = async () => {
      const send = stage.send(stage.owner, { to: owner(), value: 0n });
      await send;
      const block = (await chain.cheat('eth_getBlockByNumber', ['latest', false])) as {
        transactions: Hex[];
      };
      return block.transactions[0];
    };

    const ended = await endGrants(await open(), { kind: 'all' }, revoking());

    expect(ended.map(({ step }) => step.state)).toEqual(['relayed', 'relayed']);
  });
});
