import { describe, expect, it } from '@jest/globals';
import type { Hex } from 'viem';
import { nodesOf } from '../../site/world/wallet/rules/screen';
import { lower } from '../../src/core/bytes/hex';
import type { Permission } from '../../src/core/protocol/status';
import { OWNER, STRANGER } from '../vectors/builders';
import { type Bardo, installBardo, installConnected } from './bardo';
import { aClade, DAY, liveGolem, livePermission, START } from './live';
import { cut, json, type Plane, raw, startPlane, token } from './plane';

const EVIL = 'Go to [your wallet](http://evil.example) **now** <b>x</b> \u202e';

const host = (bardo: Bardo) => new URL(bardo.portal).host;
const lastDialog = (bardo: Bardo) =>
  bardo.wallet.requests.filter((one) => one.method === 'snap_dialog').at(-1)?.params.content;

/** Text of the site, wherever it is not in a box of its own. */
function outsideBoxes(content: unknown): string {
  const texts = nodesOf(content)
    .filter((node) => node.type !== 'Copyable')
    .flatMap((node) => [node.props.children, node.props.title, node.props.label].flat(9))
    .filter((child) => typeof child === 'string');
  return texts.join('\n');
}

describe('questions of the site', () => {
  it.each([true, false])(
    'are headed by who asks and answered as the owner does: %s',
    async (yes) => {
      const bardo = await installBardo(await startPlane());
      bardo.wallet.answers(yes);
      const reply = await bardo.ask('showApprovalDialog', {
        title: 'Feed Atlas?',
        body: '10 USDC',
      });
      expect(reply).toEqual({ result: { approved: yes } });
      expect(bardo.wallet.dialogs).toEqual([
        [
          `${host(bardo)} asks`,
          'copy: Feed Atlas?',
          'copy: 10 USDC',
          expect.stringContaining("These are the site's words."),
        ],
      ]);
    },
  );

  it('a window that is closed is a no', async () => {
    const bardo = await installBardo(await startPlane());
    bardo.wallet.script('snap_dialog', () => null);
    const reply = await bardo.ask('showApprovalDialog', { title: 'x', body: 'y' });
    expect(reply).toEqual({ result: { approved: false } });
  });

  it('plans of up to twenty steps, each numbered', async () => {
    const bardo = await installBardo(await startPlane());
    bardo.wallet.answers(true);
    const steps = Array.from({ length: 20 }, (_, index) => ({
      label: `Do ${index}`,
      detail: 'how',
    }));
    const plan = { title: 'A plan', steps };
    expect(await bardo.ask('showPlanSummary', { plan })).toEqual({ result: { approved: true } });
    const [dialog] = bardo.wallet.dialogs;
    expect(dialog).toContain(`${host(bardo)} asks about a plan`);
    expect(dialog).toContain('Step 20 of 20');
    expect(dialog?.filter((line) => line === 'copy: how')).toHaveLength(20);
  });

  it('keep the words of the site in boxes, where they cannot pose as ours', async () => {
    const bardo = await installBardo(await startPlane());
    bardo.wallet.answers(true);
    await bardo.ask('showApprovalDialog', { title: EVIL, body: EVIL });
    expect(outsideBoxes(lastDialog(bardo))).not.toContain('evil');
    const plan = { title: EVIL, steps: [{ label: EVIL, detail: EVIL }] };
    await bardo.ask('showPlanSummary', { plan });
    expect(outsideBoxes(lastDialog(bardo))).not.toContain('evil');
    expect(JSON.stringify(lastDialog(bardo))).toContain('evil');
  });
});

