// The password screen. While locked, whatever needs the keys waits here, as in MetaMask, where the window
// opens by itself and the call stays open until the owner unlocks.

export type Lock = {
  locked: () => boolean;
  /** Resolves at once, or when the owner unlocks. */
  unlocked: () => Promise<void>;
  /** Somebody waits. */
  wanted: () => boolean;
  set: (locked: boolean) => void;
};

export function createLock(onChange: (locked: boolean) => void): Lock {
  let locked = false;
  let waiting: (() => void)[] = [];
  return {
    locked: () => locked,
    wanted: () => waiting.length > 0,
    unlocked: () => {
      if (!locked) return Promise.resolve();
      return new Promise((resolve) => {
        waiting.push(resolve);
        onChange(locked);
      });
    },
    set(next) {
      if (next === locked) return;
      locked = next;
      if (!locked) for (const resolve of waiting.splice(0)) resolve();
      waiting = [];
      onChange(locked);
    },
  };
}
