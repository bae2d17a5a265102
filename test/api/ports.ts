import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A port that is free now and will be for the moment its user needs to take it: below those that the system gives
 * to whoever asks for any, and to every outgoing connection, or another process would have it by then.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
