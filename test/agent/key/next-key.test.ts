// The next key of a rotation on disk: the present key opens it, and nothing else does.
import { describe, expect, it } from 'vitest';
import { sealNext, unsealNext } from '../../../src/agent/key/next-key';
import { SessionKey } from '../../../src/agent/key/session-key';
import { createEvents } from '../../../src/agent/store/events';

const options = { events: createEvents(), now: () => 1_800_000_000 };
const aKey = () => SessionKey.generate(options);

describe('the next key', () => {
  it('is opened by the present one, with its age and its count', async () => {
    const [present, next] = [aKey(), aKey()];
    await next.sign(`0x${'11'.repeat(32)}`);

    const opened = unsealNext(present, sealNext(present, next), options);

    expect(opened).toMatchObject({
      address: next.address,
      operations: 1,
      createdAt: next.createdAt,
    });
    expect(await opened?.sign(`0x${'22'.repeat(32)}`)).toBe(
      await next.sign(`0x${'22'.repeat(32)}`),
    );
  });

  it('is not in what is written, and is sealed otherwise each time', () => {
    const [present, next] = [aKey(), aKey()];
    const secret = next.expose((bytes) => Buffer.from(bytes).toString('hex'));
    const [one, other] = [sealNext(present, next), sealNext(present, next)];

    expect(JSON.stringify(one)).not.toContain(secret);
    expect(one.ciphertext).not.toBe(other.ciphertext);
  });

  it('is opened by no other key, and not when a letter of it was changed', () => {
    const [present, next] = [aKey(), aKey()];
    const sealed = sealNext(present, next);

    expect(unsealNext(aKey(), sealed, options)).toBeNull();
    const turned = (text: string) => `${text.startsWith('0') ? '1' : '0'}${text.slice(1)}`;
    for (const field of ['salt', 'iv', 'tag', 'ciphertext'] as const) {
      expect(
        unsealNext(present, { ...sealed, [field]: turned(sealed[field]) }, options),
      ).toBeNull();
    }
    expect(unsealNext(present, { ...sealed, createdAt: 1 }, options)).toBeNull();
    expect(
      unsealNext(present, { ...sealed, operations: 0, address: present.address }, options),
    ).toBeNull();
  });
});
