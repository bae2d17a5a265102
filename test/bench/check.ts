// `npm run bench`: what a check costs for 1, 20 and 500 Golems, as ratios measured in one run. The number of
// Golems asked about on chain is bounded; what grows with the list is reading and comparing it.
import { checkWorld } from './check-world';

const ROUNDS = 15;
const SIZES = [1, 20, 500];
const worlds: Awaited<ReturnType<typeof checkWorld>>[] = [];
const times = new Map<number, number[]>(SIZES.map((size) => [size, []]));

for (let round = 0; round < ROUNDS; round += 1) {
  for (const size of SIZES) {
    const world = await checkWorld(size, { chainMs: 0, planeMs: 0, unknown: false });
    const started = process.hrtime.bigint();
    await world.runCheck();
    times.get(size)?.push(Number(process.hrtime.bigint() - started) / 1e6);
    if (round === 0) worlds.push(world);
  }
}

const median = (size: number) =>
  (times.get(size) ?? []).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;

console.log(`\nA check, every lease and heartbeat really signed, median of ${ROUNDS} interleaved`);
for (const [index, size] of SIZES.entries()) {
  const { counts, state } = worlds[index] as (typeof worlds)[number];
  const asked = state().claims.length;
  console.log(
    `${median(size).toFixed(0).padStart(8)} ms  ${String(size).padStart(4)} Golems: ${asked} asked at, ${counts.chain} questions to the chain, ${counts.probes} of them probes`,
  );
}
console.log(`${(median(20) / median(1)).toFixed(1).padStart(8)} ×  20 Golems / 1`);
console.log(`${(median(500) / median(20)).toFixed(1).padStart(8)} ×  500 Golems / 20`);
