// A process that takes a folder's lock again and again, and asks the kernel each time whether it is alone: a port can
// be listened on by one. Prints one line per race. `lock-racer.ts <folder> <port> <races>`; with `hold` for races, it
// takes the lock once, prints `held`, and tells on every line it reads whether it still has it.
import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { createInterface } from 'node:readline';
import { lockFolder } from '../../../site/api/store/folder-lock';

const [folder = '', port = '0', races = '1'] = process.argv.slice(2);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

if (races === 'hold') await hold();
else for (let race = 0; race < Number(races); race += 1) await run();

async function run(): Promise<void> {
  for (;;) {
    const lock = await lockFolder(folder).catch((error: Error) => {
      if (!error.message.includes('in use')) throw error;
      return null;
    });
    if (lock) {
      const alone = await takePort();
      await pause(Math.random() * 4);
      lock.check();
      // Die with it, now and then.
      if (Math.random() < 0.04) process.kill(process.pid, 'SIGKILL');
      alone.close();
      await once(alone, 'close');
      lock.release();
      process.stdout.write('race\n');
      await pause(Math.random() * 3);
      return;
    }
    await pause(Math.random() * 6);
  }
}

/** Somebody who was killed may not be quite gone; somebody who answers is inside with us. */
async function takePort(): Promise<Server> {
  for (let attempt = 0; attempt < 5000; attempt += 1) {
    const server = createServer((visitor) => visitor.end());
    server.listen(Number(port), '127.0.0.1');
    const taken = await once(server, 'listening').then(
      () => false,
      () => true,
    );
    if (!taken) return server;
    if (await answers()) process.stdout.write('TWO INSIDE\n');
    await pause(2);
  }
  throw new Error('the port is never free');
}

/** A connection that is accepted and ended by its other side, not merely queued by the kernel. */
function answers(): Promise<boolean> {
  return new Promise((resolve) => {
    const visit = connect(Number(port), '127.0.0.1');
    visit.once('end', () => resolve(true));
    visit.once('error', () => resolve(false));
    visit.once('close', () => resolve(false));
    visit.resume();
  });
}

async function hold(): Promise<void> {
  const lock = await lockFolder(folder);
  process.stdout.write('held\n');
  for await (const _ of createInterface({ input: process.stdin })) {
    try {
      lock.check();
      process.stdout.write('still held\n');
    } catch (error) {
      process.stdout.write(`${(error as Error).message}\n`);
    }
  }
  lock.release();
}
