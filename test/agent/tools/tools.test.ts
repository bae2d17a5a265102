// The four tools as a model calls them, on the real chain.
import { getAddress, zeroAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { SessionKeyDestroyed } from '../../../src/agent/key/session-key';
import { adoptRunway } from '../../../src/agent/life/adoption';
import { Unconfirmed } from '../../../src/agent/payments/call';
import { createTools } from '../../../src/agent/tools/tools';
import { encodeContext } from '../../../src/core/delegations/delegation';
import { newborn, unborn } from '../newborn';
import { PAYEE, register, USDC } from '../stage';

let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain?.stop());

const OTHER = `0x${'5c'.repeat(20)}`;
const ASK = { daily_cap_usdc: 10, duration_days: 7, timeout_seconds: 3 };

describe('metamask_request_runway', () => {
  it('resolves with what was really granted once the lease is there', async () => {
    const { stage, plane, golem, events } = await unborn(chain);
    const notes = new Map<string, unknown>();
    const grimoire = { put: async (key: string, value: unknown) => void notes.set(key, value) };
    const tools = createTools({ golems: [golem], grimoire }, { pollMs: 50 });
    const asked = tools.metamask_request_runway({ ...ASK, golems: [golem.id], reason: 'to live' });
    await expect.poll(() => plane.said.runway?.state).toBe('open');
    expect(plane.said.runway).toMatchObject({ amount: '10000000', days: 7, name: 'Atlas' });

    const grant = await stage.grant({ cap: 8n * USDC });
    const context = await stage.lease(grant, golem.key.address);
    plane.said.keys.push(golem.key.address.toLowerCase());
    plane.said.contexts.push({ permission: 'p-1', chainId: chain.chainId, context });
    plane.said.runway = { ...plane.said.runway!, state: 'granted', permission: 'p-1' };
    const result = await asked;

    expect(result).toMatchObject({
      outcome: 'granted',
      permission_id: 'p-1',
      stored_in_grimoire: true,
      daily_cap: '5',
      usable: true,
      expires_at: golem.runway?.expiresAt,
    });
    expect(notes.get(`metamask.permission.${golem.id}`)).toEqual({ permission: 'p-1', context });
    const names = events.map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('tool:'))).toEqual([
      'tool:start',
      ...Array(6).fill('tool:progress'),
      'tool:end',
    ]);
    expect(names).toContain('key:delegation-granted');
  });

  it('names whom it wants to pay, signed, and asks as ever when it names nobody', async () => {
    const [naming, silent] = [await unborn(chain), await unborn(chain)];
    const ask = ({ golem }: typeof naming, over: object) =>
      createTools({ golems: [golem] }).metamask_request_runway({
        ...{ ...ASK, timeout_seconds: 0, golems: [golem.id], ...over },
      });

    await ask(naming, { payees: [getAddress(PAYEE), OTHER] });
    await ask(silent, { payees: [] });

    // The plane refuses what is not signed so.
    expect(naming.plane.said.runway?.payees).toEqual([PAYEE.toLowerCase(), OTHER]);
    expect(silent.plane.said.runway).not.toHaveProperty('payees');
    expect(silent.plane.said.runway).toMatchObject({ state: 'open' });
  });

  it('refuses payees that no lease could name before anybody is asked', async () => {
    const { golem, plane } = await unborn(chain);
    const tools = createTools({ golems: [golem] });
    const ask = (payees: unknown) =>
      tools.metamask_request_runway({
        ...{ ...ASK, timeout_seconds: 0, golems: [golem.id] },
        payees: payees as string[],
      });
    const nine = Array.from({ length: 9 }, (_, index) => `0x${`${index + 1}`.repeat(40)}`);

    await expect(ask(nine)).rejects.toThrow('payees must name at most 8');
    await expect(ask([PAYEE, golem.key.address])).rejects.toThrow('the session key itself');
    await expect(ask([golem.owner])).rejects.toThrow('the owner');
    await expect(ask([chain.usdc])).rejects.toThrow('a contract of the system');
    await expect(ask([zeroAddress])).rejects.toThrow('the zero address');
    await expect(ask([OTHER, OTHER])).rejects.toThrow('twice');
    await expect(ask([OTHER, 'my shop'])).rejects.toThrow('payees[1] must look like ^0x');
    // One letter of the checksum is wrong: a typing error would pay a stranger.
    await expect(ask(['0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045'])).rejects.toThrow('mistyped');
    await expect(ask(OTHER)).rejects.toThrow('payees must be a list, not the text');
    expect(plane.said.runway).toBeNull();
  });

  it('hands a request that was pushed out in again as it was signed, and says when that is in vain', async () => {
    const { plane, golem } = await unborn(chain);
    const tools = createTools({ golems: [golem] }, { pollMs: 20 });
    const ask = { ...ASK, golems: [golem.id], timeout_seconds: 60 };
    const flood = setInterval(() => {
      plane.said.runway = null;
    }, 5);

    const result = await tools.metamask_request_runway(ask).finally(() => clearInterval(flood));

    expect(result).toMatchObject({ outcome: 'dropped', usable: false, permission_id: null });
    const bodies = plane.heard.filter(({ route }) => route === 'askRunway').map(({ body }) => body);
    expect(bodies.length).toBeGreaterThanOrEqual(4);
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  });

  it('waits on for the answer to a request that was handed in again', async () => {
    const { plane, golem } = await unborn(chain);
    const tools = createTools({ golems: [golem] }, { pollMs: 20 });
    const asked = tools.metamask_request_runway({
      ...ASK,
      golems: [golem.id],
      timeout_seconds: 60,
    });
    const soon = { timeout: 30_000 };
    await expect.poll(() => plane.said.runway?.state, soon).toBe('open');
    plane.said.runway = null;
    await expect.poll(() => plane.said.runway?.state, soon).toBe('open');
    plane.said.runway = { ...plane.said.runway!, state: 'refused' };

    expect(await asked).toMatchObject({ outcome: 'refused' });
  });

  it('says refused, expired and timed out, and does not believe a foreign grant', async () => {
    const { stage, plane, golem } = await unborn(chain);
    const tools = createTools({ golems: [golem] }, { pollMs: 50 });
    const ask = () =>
      tools.metamask_request_runway({ ...ASK, golems: [golem.id], timeout_seconds: 0.3 });
    expect(await ask()).toMatchObject({ outcome: 'timed_out', usable: false, daily_cap: null });

    plane.said.runway = { ...plane.said.runway!, state: 'refused' };
    expect(await ask()).toMatchObject({ outcome: 'refused' });
    plane.said.runway = { ...plane.said.runway!, state: 'expired' };
    expect(await ask()).toMatchObject({ outcome: 'expired' });

    const other = await unborn(chain);
    const theirs = await other.stage.lease(await other.stage.grant(), golem.key.address);
    plane.said.keys.push(golem.key.address.toLowerCase());
    plane.said.contexts.push({ permission: 'p-1', chainId: chain.chainId, context: theirs });
    plane.said.runway = { ...plane.said.runway!, state: 'granted', permission: 'p-1' };
    expect(await ask()).toMatchObject({ outcome: 'granted', usable: false, daily_cap: null });
    expect(golem.runway).toBeNull();
    await stage.now();
  });

  it('refuses more than 90 days or 100 USDC without the owner’s word, nonsense, and a second runway', async () => {
    const { golem } = await newborn(chain);
    const tools = createTools({ golems: [golem] }, { pollMs: 50 });
    const ask = (over: object) =>
      tools.metamask_request_runway({ ...ASK, timeout_seconds: 0, golems: [golem.id], ...over });

    await expect(ask({ duration_days: 91 })).rejects.toThrow('explicit override');
    await expect(ask({ daily_cap_usdc: 100.000001 })).rejects.toThrow('explicit override');
    await expect(ask({ daily_cap_usdc: 1e-7 })).rejects.toThrow('at most six decimals');
    await expect(ask({ daily_cap_usdc: 0 })).rejects.toThrow('daily_cap_usdc must be more than 0');
    await expect(ask({ duration_days: 1.5 })).rejects.toThrow(
      'duration_days must be a whole number',
    );
    await expect(ask({ golems: [] })).rejects.toThrow('golems must name at least 1');
    await expect(ask({ golems: ['nobody'] })).rejects.toThrow('no Golem "nobody"');
    await expect(ask({ daily_cap_usdc: 100 })).rejects.toThrow('A runway is alive already');
    const over = { duration_days: 91, owner_override: true, replace: true };
    expect(await ask(over)).toMatchObject({ outcome: 'timed_out' });
  });
});

