// A store on a file system without hard links. None can be had without a computer's own rights, so `link` itself refuses here,
// as it does there.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SessionKey } from '../../../src/agent/key/session-key';
import { saveSessionKey } from '../../../src/agent/key/session-key-file';
import { createEvents } from '../../../src/agent/store/events';
import { fileStore } from '../../../src/agent/store/store';

const refusal = vi.hoisted(() => ({ code: '' }));
vi.mock('node:fs', async (original) => ({
  ...(await original<typeof import('node:fs')>()),
  linkSync: () => {
    const { code } = refusal;
    throw Object.assign(new Error(`${code}: link refused, link 'a' -> 'b'`), { code });
  },
}));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bardo-links-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it.each(['EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])(
  'refuses a folder and a key file there with what to do (%s), and leaves nothing',
  async (code) => {
    refusal.code = code;
    const key = SessionKey.generate({ events: createEvents(), now: () => 0 });
    const file = join(folder, 'session-key.json');

    for (const use of [
      () => fileStore(folder).all(),
      () => saveSessionKey(key, file, 'correct horse battery'),
    ]) {
      const { message } = await use().then(
        () => new Error('taken'),
        (error: Error) => error,
      );
      expect(message).toContain(`The file system of ${folder} takes no hard links (${code})`);
      expect(message).toContain('Keep the key file or the folder on a disk that takes them');
    }
    expect(readdirSync(folder)).toEqual([]);
  },
);

it('says another failure as it is', async () => {
  refusal.code = 'EIO';
  await expect(fileStore(folder).all()).rejects.toThrow('EIO: link refused');
});