describe('revocation asked by the site', () => {
  const revoke = (bardo: Bardo, ...golems: string[]) => bardo.ask('triggerRevoke', { golems });

  it('shows what ends, and only then remembers it', async () => {
    const bardo = await installConnected(await startPlane(() => aClade(3)));
    await bardo.check();
    bardo.wallet.script('snap_dialog', () => {
      expect(bardo.state.revoking).toEqual([]);
      return true;
    });
    const reply = await revoke(bardo, 'golem-3', 'golem-1', 'nobody', 'golem-1');
    expect(reply).toEqual({
      result: { approved: true, golems: ['golem-1', 'golem-3'], delivered: [] },
    });
    const [dialog] = bardo.wallet.dialogs;
    expect(dialog?.[0]).toBe(`${host(bardo)} asks to end`);
    expect(dialog?.filter((line) => line.startsWith('◆'))).toEqual(['◆ Golem 1', '◆ Golem 3']);
    expect(bardo.state.revoking.map((one) => one.golem)).toEqual(['golem-1', 'golem-3']);
    expect(await bardo.ask('getGolemsStatus')).toMatchObject({
      result: { golems: [{ revoking: true }, { revoking: false }, { revoking: true }] },
    });
  });

  it('says of a permission without a lease that no guardian ends it', async () => {
    const plane = await startPlane();
    const bardo = await installConnected(plane);
    await bardo.check();
    const { result } = (await bardo.ask('getGuardian', { golem: 'atlas' })) as {
      result: { guardian: Hex };
    };
    const guardian = lower(result.guardian);
    const lease = { generation: 1, budgetId: '1', sessionKey: guardian, cap: '1' };
    const leased = livePermission({ id: 'leased', lease: { ...lease, expiresAt: START + DAY } });
    const asked = async (permissions: Permission[]) => {
      plane.status = () => ({ golems: [liveGolem({ guardian })], permissions });
      await bardo.check();
      bardo.wallet.answers(false);
      await revoke(bardo, 'atlas');
      return bardo.wallet.dialogs.at(-1) ?? [];
    };

    const both = await asked([leased, livePermission()]);
    expect(both).toContain(
      'One of these has no lease and goes on until your own transaction on the site.',
    );
    const over = { ...leased, revokedAt: START };
    const bare = await asked([over, livePermission()]);
    expect(bare).toContain(
      'It has no lease: it can spend on until your own transaction on the site.',
    );
  });

  it('changes nothing when the owner says no', async () => {
    const bardo = await installConnected(await startPlane());
    await bardo.check();
    bardo.wallet.answers(false);
    const declined = { approved: false, golems: [], delivered: [], reason: 'declined' };
    expect(await revoke(bardo, 'atlas')).toEqual({ result: declined });
    expect(bardo.state.revoking).toEqual([]);
  });

  it('asks nothing for Golems Bardo does not know or that have nothing to end', async () => {
    const plane = await startPlane(() => ({
      golems: [liveGolem()],
      permissions: [livePermission({ revokedAt: 1_700_000_000 })],
    }));
    const bardo = await installConnected(plane);
    await bardo.check();
    const nothing = { approved: false, golems: [], delivered: [], reason: 'nothing' };
    expect(await revoke(bardo, 'atlas', 'nobody')).toEqual({ result: nothing });
    expect(bardo.wallet.dialogs).toEqual([]);
  });
});

describe('a new watch token', () => {
  const connect = (bardo: Bardo, n: number) => bardo.ask('updateAuthToken', { token: token(n) });

  it('is tried, kept, and its status shown at once', async () => {
    const plane = await startPlane();
    const bardo = await installBardo(plane);
    expect(await connect(bardo, 4)).toEqual({ result: { accepted: true, owner: OWNER } });
    expect(plane.tokens).toEqual([token(4)]);
    expect(bardo.state.auth_token).toBe(token(4));
    expect((await bardo.home()).text).toContain('◆ Atlas waits for its lease');
    expect(bardo.wallet.dialogs).toEqual([]);
  });

  it('is not kept when it is rejected or nobody answers, and the old one stays', async () => {
    const plane = await startPlane();
    const bardo = await installConnected(plane);
    await bardo.check();
    const before = bardo.state;
    plane.answer(raw('', 401));
    expect(await connect(bardo, 9)).toMatchObject({ error: { code: -32602 } });
    const FAILING: Parameters<Plane['answer']> = [cut, raw('', 500), raw('<html>'), json({})];
    for (const answer of FAILING) {
      plane.answer(answer);
      const reply = await connect(bardo, 9);
      expect(reply).toMatchObject({ error: { code: -32002 } });
      expect(JSON.stringify(reply)).toContain('The token was not kept');
    }
    expect(bardo.state).toEqual(before);
  });

  it('for the same owner does not ask', async () => {
    const bardo = await installConnected(await startPlane());
    await bardo.check();
    await connect(bardo, 40);
    expect(bardo.wallet.dialogs).toEqual([]);
    expect(bardo.state.auth_token).toBe(token(40));
  });

  async function otherOwner(answer: boolean) {
    const plane = await startPlane(() => ({ golems: [liveGolem({ phase: 'terminal' })] }));
    const bardo = await installConnected(plane);
    await bardo.check();
    plane.status = () => ({
      owner: STRANGER,
      golems: [liveGolem({ id: 'eve', name: 'Eve' })],
      permissions: [],
    });
    bardo.wallet.answers(answer);
    return { bardo, reply: await connect(bardo, 40) };
  }

  it('for another owner asks first, and forgets the former one entirely', async () => {
    const { bardo, reply } = await otherOwner(true);
    expect(reply).toEqual({ result: { accepted: true, owner: STRANGER } });
    const [dialog] = bardo.wallet.dialogs;
    expect(dialog?.[0]).toBe(`${host(bardo)} asks to watch another owner`);
    expect(dialog).toEqual(expect.arrayContaining([`copy: ${OWNER}`, `copy: ${STRANGER}`]));
    const page = await bardo.home();
    expect(page.text).toContain('◆ Eve');
    expect(JSON.stringify(bardo.state)).not.toMatch(/atlas/i);
  });

  it('for another owner is dropped when the owner says no', async () => {
    const { bardo, reply } = await otherOwner(false);
    expect(reply).toEqual({ result: { accepted: false, owner: OWNER } });
    expect(bardo.state.auth_token).toBe(token(1));
    expect((await bardo.home()).text).toContain('◆ Atlas reported dead');
  });
});
