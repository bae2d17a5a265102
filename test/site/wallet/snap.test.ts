import { describe, expect, it } from 'vitest';
import { guardianshipOf } from '../../../site/grant/guardianship';
import { parseSettings } from '../../../site/plane/settings';
import released from '../../../site/public/settings.json';
import { deathToldAt, guardianOf, issueLease, triggerRevoke } from '../../../site/wallet/snap';
import { ensureSnap, installSnap, snapState } from '../../../site/wallet/snap-state';
import { satisfies } from '../../../site/wallet/version';
import { walletWords } from '../../../site/wallet/wallet.words';
import { walletError } from '../scripted-wallet';

const settings = parseSettings(released);
const { snapId } = settings;

function walletWith(answers: { [method: string]: unknown }) {
  const asked: { method: string; params?: unknown }[] = [];
  return {
    asked,
    request: async (request: { method: string; params?: unknown }) => {
      asked.push(request);
      const answer = answers[request.method];
      if (answer === undefined || answer instanceof Error) throw answer ?? walletError(-32601);
      return answer;
    },
  };
}

const handshake = {
  version: '0.2.0',
  protocol: 1,
  connected: true,
  owner: null,
  lastFetchAt: null,
};

describe('the end that the Snap signs', () => {
  const NOTHING = { approved: false, golems: [], delivered: [], reason: 'nothing' };
  const DONE = { approved: true, golems: ['atlas'], delivered: ['atlas'] };

  /** Answers in turn; `refresh` is answered with anything. */
  function snapThat(...answers: object[]) {
    const asked: string[] = [];
    const request = async ({ params }: { method: string; params?: unknown }) => {
      const { method } = (params as { request: { method: string } }).request;
      asked.push(method);
      return method === 'refresh' ? {} : answers.shift();
    };
    return { asked, request };
  }

  it('is asked for once more when the Snap has not heard yet of what was granted', async () => {
    const snap = snapThat(NOTHING, DONE);

    expect(await triggerRevoke(snap, settings, ['atlas'])).toEqual(DONE);
    expect(snap.asked).toEqual(['triggerRevoke', 'refresh', 'triggerRevoke']);
  });

  it('is told as nothing known, not as a refusal, when there is nothing after that either', async () => {
    const snap = snapThat(NOTHING, NOTHING, DONE);

    expect(await triggerRevoke(snap, settings, ['atlas'])).toMatchObject({ reason: 'nothing' });
    expect(snap.asked).toHaveLength(3);
  });

  it('is asked for once when the owner says no', async () => {
    const snap = snapThat({ ...NOTHING, reason: 'declined' }, DONE);

    expect(await triggerRevoke(snap, settings, ['atlas'])).toMatchObject({ approved: false });
    expect(snap.asked).toEqual(['triggerRevoke']);
  });
});

describe('the state of the Snap', () => {
  it('is unable only when the wallet says that it knows no Snaps', async () => {
    for (const code of [-32601, 4200]) {
      const wallet = walletWith({ wallet_getSnaps: walletError(code) });
      expect(await snapState(wallet, settings)).toEqual({ kind: 'unable' });
    }
  });

  it('is unasked when the wallet does not say, and then nothing is granted past it', async () => {
    const silences = [-32603, -32000, -32002, -32004, 4001, 4100, 4900].map((code) =>
      walletError(code),
    );
    const odd = { [snapId]: { version: 'of the future', enabled: true } };
    for (const answer of [...silences, new Error('lost'), 'nonsense', odd, { [snapId]: null }]) {
      const wallet = walletWith({ wallet_getSnaps: answer });
      const { kind } = await snapState(wallet, settings);
      expect(kind).toBe('unasked');
      for (const reported of [undefined, null, `0x${'11'.repeat(20)}` as const]) {
        const scene = { golem: 'atlas', reported, snap: kind, answer: null, accepted: true };
        expect(guardianshipOf(scene)).toEqual({ kind: 'absent', snap: 'unasked' });
      }
      await expect(ensureSnap(wallet, settings)).rejects.toThrow(walletWords.snapAbsent.unasked);
    }
  });

  it('keeps the error of a call when the wallet does not say what it has', async () => {
    const wallet = walletWith({
      wallet_getSnaps: walletError(-32603),
      wallet_invokeSnap: walletError(-32603, 'the Snap crashed'),
    });

    await expect(guardianOf(wallet, settings, { golem: 'atlas' })).rejects.toThrow(
      'the Snap crashed',
    );
  });

  it('is missing when another Snap is there', async () => {
    const wallet = walletWith({ wallet_getSnaps: { 'npm:other': { version: '9.9.9' } } });

    expect(await snapState(wallet, settings)).toEqual({ kind: 'missing' });
  });

  it('is old below the wanted range and says its version', async () => {
    const wallet = walletWith({ wallet_getSnaps: { [snapId]: { version: '0.0.9' } } });

    expect(await snapState(wallet, settings)).toEqual({ kind: 'old', version: '0.0.9' });
  });

  it('is off when the owner switched it off, and blocked when MetaMask did', async () => {
    const stateOf = (listed: object) =>
      snapState(
        walletWith({ wallet_getSnaps: { [snapId]: { version: '0.2.0', ...listed } } }),
        settings,
      );

    expect(await stateOf({ enabled: false, blocked: false })).toEqual({ kind: 'off' });
    expect(await stateOf({ enabled: false, blocked: true })).toEqual({ kind: 'blocked' });
  });

  it('is silent when it is there and answers nothing or nonsense', async () => {
    const installed = { wallet_getSnaps: { [snapId]: { version: '0.2.0' } } };

    for (const answer of [undefined, walletError(4100), { connected: 'yes' }]) {
      const wallet = walletWith({ ...installed, wallet_invokeSnap: answer });
      expect(await snapState(wallet, settings)).toEqual({ kind: 'silent', version: '0.2.0' });
    }
  });

  it('is ready when it shakes hands', async () => {
    const wallet = walletWith({
      wallet_getSnaps: { [snapId]: { version: '0.2.4' } },
      wallet_invokeSnap: handshake,
    });

    expect(await snapState(wallet, settings)).toEqual({
      kind: 'ready',
      version: '0.2.4',
      handshake,
    });
  });
});

