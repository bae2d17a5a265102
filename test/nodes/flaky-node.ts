// A node's RPC that dies and comes back: a loopback proxy in front of anvil. `die` cuts every connection in the
// middle of whatever it carried and refuses new ones; the chain itself goes on.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { freePort } from '../../site/world/chain/free-port';

export type FlakyNode = {
  rpcUrl: string;
  die: () => Promise<void>;
  rise: () => Promise<void>;
};

export async function flakyNode(rpcUrl: string): Promise<FlakyNode> {
  const behind = Number(new URL(rpcUrl).port);
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    const node = connect(behind, '127.0.0.1');
    for (const [here, there] of [
      [socket, node],
      [node, socket],
    ] as const) {
      open.add(here);
      here.pipe(there);
      here.on('error', () => there.destroy());
      here.on('close', () => {
        open.delete(here);
        there.destroy();
      });
    }
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  // Its own until the end: while it is dead, nobody else may be given its port.
  const port = await listen(await freePort());
  return {
    rpcUrl: `http://127.0.0.1:${port}`,
    die: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
    rise: async () => {
      if (!server.listening) await listen(port);
    },
  };
}
