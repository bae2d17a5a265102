import {
  connectChain,
  connectPlane,
  createEvents,
  createGolem,
  createTools,
  fileStore,
  Heartbeat,
  introduce,
  type Vitals,
} from '../../src/agent/index';

type Home = {
  id: string;
  owner: `0x${string}`;
  /** Who sells it compute. */
  payees: string[];
  rpcUrl: string;
  planeUrl: string;
  /** Where it keeps what it signed until the chain has answered. */
  folder: string;
};

/** Lives until it is stopped or its vitals say terminal, then ends decently. */
export async function live(home: Home, vitals: () => Vitals, events = createEvents()) {
  const { id, owner } = home;
  const chain = connectChain({ rpcUrl: home.rpcUrl, chainId: 84_532 });
  const plane = connectPlane({ url: home.planeUrl });
  const store = fileStore(home.folder);
  // A real Golem keeps this number in a file: no heartbeat is ever numbered twice.
  const sequence = { last: 0, save: () => undefined };
  const about = { id, name: 'Atlas', owner, chain, plane, store };
  const golem = createGolem({ ...about, vitals, sequence, events });
  const tools = createTools({ golems: [golem] }, { pollMs: 500 });

  // Anybody can ask under any name: the owner compares what is printed with what the wallet shows.
  console.log(introduce(golem));
  // The owner decides in MetaMask; what comes back is what the chain will honour.
  const ask = { golems: [id], daily_cap_usdc: 10, duration_days: 7, payees: home.payees };
  const { usable } = await tools.metamask_request_runway({ ...ask, reason: 'to think' });
  if (!usable) return golem.key.destroy('expired');

  await new Promise<void>((stopped) => {
    new Heartbeat(golem, {
      intervalSeconds: 1,
      // In doubt? The next beat asks for the same and is told what happened; it is never paid twice.
      onBeat: () => tools.metamask_redeem_runway({ golem_id: id, amount_usdc: 0.25 }),
      onStop: () => stopped(),
    }).start();
  });
  await tools.metamask_revoke_permissions({ golems: [id], reason: 'terminal' });
}
