// A life that kills itself at the step it is told: it asks for a runway, pays its bills, changes its key in the middle, and
// dies in order. It is started again until it is through. What it did before it finds out from its key file and the world.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import {
  connectChain,
  connectPlane,
  createEvents,
  createTools,
  Heartbeat,
  resumeGolem,
  rotateStep,
  SESSION_KEY_FILE,
  type Vitals,
} from '../../src/agent/index';

export type MortalLife = {
  id: string;
  owner: `0x${string}`;
  payees: string[];
  rpcUrl: string;
  planeUrl: string;
  folder: string;
  passphrase: string;
  bills: number;
  /** null = it lives to its end. */
  killAt: number | null;
};

const life = JSON.parse(process.env.MORTAL_LIFE ?? '{}') as MortalLife;
const { id, owner, folder, bills, killAt } = life;

let steps = 0;
function step(): void {
  steps += 1;
  if (steps === killAt) process.kill(process.pid, 'SIGKILL');
}

const { fetch } = globalThis;
globalThis.fetch = async (...given) => {
  step();
  const answer = await fetch(...given);
  step();
  return answer;
};
const { renameSync } = fs;
fs.renameSync = (...given) => {
  step();
  renameSync(...given);
  step();
};
syncBuiltinESMExports();

let paid = 0;
const events = createEvents();
// For the log of a run that failed.
events.onAny(({ name, payload }) => console.error('%d %s %j', steps, name, payload));
const vitals = (): Vitals =>
  paid < bills ? { phase: 'thriving', vitality: 9000 } : { phase: 'terminal', vitality: 0 };

/** The key of its first life is not the key it dies with. */
function isFirstKey(address: string): boolean {
  const note = join(folder, 'first-key');
  if (!fs.existsSync(note)) fs.writeFileSync(note, address);
  return fs.readFileSync(note, 'utf8') === address;
}

const { golem } = await resumeGolem({
  ...{ id, name: 'Lazarus', owner, vitals, events },
  chain: connectChain({ rpcUrl: life.rpcUrl, chainId: 84_532 }),
  plane: connectPlane({ url: life.planeUrl }),
  keyFile: { file: join(folder, SESSION_KEY_FILE), passphrase: life.passphrase },
});

async function work(): Promise<void> {
  if (!golem || golem.key.destroyed) return;
  if (paid === 1 && isFirstKey(golem.key.address)) {
    await rotateStep(golem);
    return;
  }
  const bill = `bill ${Math.min(paid, bills - 1)}`;
  const payment = { golem_id: id, amount_usdc: 0.5, idempotency_key: bill };
  const { redeemed } = await createTools({ golems: [golem] }).metamask_redeem_runway(payment);
  if (redeemed !== '0') paid += 1;
}

async function live(): Promise<void> {
  if (!golem) return;
  const tools = createTools({ golems: [golem] }, { pollMs: 100 });
  if (!golem.runway) {
    isFirstKey(golem.key.address);
    const ask = { golems: [id], daily_cap_usdc: 10, duration_days: 7, payees: life.payees };
    const { usable } = await tools.metamask_request_runway({ ...ask, timeout_seconds: 600 });
    if (!usable) throw new Error('It got no runway.');
  }
  await new Promise<void>((onStop) => {
    const onBeat = work;
    new Heartbeat(golem, { intervalSeconds: 0.2, onBeat, onStop: () => onStop() }).start();
  });
  await tools.metamask_revoke_permissions({ golems: [id], reason: 'terminal' });
}

await live();
process.send?.({ steps });
process.disconnect?.();
