// What has to be ended when the world goes to sleep, last begun first.

export type Endings = {
  /** Whoever comes when all is over is ended at once. */
  add: (end: () => Promise<unknown>) => void;
  run: () => Promise<void>;
};

export function createEndings(): Endings {
  const ends: (() => Promise<unknown>)[] = [];
  let over = false;
  return {
    add: (end) => {
      if (over) end().catch(() => undefined);
      else ends.push(end);
    },
    run: async () => {
      over = true;
      for (const end of ends.splice(0).reverse()) await end();
    },
  };
}
