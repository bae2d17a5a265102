// While the world sets itself up it asks the Snap in the Portal's name and approves its own dialogs. So that
// it never approves anybody else's, other calls that could open a dialog wait until it is done.
import { HandlerType } from '@metamask/snaps-utils';

const ASKING: string[] = [HandlerType.OnRpcRequest, HandlerType.OnUserInput];

export type Seeding = {
  underWay: () => boolean;
  run: <Result>(call: () => Promise<Result>) => Promise<Result>;
  wait: <Result>(call: () => Promise<Result>, handler: HandlerType) => Promise<Result>;
};

export function createSeeding(): Seeding {
  let last: Promise<unknown> = Promise.resolve();
  let asking = 0;
  let seeding = false;
  let idle: (() => void)[] = [];

  const quiet = () =>
    asking === 0 ? Promise.resolve() : new Promise<void>((resolve) => idle.push(resolve));

  function run<Result>(call: () => Promise<Result>): Promise<Result> {
    const result = last.then(async () => {
      await quiet();
      seeding = true;
      try {
        return await call();
      } finally {
        seeding = false;
      }
    });
    last = result.catch(() => undefined);
    return result;
  }

  async function wait<Result>(call: () => Promise<Result>, handler: HandlerType): Promise<Result> {
    if (!ASKING.includes(handler)) return call();
    await last;
    asking += 1;
    try {
      return await call();
    } finally {
      asking -= 1;
      if (asking === 0) for (const resolve of idle.splice(0)) resolve();
      idle = asking === 0 ? [] : idle;
    }
  }

  return { underWay: () => seeding, run, wait };
}