describe('metamask_redeem_runway and metamask_check_permission_health', () => {
  it('a payment that was made never looks failed, though the node goes away at once', async () => {
    const { stage, golem } = await newborn(chain);
    const tools = createTools({ golems: [golem] });
    const before = await stage.usdcOf(PAYEE);
    const { sender, chain: link } = golem;
    const { send } = sender;
    sender.send = async (call) => {
      const sent = await send(call);
      golem.chain = { ...link, head: () => Promise.reject(new Error('the node is gone')) };
      return sent;
    };

    const paid = await tools.metamask_redeem_runway({ golem_id: golem.id, amount_usdc: 1 });

    expect(paid).toMatchObject({ redeemed: '1', remaining: '4', reason: null });
    expect(paid.transaction).toMatch(/^0x[0-9a-f]{64}$/);
    expect(await stage.usdcOf(PAYEE)).toBe(before + USDC);
  });

  it('names the transaction of a payment in doubt, and pays nothing for nothing', async () => {
    const { golem } = await newborn(chain);
    const tools = createTools({ golems: [golem] });
    golem.sender.send = () => Promise.reject(new Unconfirmed('0xabcd'));

    const doubtful = await tools.metamask_redeem_runway({ golem_id: golem.id, amount_usdc: 1 });
    expect(doubtful).toMatchObject({ redeemed: '0', transaction: '0xabcd' });
    expect(doubtful.reason).toContain('not confirmed yet');
    const nothing = tools.metamask_redeem_runway({ golem_id: golem.id, amount_usdc: 0 });
    await expect(nothing).rejects.toThrow('amount_usdc must be more than 0');
  });

  it('pay by phase and tell what is left as the chain does', async () => {
    const expiry = BigInt(Math.floor(Date.now() / 1000) + 5 * 86_400 + 3600);
    const { stage, golem, vitals } = await newborn(chain, { expiry });
    const tools = createTools({ golems: [golem] });
    const check = () => tools.metamask_check_permission_health({ golem_id: golem.id });
    expect(await check()).toMatchObject({
      health: 'healthy',
      remaining_today: '5',
      days_remaining: 5,
      total_remaining: '30',
      last_redemption_at: null,
    });

    const paid = await tools.metamask_redeem_runway({ golem_id: golem.id, amount_usdc: 1.5 });
    expect(paid).toMatchObject({
      redeemed: '1.5',
      remaining: '3.5',
      phase: 'thriving',
      reason: null,
    });
    expect((await check()).health).toBe('healthy');

    // Its own word is enough: it need not wait for the oracle to take less.
    vitals.phase = 'conservation';
    expect(await check()).toMatchObject({
      health: 'low',
      remaining_today: '1',
      total_remaining: '13.5',
    });
    const more = tools.metamask_redeem_runway({ golem_id: golem.id, amount_usdc: 1.01 });
    await expect(more).rejects.toThrow('Only 1 USDC can be redeemed now');
    const all = await tools.metamask_redeem_runway({ golem_id: golem.id, payee: PAYEE });
    expect(all).toMatchObject({ redeemed: '1', remaining: '0', phase: 'conservation' });
    const none = await tools.metamask_redeem_runway({ golem_id: golem.id });
    expect(none).toMatchObject({
      redeemed: '0',
      reason: 'nothing is left today while conservation',
    });
    const health = await check();
    expect(health).toMatchObject({ health: 'critical' });
    expect(health.last_redemption_at).toBeGreaterThan((await stage.now()) - 60);
    golem.lastRedemptionAt = null;
    expect((await check()).last_redemption_at).toBe(health.last_redemption_at);
  });

  it('end a terminal Golem instead of paying it', async () => {
    const { golem, vitals, events, plane } = await newborn(chain);
    const tools = createTools({ golems: [golem] });
    vitals.phase = 'terminal';

    const result = await tools.metamask_redeem_runway({ golem_id: golem.id });

    expect(result).toMatchObject({ redeemed: '0', phase: 'terminal' });
    expect(result.revoked).toEqual({
      revoked_count: 1,
      session_account_invalidated: true,
      awaiting_owner: ['atlas-runway'],
      unfinished: [],
    });
    await expect(golem.key.sign(`0x${'00'.repeat(32)}`)).rejects.toThrow(SessionKeyDestroyed);
    expect(plane.heard.at(-1)).toMatchObject({
      route: 'heartbeat',
      body: { phase: 4, vitality: 0 },
    });
    expect(events.map(({ name }) => name)).toContain('permission:revoked');
    const health = await tools.metamask_check_permission_health({ golem_id: golem.id });
    expect(health).toMatchObject({ remaining_today: '0', total_remaining: '0', phase: 'terminal' });
  });
});

describe('metamask_revoke_permissions', () => {
  it('counts only what the chain shows: a bare grant waits for its owner', async () => {
    const { golem, stage, plane } = await unborn(chain);
    await stage.fund(golem.key.address);
    await register(stage, golem.key.address);
    await adoptRunway(golem, encodeContext([await stage.grant({ to: golem.key.address })]));
    plane.said.mode = 'down';
    const tools = createTools({ golems: [golem] });

    const result = await tools.metamask_revoke_permissions({
      golems: [golem.id],
      reason: 'owner_kill_switch',
    });

    expect(result).toEqual({
      revoked_count: 0,
      session_account_invalidated: true,
      awaiting_owner: [golem.runway?.hashes[0]],
      unfinished: [],
    });
    const wrong = { golems: [golem.id], reason: 'boredom' as never };
    await expect(tools.metamask_revoke_permissions(wrong)).rejects.toThrow('must be one of');
  });
});