describe('asking the Snap', () => {
  it('installs with the range this site wants', async () => {
    const wallet = walletWith({ wallet_requestSnaps: {} });

    await installSnap(wallet, settings);

    expect(wallet.asked).toEqual([
      { method: 'wallet_requestSnaps', params: { [snapId]: { version: settings.snapVersion } } },
    ]);
  });

  it('never takes a half lease for a lease', async () => {
    const ask = {} as Parameters<typeof issueLease>[2];
    const half = walletWith({
      wallet_invokeSnap: { approved: true, guardian: `0x${'11'.repeat(20)}` },
    });
    const no = walletWith({ wallet_invokeSnap: { approved: false } });

    expect(await issueLease(half, settings, ask)).toEqual({ ok: false, reason: '"context"' });
    expect(await issueLease(no, settings, ask)).toEqual({ ok: false, reason: null });
  });

  it('leaves an end that an older Snap signed in advance where it is', async () => {
    const signed = {
      guardian: `0x${'11'.repeat(20)}`,
      context: `0x${'22'.repeat(64)}`,
      generation: 1,
      budgetId: '1',
      raise: null,
      oracle: null,
    };
    const old = { approved: true, ...signed, ended: `0x${'33'.repeat(65)}` };
    const wallet = walletWith({ wallet_invokeSnap: old });

    const answer = await issueLease(wallet, settings, {} as Parameters<typeof issueLease>[2]);

    expect(answer).toEqual({ ok: true, lease: signed });
  });
});

describe('versions', () => {
  it.each([
    ['0.1.0', '^0.1.0', true],
    ['0.1.9', '^0.1.0', true],
    ['0.2.0', '^0.1.0', false],
    ['0.0.9', '^0.1.0', false],
    ['1.9.0', '^1.2.0', true],
    ['2.0.0', '^1.2.0', false],
    ['1.2.9', '~1.2.3', true],
    ['1.3.0', '~1.2.3', false],
    ['1.2.3', '1.2.3', true],
    ['1.2.4', '1.2.3', false],
    ['1.2.3-twin', '^1.2.3', true],
    ['nonsense', '^1.2.3', false],
  ])('%s within %s: %s', (version, range, fits) => {
    expect(satisfies(version, range)).toBe(fits);
  });
});

describe('the news of a death', () => {
  const warned = { key: 'declining:atlas', at: 1_800_000_100, golem: 'atlas' };
  const reported = (alerts: object[]) =>
    deathToldAt(walletWith({ wallet_invokeSnap: { alerts } }), settings, 'atlas');

  it('has not been told by another warning, or by the death of another Golem', async () => {
    expect(await reported([])).toBeNull();
    expect(
      await reported([warned, { key: 'died:vesta', at: 1_800_000_101, golem: 'vesta' }]),
    ).toBeNull();
  });

  it('was told when the Snap announced it', async () => {
    expect(await reported([warned, { key: 'died:atlas', at: 1_800_000_102, golem: 'atlas' }])).toBe(
      1_800_000_102,
    );
  });
});
