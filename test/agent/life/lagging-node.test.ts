// A node that lags, forks or runs wild kills nobody: what it has not seen is unknown, and an end must be seen twice, some
// blocks apart, before a Golem gives up its key.
import { encodeFunctionData, type Hex } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { connectChain } from '../../../src/agent/chain/chain';
import { managerAbi } from '../../../src/agent/chain/framework';
import { adoptRunway } from '../../../src/agent/life/adoption';
import { Heartbeat } from '../../../src/agent/life/heartbeat-loop';
import { plainSender } from '../../../src/agent/payments/sender';
import { redeem } from '../../../src/agent/runway/redeem';
import { readRunwayState } from '../../../src/agent/runway/runway-state';
import { createTools } from '../../../src/agent/tools/tools';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import {
  golemPolicyEnforcerAbi,
  vitalityOracleAbi,
} from '../../../src/core/chain/bardo-abis.generated';
import { BARDO } from '../../../src/core/chain/bardo-addresses.generated';
import { golemIdOf } from '../../../src/core/protocol/messages';
import { aFickleNode, type FickleNode } from '../../nodes/fickle-node';
import { type Newborn, newborn } from '../newborn';
import { PAYEE, USDC } from '../stage';

let chain: Chain;
let node: FickleNode;

beforeAll(async () => {
  chain = await startChain();
});
beforeEach(async () => {
  node = await aFickleNode(chain);
});
afterEach(() => node.close());
afterAll(() => chain?.stop());

const blocks = (count: number) => chain.cheat('anvil_mine', [`0x${count.toString(16)}`]);
const height = async () => BigInt((await chain.cheat('eth_blockNumber', [])) as string);

/** It looks at the chain through the fickle node from now on. */
function through({ golem }: Newborn): Heartbeat {
  golem.chain = connectChain({ rpcUrl: node.url, chainId: chain.chainId });
  return new Heartbeat(golem, { intervalSeconds: 60, onStop: () => undefined });
}

const endAll = encodeFunctionData({ abi: golemPolicyEnforcerAbi, functionName: 'endAllLeases' });
const incrementNonce = `0xf5743c4c${FRAMEWORK.delegationManager.slice(2).padStart(64, '0')}` as Hex;

describe('a fresh lease and a node that has not seen what it was signed upon', () => {
  it('is no end by epoch: it waits, and spends when the node has caught up', async () => {
    const born = await newborn(chain);
    const { golem, stage, grant, plane } = born;
    const before = await height();
    await stage.send(stage.owner, { to: BARDO.golemPolicyEnforcer, data: endAll });
    const context = await stage.lease(grant, golem.key.address, { epoch: 1n, generation: 2n });
    expect(await adoptRunway(golem, context)).toBeNull();
    plane.said.contexts = [{ permission: 'new', chainId: chain.chainId, context }];
    const pulse = through(born);
    const tools = createTools({ golems: [golem] });
    node.mode.asOf = before;

    const state = await readRunwayState(golem.chain, golem.runway as never);
    expect(state).toMatchObject({ ended: null, behind: true, available: 0n });
    for (let beat = 0; beat < 3; beat += 1) {
      expect(await pulse.beat()).toMatchObject({
        ok: false,
        reason: expect.stringMatching(/node is behind/),
      });
      await blocks(3);
    }
    const paying = tools.metamask_redeem_runway({ golem_id: golem.id, amount_usdc: 1 });
    await expect(paying).rejects.toThrow('node is behind');
    expect(golem.key.destroyed).toBe(false);

    node.mode.asOf = null;
    expect(await pulse.beat()).toMatchObject({ ok: true, stop: null });
    expect(
      await tools.metamask_redeem_runway({ golem_id: golem.id, amount_usdc: 1 }),
    ).toMatchObject({ redeemed: '1' });
  });

  it('is no end by the owner’s nonce either', async () => {
    const born = await newborn(chain);
    const { golem, stage } = born;
    const before = await height();
    await stage.send(stage.owner, { to: FRAMEWORK.nonceEnforcer, data: incrementNonce });
    const grant = await stage.grant();
    const context = await stage.lease(grant, golem.key.address, { generation: 2n });
    expect(await adoptRunway(golem, context)).toBeNull();
    const pulse = through(born);
    node.mode.asOf = before;

    expect(await pulse.beat()).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/node is behind/),
    });
    node.mode.asOf = null;
    expect(await pulse.beat()).toMatchObject({ ok: true, stop: null });
  });
});

