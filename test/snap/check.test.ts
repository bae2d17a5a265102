import { describe, expect, it } from '@jest/globals';
import { OWNER, STRANGER } from '../vectors/builders';
import { connectedState, installBardo, installConnected } from './bardo';
import { DAY, liveGolem, livePermission, now, START } from './live';
import { type Answer, cut, good, type Plane, startPlane, token } from './plane';
import { newsTo } from './watching';

const dead = () => ({ golems: [liveGolem({ phase: 'terminal' as const, vitality: 0 })] });

/** The whole answer, `ms` late. */
const late = (plane: Plane, ms: number): Answer => {
  const status = plane.status();
  return (request, response) => {
    setTimeout(() => good(() => ({ ...plane, status: () => status }))(request, response), ms);
  };
};

describe('the watch token', () => {
  it('is rotated by every heartbeat and by nothing else', async () => {
    const plane = await startPlane();
    const bardo = await installConnected(plane);
    await bardo.check();
    await (await bardo.home()).click('refresh');
    await bardo.ask('refresh');
    await bardo.check();
    expect(plane.tokens).toEqual([token(0), token(1), token(1), token(1)]);
    expect(bardo.state.auth_token).toBe(token(2));
    expect(plane.cursors).toEqual([null, 'cursor-1', 'cursor-1', 'cursor-1']);
  });

  it('survives an answer that was lost on the way', async () => {
    const plane = await startPlane();
    const bardo = await installConnected(plane);
    plane.answer(
      cut,
      good(() => plane),
    );
    await bardo.check();
    expect(bardo.state.auth_token).toBe(token(0));
    await bardo.check();
    expect(plane.tokens).toEqual([token(0), token(0)]);
    expect(bardo.state.auth_token).toBe(token(1));
    expect(bardo.state.failure).toBeNull();
  });

  it('survives a crash before the wallet wrote the new one to disk', async () => {
    const plane = await startPlane();
    const first = await installConnected(plane);
    await first.check();
    const onDisk = first.state;
    await first.check();
    expect(first.state.auth_token).toBe(token(2));
    const second = await installBardo(plane, onDisk);
    await second.check();
    expect(plane.tokens).toEqual([token(0), token(1), token(1)]);
    expect(second.state.auth_token).toBe(token(2));
    expect(second.wallet.notices).toEqual([]);
  });

  it('is not forked by heartbeats that overlap, and a death is announced once', async () => {
    const plane = await startPlane(dead);
    const bardo = await installConnected(plane);
    plane.answer(
      late(plane, 120),
      late(plane, 40),
      good(() => plane),
    );
    await Promise.all([bardo.check(), bardo.check(), bardo.check()]);
    expect(plane.tokens).toEqual([token(0), token(0), token(0)]);
    expect(bardo.state.auth_token).toBe(token(1));
    expect(newsTo(bardo).map((one) => one.type)).toEqual(['native', 'inApp']);
  });
});

describe('a dead watch token', () => {
  it('is given up: the owner hears of it once, and the figures stay', async () => {
    const plane = await startPlane();
    const bardo = await installConnected(plane);
    await bardo.check();
    plane.oldest = 5;
    await bardo.check();
    await bardo.check();
    expect(newsTo(bardo).map((one) => one.message)).toEqual([
      'Bardo lost its access. Open Bardo.',
      expect.stringContaining('until you reconnect on the site'),
    ]);
    expect((await bardo.home()).text).toContain('◆ Atlas waits for its lease');
  });
});

describe('overlapping visits', () => {
  it('keep the newer status, whichever answer arrives last', async () => {
    const plane = await startPlane(() => ({
      serverTime: now() - 20,
      golems: [liveGolem({ vitality: 90 })],
    }));
    const bardo = await installConnected(plane);
    const slow = late(plane, 1500);
    plane.status = () => ({ golems: [liveGolem({ vitality: 33 })] });
    plane.answer(slow, late(plane, 1100));
    await Promise.all([bardo.check(), bardo.check()]);
    expect(bardo.state.golems[0]?.golem.vitality).toBe(33);
  });

  it('do not let a failure of a replaced token speak', async () => {
    const plane = await startPlane();
    const bardo = await installConnected(plane);
    plane.answer(
      (request) => void setTimeout(() => request.socket.destroy(), 300),
      good(() => plane),
    );
    await Promise.all([bardo.check(), bardo.check()]);
    expect(bardo.state.failure).toBeNull();
    expect(bardo.state.auth_token).toBe(token(1));
  });
});

