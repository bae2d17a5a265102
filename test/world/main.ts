// `npm start`: the world until Ctrl-C. Options: --fresh, --folder, --portal-port, --snap-port, --chain-port.
import { parseArgs } from 'node:util';
import { PortTaken } from './ports';
import { screen } from './screen';
import { startWorld } from './world';

const { values } = parseArgs({
  options: {
    fresh: { type: 'boolean', default: false },
    folder: { type: 'string', default: '.bardo' },
    'portal-port': { type: 'string' },
    'snap-port': { type: 'string' },
    'chain-port': { type: 'string' },
  },
});
/** Two a minute would be lively for a real Golem; here one wants to watch. */
const BEAT_SECONDS = 10;

const started = Date.now();
console.log('Bardo’s world is waking up …');
const world = startWorld({
  folder: values.folder,
  fresh: values.fresh,
  ports: {
    ...port('portal', values['portal-port']),
    ...port('snap', values['snap-port']),
    ...port('chain', values['chain-port']),
  },
  wallet: true,
  golems: { beatSeconds: BEAT_SECONDS },
  say: (line) => console.log(line),
});

let ending = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void end(0));
}
world.then(
  (awake) => {
    if (!ending) console.log(screen(awake, Math.ceil((Date.now() - started) / 1000)));
  },
  (error) => {
    console.error(error instanceof PortTaken ? error.message : error);
    process.exit(1);
  },
);

async function end(code: number): Promise<void> {
  if (ending) return;
  ending = true;
  console.log('\nThe world goes to sleep …');
  await world.then((awake) => awake.stop());
  process.exit(code);
}

function port(name: string, text: string | undefined): { [name: string]: number } {
  if (text === undefined) return {};
  const number = Number(text);
  if (!/^\d{1,5}$/.test(text) || number > 65_535) {
    console.error(`--${name}-port wants a number up to 65535.`);
    process.exit(1);
  }
  return { [name]: number };
}