describe('an end', () => {
  it('must be seen twice, some blocks apart: one answer of a node is none', async () => {
    const born = await newborn(chain);
    const { golem, stage, grant, plane } = born;
    plane.said.contexts = [];
    const pulse = through(born);
    const disable = { abi: managerAbi, functionName: 'disableDelegation', args: [grant] } as const;
    await stage.send(stage.owner, {
      to: stage.link.manager,
      data: encodeFunctionData(disable),
    });

    for (let look = 0; look < 3; look += 1) {
      // The same block again is the same answer, however often it is given.
      expect(await pulse.beat()).toMatchObject({
        ok: false,
        reason: expect.stringMatching(/looked at again/),
      });
    }
    await blocks(2);
    expect(await pulse.beat()).toMatchObject({ ok: false });
    await blocks(1);
    expect(await pulse.beat()).toMatchObject({
      ok: true,
      stop: { by: 'chain', cause: 'disabled' },
    });
    expect(golem.key.destroyed).toBe(false);
  });

  it('that a dropped branch of the chain showed is none', async () => {
    const born = await newborn(chain);
    const { stage } = born;
    const pulse = through(born);
    const { golem } = born;
    await stage.send(stage.owner, { to: BARDO.golemPolicyEnforcer, data: endAll });
    expect(await pulse.beat()).toMatchObject({ ok: false });

    await chain.cheat('anvil_reorg', [1, []]);
    await blocks(4);

    expect(await pulse.beat()).toMatchObject({ ok: true, stop: null });
    expect(golem.key.destroyed).toBe(false);
  });

  it('of the oracle ends nobody in one look, not by a payment either', async () => {
    const born = await newborn(chain);
    const { golem, stage } = born;
    const tools = createTools({ golems: [golem] });
    const args = [stage.guardian.address, golemIdOf(golem.id), 4, 0] as const;
    const data = encodeFunctionData({ abi: vitalityOracleAbi, functionName: 'report', args });
    await golem.sender.send({ to: BARDO.vitalityOracle, data });
    const pay = () => tools.metamask_redeem_runway({ golem_id: golem.id, amount_usdc: 1 });

    expect(await pay()).toMatchObject({
      redeemed: '0',
      reason: expect.stringMatching(/looked at again/),
      revoked: null,
    });
    expect(golem.key.destroyed).toBe(false);
    await blocks(3);
    expect((await pay()).revoked).toMatchObject({ session_account_invalidated: true });
  });

  it('by time is none while the Golem’s own clock says otherwise', async () => {
    const soon = BigInt(Math.floor(Date.now() / 1000) + 7200);
    const born = await newborn(chain, { expiry: soon });
    const pulse = through(born);
    const snapshot = await chain.cheat('evm_snapshot', []);
    await chain.cheat('evm_increaseTime', [8000]);
    await blocks(1);
    expect(await pulse.beat()).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/clock is far ahead/),
    });
    await blocks(5);
    expect(await pulse.beat()).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/clock is far ahead/),
    });
    expect(born.golem.key.destroyed).toBe(false);
    await chain.cheat('evm_revert', [snapshot]);
  });
});

it('a node that shows older blocks than before is not believed until it has caught up', async () => {
  const born = await newborn(chain);
  const pulse = through(born);
  await blocks(3);
  expect(await pulse.beat()).toMatchObject({ ok: true });
  node.mode.lag = 2;
  expect(await pulse.beat()).toMatchObject({
    ok: false,
    reason: expect.stringMatching(/node is behind/),
  });
  node.mode.lag = 0;
  expect(await pulse.beat()).toMatchObject({ ok: true, stop: null });
});

