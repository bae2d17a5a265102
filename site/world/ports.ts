// The world's doors. The Portal and the Snap are known to wallets and sites by their ports, so these are not
// moved silently; the chain may take any, because whoever needs it is told.
import { createServer } from 'node:net';
import { freePort } from './chain/free-port';

export type Ports = { portal: number; snap: number; chain: number };

export const PORTS: Ports = { portal: 3003, snap: 8080, chain: 8545 };

const NAMES = { portal: 'The Portal', snap: 'The Snap', chain: 'The chain' } as const;

/** A sentence for a person; nothing was started. */
export class PortTaken extends Error {}

/** 0 = any free one. `asked` are those somebody named: they are never replaced. */
export async function choosePorts(asked: Partial<Ports>): Promise<Ports> {
  const chain = asked.chain ?? ((await isFree(PORTS.chain)) ? PORTS.chain : 0);
  const wanted = { ...PORTS, ...asked, chain };
  const chosen = { ...wanted };
  for (const name of Object.keys(NAMES) as (keyof Ports)[]) {
    if (wanted[name] === 0) chosen[name] = await freePort();
    else if (!(await isFree(wanted[name]))) throw new PortTaken(taken(name, wanted[name]));
  }
  return chosen;
}

function taken(name: keyof Ports, port: number): string {
  return `${NAMES[name]} needs port ${port}, and something else listens there. Stop that, or choose another: npm start -- --${name}-port ${port + 1}`;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
