// `npm start`: the world until Ctrl-C.
import { stopTools } from './builds/built';
import { stageSite } from './builds/site';
import { stageQuickTwin } from './builds/twin';
import { failureWords } from './failure';
import { FolderTaken } from './folder';
import { BadOptions, HELP, type Options, readOptions } from './options';
import { PortTaken } from './ports';
import { screen } from './screen';

const { folder, fresh, verbose, ports } = optionsGiven();
/** Two a minute would be lively for a real Golem; here one wants to watch. */
const BEAT_SECONDS = 10;

const started = Date.now();
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
    folder,
    fresh,
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
    const said = error instanceof PortTaken || error instanceof FolderTaken;
    console.error(said ? error.message : failureWords(error));
    if (verbose && !said) console.error(error);
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

/** Help and mistakes end it here. */
function optionsGiven(): Options {
  try {
    const options = readOptions(process.argv.slice(2));
    if (options) return options;
    console.log(HELP);
    process.exit(0);
  } catch (error) {
    if (!(error instanceof BadOptions)) throw error;
    console.error(`${error.message}\n\n${HELP}`);
    process.exit(2);
  }
}
