// A process that wants one store again and again, and dies with it now and then. Inside it adds one to a number and prints
// what it wrote: two that were inside at once print the same. `store-racer.ts <folder> <races>`; with `hold` for races it
// takes the store once, prints `held`, and stays.
import { fileStore } from '../../../src/agent/store/store';

const [folder = '', races = '1'] = process.argv.slice(2);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function race(): Promise<void> {
  const store = fileStore(folder);
  const found = await store.all().catch((error: Error) => {
    if (error.name !== 'StoreInUse') throw error;
    return null;
  });
  if (!found) {
    await pause(Math.random() * 6);
    return race();
  }
  const next = Number(found.get('number') ?? 0) + 1;
  await pause(Math.random() * 4);
  if (Math.random() < 0.04) process.kill(process.pid, 'SIGKILL');
  await store.put('number', `${next}`);
  process.stdout.write(`${next}\n`);
  store.close?.();
  await pause(Math.random() * 3);
}

if (races === 'hold') {
  await fileStore(folder).all();
  process.stdout.write('held\n');
  setInterval(() => undefined, 1000);
} else {
  for (let left = Number(races); left > 0; left -= 1) await race();
}
