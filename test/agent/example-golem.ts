import { join } from 'node:path';
import {
  connectChain,
  connectPlane,
  createEvents,
  createTools,
  Heartbeat,
  introduce,
  resumeGolem,
  SESSION_KEY_FILE,
  type Vitals,
} from '../../src/agent/index';

type Home = {
  id: string;
  owner: `0x${string}`;
  /** Who sells it compute. */
  payees: string[];
  rpcUrl: string;
  planeUrl: string;
  /** Where its key is kept, sealed, and beside it what it signed and asked. */
  folder: string;
  /** Opens the key. It comes from where you keep secrets. */
  passphrase: string;
  /** The number of the bill that is due: a bill is paid once, however often it is tried. */
  bill: () => string;
};

/** Lives until it is stopped or its vitals say terminal, then ends decently. Killed at any line and started again, it goes on. */
export async function live(home: Home, vitals: () => Vitals, events = createEvents()) {
  const { id, owner, folder, passphrase } = home;
  const chain = connectChain({ rpcUrl: home.rpcUrl, chainId: 84_532 });
  const plane = connectPlane({ url: home.planeUrl });
  const about = { id, name: 'Atlas', owner, chain, plane, vitals, events };
  const keyFile = { file: join(folder, SESSION_KEY_FILE), passphrase };
  const { golem } = await resumeGolem({ ...about, keyFile });
  if (!golem) return; // Its life was over before.
  const tools = createTools({ golems: [golem] }, { pollMs: 500 });

  // Anybody can ask under any name: the owner compares what is printed with what page and wallet show.
  events.on('request:waiting', (waiting) => console.log(introduce(golem, waiting)));
  if (!golem.runway) {
    // The owner decides in MetaMask; what comes back is what the chain will honour. Asked again, it is the same request.
    const ask = { golems: [id], daily_cap_usdc: 10, duration_days: 7, payees: home.payees };
    const wait = { timeout_seconds: 86_400, reason: 'to think' };
    const { usable } = await tools.metamask_request_runway({ ...ask, ...wait });
    if (!usable) return;
  }

  await new Promise<void>((stopped) => {
    new Heartbeat(golem, {
      intervalSeconds: 1,
      // In doubt? The same bill again is answered with what happened; it is never paid twice.
      onBeat: () => {
        const payment = { golem_id: id, amount_usdc: 0.25, idempotency_key: home.bill() };
        return tools.metamask_redeem_runway(payment);
      },
      onStop: () => stopped(),
    }).start();
  });
  // What this cannot finish the next start does.
  await tools.metamask_revoke_permissions({ golems: [id], reason: 'terminal' });
}
