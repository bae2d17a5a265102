// Ports for tests that run beside each other, in any number of processes. Below those that the system gives to whoever
// asks for any, and to every outgoing connection: one that was found free there could be another's a moment later.
import { createServer, type Server } from 'node:net';

const FIRST = 20_000;
const LAST = 32_000;
/** Ports of one street: a process listens on the first for as long as it lives, and hands out the others. */
const STREET = 40;

let street: Promise<number> | null = null;
let handedOut = 0;

/** One that is free now, and that no other caller of this is given until it is taken. */
export async function freePort(): Promise<number> {
  street ??= aStreet();
  for (;;) {
    const port = (await street) + 1 + (handedOut++ % (STREET - 1));
    const server = await listenOn(port);
    if (server) return new Promise((resolve) => server.close(() => resolve(port)));
  }
}

async function aStreet(): Promise<number> {
  const streets = (LAST - FIRST) / STREET;
  for (let turn = process.pid; ; turn += 1) {
    const first = FIRST + STREET * (turn % streets);
    const server = await listenOn(first);
    // It holds the street, not the process.
    if (server) return server.unref() && first;
  }
}

function listenOn(port: number): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer((visitor) => visitor.destroy());
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