describe('clocks', () => {
  it.each([-300, 300])('a server %i s off is tolerated', async (skew) => {
    const plane = await startPlane(() => ({
      serverTime: now() + skew,
      golems: [liveGolem({ heartbeatAge: 90 - skew })],
    }));
    const bardo = await installConnected(plane);
    await bardo.check();
    expect(bardo.wallet.notices).toEqual([]);
    expect((await bardo.home()).text).not.toMatch(/clocks disagree/i);
  });

  // An hour more than a day: seconds that pass meanwhile change no word.
  it.each([-DAY - 3600, DAY + 3600])(
    'a server %i s off is a contradiction, and nothing that depends on time is announced',
    async (skew) => {
      const plane = await startPlane(() => ({
        serverTime: now() + skew,
        // By one of the two clocks its heartbeat is missed and its permission at its end.
        golems: [liveGolem({ heartbeatAge: Math.abs(skew) - skew })],
        permissions: [livePermission({ expiresAt: START + 3600 })],
      }));
      const bardo = await installConnected(plane);
      await bardo.check();
      await bardo.check();
      expect(newsTo(bardo).map((one) => one.message)).toEqual([
        'Bardo: status contradiction',
        expect.stringMatching(/^The status contradicts itself\. .*clock/),
      ]);
      const page = await bardo.home();
      expect(page.text).toContain('Clocks disagree: ages and expiries are not reliable.');
      expect(page.text).toContain('differ by 1 day');
    },
  );
});

describe('whose status it is', () => {
  it('believes nothing that is said for another owner', async () => {
    const plane = await startPlane();
    const bardo = await installConnected(plane);
    await bardo.check();
    const before = bardo.state;
    plane.status = () => ({ ...dead(), owner: STRANGER });
    await bardo.check();
    expect(bardo.state.auth_token).toBe(token(1));
    expect(bardo.state.golems).toEqual(before.golems);
    expect(bardo.state.owner).toBe(OWNER);
    const page = await bardo.home();
    expect(page.lines[1]).toBe('danger: Contradiction: another owner');
    await bardo.check();
    expect(newsTo(bardo).map((one) => one.message)).toEqual([
      'Bardo: status of another owner',
      expect.stringContaining('Bardo used nothing of it'),
    ]);
  });

  it('knows its owner in any case of letters', async () => {
    const plane = await startPlane(() => ({ owner: `0x${OWNER.slice(2).toUpperCase()}` as const }));
    const bardo = await installConnected(plane, { owner: OWNER });
    await bardo.check();
    expect(bardo.state.failure).toBeNull();
  });
});

describe('what a heartbeat asks of the wallet', () => {
  it('nothing that would open the password window while it is locked, and still warns', async () => {
    const plane = await startPlane(dead);
    const bardo = await installConnected(plane);
    bardo.wallet.lock();
    await bardo.check();
    plane.answer(cut);
    await bardo.check();
    expect(bardo.wallet.notices.map((one) => one.message)[0]).toBe('Atlas is reported dead');
    const methods = new Set(bardo.wallet.requests.map((one) => one.method));
    expect([...methods].sort()).toEqual([
      'eth_chainId',
      'snap_getState',
      'snap_notify',
      'snap_setState',
      'wallet_switchEthereumChain',
    ]);
  });

  it('few state calls', async () => {
    const bardo = await installConnected(await startPlane());
    await bardo.check();
    const calls = bardo.wallet.requests.filter(({ method }) => method.endsWith('State'));
    expect(calls.length).toBeLessThanOrEqual(5);
  });

  it('nothing at all for a job of another version', async () => {
    const plane = await startPlane();
    const bardo = await installConnected(plane);
    for (const method of ['fireCronjob', 'Heartbeat', '__proto__', '']) await bardo.check(method);
    expect(bardo.wallet.requests).toEqual([]);
    expect(plane.tokens).toEqual([]);
  });

  it('no network before it is connected', async () => {
    const plane = await startPlane();
    const bardo = await installBardo(plane);
    await bardo.check();
    expect(plane.tokens).toEqual([]);
    expect(bardo.state).toBeNull();
  });

  it('no notice when the state could not be saved: it would go out twice', async () => {
    const bardo = await installBardo(await startPlane(dead), connectedState());
    bardo.wallet.script('snap_setState', () => {
      throw new Error('disk full');
    });
    await expect(bardo.check()).rejects.toThrow('internal error');
    expect(bardo.wallet.notices).toEqual([]);
    bardo.wallet.script('snap_setState', () => undefined);
    await bardo.check();
    expect(bardo.wallet.notices).toHaveLength(2);
  });
});
