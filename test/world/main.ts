// `npm start`: the world until Ctrl-C. Options: --fresh, --folder, --portal-port, --snap-port, --chain-port.
import { parseArgs } from 'node:util';
import { stopTools } from './built';
import { PortTaken } from './ports';
import { screen } from './screen';
import { stageSite } from './site';
import { stageQuickTwin } from './twin';

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
const ports = {
  ...port('portal', values['portal-port']),
  ...port('snap', values['snap-port']),
  ...port('chain', values['chain-port']),
};
console.log('Bardo’s world is waking up …');
const unwanted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void end());
}
// The builders are other processes: they work while this one still reads its own modules.
for (const build of [stageQuickTwin, stageSite]) build().catch(() => undefined);
let begun = false;
const world = import('./world').then(({ startWorld }) => {
  begun = true;
  return startWorld({
    folder: values.folder,
    fresh: values.fresh,
    ports,
    quick: true,
    wallet: true,
    golems: { beatSeconds: BEAT_SECONDS },
    unwanted: unwanted.signal,
    say: (line) => {
      if (!unwanted.signal.aborted) console.log(line);
    },
  });
});
world.then(
  (awake) => {
    if (!unwanted.signal.aborted)
      console.log(screen(awake, Math.ceil((Date.now() - started) / 1000)));
  },
  (error) => {
    if (unwanted.signal.aborted) return;
    stopTools();
    console.error(error instanceof PortTaken ? error.message : error);
    process.exit(1);
  },
);

async function end(): Promise<void> {
  if (unwanted.signal.aborted) return;
  unwanted.abort();
  console.log('\nThe world goes to sleep …');
  stopTools();
  if (!begun) process.exit(0);
  // Who ends it before it is awake ends what there is of it.
  await world.then(
    (awake) => awake.stop(),
    () => undefined,
  );
  process.exit(0);
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
