// Who keeps a Golem's key on disk through its rotations. A Golem at home has a key file; a hosted one has no keeper, and asks
// its owner for a new lease when its process is gone.
import type { Address } from 'viem';
import { type KeyOptions, SessionKey } from './session-key';
import { burySessionKey, hasSessionKey, loadSessionKey, saveSessionKey } from './session-key-file';

export type KeyFile = { file: string; passphrase: string };

export type KeyKeeper = {
  /** The key that a new process would find. */
  kept: () => Address | null;
  save: (key: SessionKey) => Promise<void>;
  /** At death; what else stands in the file stays. */
  bury: () => Promise<void>;
};

/** The key of the file, or a fresh one that is in it now. */
export async function keyFrom(
  { file, passphrase }: KeyFile,
  options: KeyOptions,
): Promise<{ key: SessionKey; keeper: KeyKeeper; fresh: boolean }> {
  const fresh = !(await hasSessionKey(file));
  const key = fresh
    ? SessionKey.generate(options)
    : await loadSessionKey(file, passphrase, options);
  let kept: Address | null = fresh ? null : key.address;
  const keeper: KeyKeeper = {
    kept: () => kept,
    save: async (next) => {
      await saveSessionKey(next, file, passphrase);
      kept = next.address;
    },
    bury: async () => {
      await burySessionKey(file);
      kept = null;
    },
  };
  if (fresh) await keeper.save(key);
  return { key, keeper, fresh };
}

/** For a life that is over: nothing of it is opened. */
export async function buryKeyOf({ file }: KeyFile): Promise<void> {
  if (await hasSessionKey(file)) await burySessionKey(file);
}
