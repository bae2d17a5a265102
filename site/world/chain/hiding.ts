// Where a node listens that runs beside somebody's browser. anvil asks nobody who they are, by HTTP or by WebSocket, takes
// a body of any kind and gives its cheats to all: a web page that reached it could drive it. Pages can try every port of
// 127.0.0.1, so the node is
//
//   address   on one of sixteen million loopback addresses, where the system answers to all of them
//   port      elsewhere: on a port that every browser refuses to connect to (the bad ports of the Fetch standard), and
//             programs reach it by a door of its own, because Node's fetch refuses such ports as well
import { randomInt } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import { openRpcDoor } from './rpc-door';

export type Hiding = 'address' | 'port';

export const HIDING: Hiding = process.platform === 'linux' ? 'address' : 'port';

export type Place = {
  host: string;
  port: number;
  /** How programs reach it. */
  rpcUrl: string;
  leave: () => void;
};

/** Of those that browsers bar, the ones that hardly anybody uses and that need no rights. */
const BARRED = [6668, 6667, 6666, 6665, 6669, 6697, 6566, 10_080, 4190, 4045, 3659, 5061];

export function openPlace(host: string, port: number): Place {
  return { host, port, rpcUrl: `http://${host}:${port}`, leave: () => undefined };
}

export async function hiddenPlace(hiding: Hiding, port: number): Promise<Place> {
  if (hiding === 'address') {
    const host = `127.${randomInt(1, 255)}.${randomInt(0, 256)}.${randomInt(1, 255)}`;
    return openPlace(host, port);
  }
  const place = openPlace('127.0.0.1', await barredPort());
  const door = await openRpcDoor({ port: 0, rpcUrl: place.rpcUrl, origins: [] });
  const leave = () => {
    door.closeAllConnections();
    door.close();
  };
  const { port: own } = door.address() as AddressInfo;
  return { ...place, rpcUrl: `http://127.0.0.1:${own}`, leave };
}

async function barredPort(): Promise<number> {
  for (const port of BARRED) if (await isFree(port)) return port;
  throw new Error(`The chain needs one of the ports ${BARRED.join(', ')}, and all are in use.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
