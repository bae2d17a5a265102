// A disk without hard links, as memory cards and some shared folders are.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { lockFolder } from '../../../site/api/store/folder-lock';

// None can be mounted here without rights: what the kernel answers on one stands in for it.
vi.mock('node:fs', async (original) => ({
  ...(await original<typeof import('node:fs')>()),
  linkSync: () => {
    const message = 'EPERM: operation not permitted, link';
    throw Object.assign(new Error(message), { code: 'EPERM', syscall: 'link' });
  },
}));

it('cannot hold a store, and that is said in a sentence, with nothing left behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bardo-no-links-'));

  await expect(lockFolder(folder)).rejects.toThrow(/its disk makes no hard links.*PostgreSQL/);

  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});
