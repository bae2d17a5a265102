// The guardian's key: where it comes from, and that it never goes anywhere.
import { describe, expect, it } from '@jest/globals';
import type { Hex } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { type Bardo, installBardo, installConnected, reinstall } from './bardo';
import { startPlane } from './plane';

const guardianOf = async (bardo: Bardo, golem: string) => {
  const reply = await bardo.ask('getGuardian', { golem });
  return (reply as { result: { guardian: string } }).result.guardian;
};

describe("a Golem's guardian", () => {
  it('is the address of a key the wallet derives, without a dialog', async () => {
    const bardo = await installBardo(await startPlane());
    const key: Hex = `0x${'4b'.repeat(32)}`;
    bardo.wallet.script('snap_getEntropy', () => key);

    const guardian = await guardianOf(bardo, 'atlas');

    expect(guardian).toBe(privateKeyToAddress(key).toLowerCase());
    expect(bardo.wallet.requests).toEqual([
      { method: 'snap_getEntropy', params: { version: 1, salt: 'guardian of atlas' } },
    ]);
    expect(bardo.replies.join()).not.toContain(key.slice(2));
  });

  it('is another for every Golem, and the same after a reinstallation', async () => {
    const before = await installBardo(await startPlane());
    const [atlas, boreas] = [await guardianOf(before, 'atlas'), await guardianOf(before, 'boreas')];

    const after = await reinstall(before);

    expect(atlas).toMatch(/^0x[0-9a-f]{40}$/);
    expect(boreas).not.toBe(atlas);
    expect(await guardianOf(after, 'atlas')).toBe(atlas);
  });

  it('leaves no trace in state, answers or errors', async () => {
    const bardo = await installConnected(await startPlane());
    // Not a number of the curve: every library complains, and some quote what they complain about.
    const key: Hex = `0x${'ff'.repeat(32)}`;
    bardo.wallet.script('snap_getEntropy', () => key);

    const reply = await bardo.ask('getGuardian', { golem: 'atlas' });
    await bardo.beat();

    expect(reply).toEqual({
      error: {
        code: -32603,
        message: "Bardo could not use this Golem's guardian. Nothing was signed.",
      },
    });
    expect(JSON.stringify(bardo.state)).not.toContain('ffff');
  });

  it('is never asked for by the heartbeat', async () => {
    const bardo = await installConnected(await startPlane());
    bardo.wallet.lock();

    await bardo.beat();
    await bardo.beat();

    expect(bardo.wallet.requests.map(({ method }) => method)).not.toContain('snap_getEntropy');
  });
});
