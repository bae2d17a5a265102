// The guardian's key: where it comes from, and that it never goes anywhere.
import { describe, expect, it } from '@jest/globals';
import type { Hex } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { type Bardo, installBardo, installConnected, reinstall } from './bardo';
import { bySalt, keyBy } from './entropy';
import { startPlane } from './plane';

const OWNER = `0x${'a1'.repeat(20)}` as const;
const OTHER = `0x${'b2'.repeat(20)}`;

const guardianOf = async (bardo: Bardo, golem: string, over: object = { owner: OWNER }) => {
  const reply = await bardo.ask('getGuardian', { golem, ...over });
  return (reply as { result: { guardian: string } }).result.guardian;
};

describe("a Golem's guardian", () => {
  it('is the address of a key the wallet derives, without a dialog', async () => {
    const bardo = await installBardo(await startPlane());
    const key: Hex = `0x${'4b'.repeat(32)}`;
    bardo.wallet.script('snap_getEntropy', () => key);

    const guardian = await guardianOf(bardo, 'atlas');

    expect(guardian).toBe(privateKeyToAddress(key).toLowerCase());
    const asked = bardo.wallet.requests.filter(({ method }) => method !== 'snap_getState');
    expect(asked).toEqual([
      {
        method: 'snap_getEntropy',
        params: { version: 1, salt: `guardian of atlas for ${OWNER}` },
      },
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

  it('is another for every owner, however the address is written', async () => {
    const bardo = await installBardo(await startPlane());
    const one = await guardianOf(bardo, 'atlas');

    expect(await guardianOf(bardo, 'atlas', { owner: OTHER })).not.toBe(one);
    expect(
      await guardianOf(bardo, 'atlas', { owner: OWNER.toUpperCase().replace('0X', '0x') }),
    ).toBe(one);
  });

  it('is of the owner that Bardo watches for where none is named, and needs one', async () => {
    const nobody = await installBardo(await startPlane());
    expect(await nobody.ask('getGuardian', { golem: 'atlas' })).toEqual({
      error: {
        code: -32602,
        message: 'Bardo is not connected yet: connect it on the site first.',
      },
    });
    const bardo = await installConnected(await startPlane(), { owner: OWNER });

    expect(await guardianOf(bardo, 'atlas', {})).toMatch(/^0x[0-9a-f]{40}$/);
    expect(bardo.wallet.requests.at(-2)?.params).toMatchObject({
      salt: `guardian of atlas for ${OWNER}`,
    });
  });

  it('stays the one that the id alone gave where it is known under it, and no stranger', async () => {
    const bardo = await installBardo(await startPlane());
    bardo.wallet.script('snap_getEntropy', bySalt);
    const former = privateKeyToAddress(keyBy('guardian of atlas')).toLowerCase();
    const present = privateKeyToAddress(keyBy(`guardian of atlas for ${OWNER}`)).toLowerCase();

    expect(await guardianOf(bardo, 'atlas')).toBe(present);
    expect(await guardianOf(bardo, 'atlas', { owner: OWNER, known: former })).toBe(former);
    expect(await guardianOf(bardo, 'atlas', { owner: OWNER, known: OTHER })).toBe(present);
  });

  it('leaves no trace in state, answers or errors', async () => {
    const bardo = await installConnected(await startPlane(), { owner: OWNER });
    // Not a number of the curve: every library complains, and some quote what they complain about.
    const key: Hex = `0x${'ff'.repeat(32)}`;
    bardo.wallet.script('snap_getEntropy', () => key);

    const reply = await bardo.ask('getGuardian', { golem: 'atlas' });
    await bardo.check();

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

    await bardo.check();
    await bardo.check();

    expect(bardo.wallet.requests.map(({ method }) => method)).not.toContain('snap_getEntropy');
  });
});