describe('a node that stands still while the clock runs', () => {
  const STILL = { ok: false, reason: expect.stringMatching(/stands still/) };

  it('is not fresh: nothing is signed, asked for or given up until blocks come again', async () => {
    const born = await newborn(chain);
    const { golem, stage, plane } = born;
    let ahead = 0;
    const now = () => Date.now() / 1000 + ahead;
    golem.chain = connectChain({ rpcUrl: node.url, chainId: chain.chainId, now });
    golem.sender = plainSender(golem.chain, golem.key, 500, golem.journal);
    const pulse = new Heartbeat(golem, { intervalSeconds: 60, onStop: () => undefined });
    const tools = createTools({ golems: [golem] });
    const golem_id = golem.id;
    const before = await stage.usdcOf(PAYEE);
    node.mode.asOf = await height();
    expect(await pulse.beat()).toMatchObject({ ok: true });
    const beats = plane.heard.length;

    ahead = 3600;
    for (let beat = 0; beat < 4; beat += 1) expect(await pulse.beat()).toMatchObject(STILL);
    const pay = tools.metamask_redeem_runway({ golem_id, amount_usdc: 1 });
    await expect(pay).rejects.toThrow('stands still');
    await expect(tools.metamask_check_permission_health({ golem_id })).rejects.toThrow(
      'stands still',
    );
    const ask = { golems: [golem_id], daily_cap_usdc: 1, duration_days: 1, replace: true };
    await expect(tools.metamask_request_runway(ask)).rejects.toThrow('stands still');
    const pull = { payee: PAYEE, amount: USDC };
    expect(
      await redeem(golem.chain, golem.sender, golem.runway as never, pull, { key: 'rent' }),
    ).toMatchObject({ ok: false, code: 'unreachable', reason: expect.stringMatching(/still/) });
    expect(await golem.journal.open(golem.key.address)).toEqual([]);
    expect(plane.heard).toHaveLength(beats);
    expect(golem.key.destroyed).toBe(false);
    expect(await stage.usdcOf(PAYEE)).toBe(before);

    Object.assign(node.mode, { asOf: null });
    ahead = 0;
    await blocks(1);
    expect(await pulse.beat()).toMatchObject({ ok: true, stop: null });
  });

  it('is held against the Golem’s own clock too', async () => {
    const { golem } = await newborn(chain);
    const pulse = new Heartbeat(golem, { intervalSeconds: 60, onStop: () => undefined });
    expect(await pulse.beat()).toMatchObject({ ok: true });
    golem.now = () => Math.floor(Date.now() / 1000) + 3600;
    expect(await pulse.beat()).toMatchObject(STILL);
    golem.runway = null;
    expect(await pulse.beat()).toMatchObject(STILL);
  });

  it('settles no payment, and leads to no second one', async () => {
    const { golem, stage } = await newborn(chain);
    let ahead = 0;
    const now = () => Date.now() / 1000 + ahead;
    const link = connectChain({ rpcUrl: node.url, chainId: chain.chainId, now });
    const pull = (waitMs = 300) => {
      const sender = plainSender(link, golem.key, waitMs, golem.journal);
      return redeem(link, sender, golem.runway as never, { payee: PAYEE, amount: USDC });
    };
    const before = await stage.usdcOf(PAYEE);
    node.mode.sends = 'arrive unheard';
    node.mode.finds = false;
    expect(await pull()).toMatchObject({ code: 'unconfirmed' });

    // It is mined, and the node shows it; but how long ago that was true nobody knows.
    Object.assign(node.mode, { sends: 'arrive', finds: true });
    ahead = 3600;
    for (let time = 0; time < 3; time += 1) {
      expect(await pull()).toMatchObject({ ok: false, code: 'unconfirmed', earlier: true });
    }
    ahead = 0;
    expect(await pull(60_000)).toMatchObject({ ok: true, earlier: true });
    expect((await stage.usdcOf(PAYEE)) - before).toBe(USDC);
  });
});
