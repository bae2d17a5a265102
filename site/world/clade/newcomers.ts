// Whoever signs in at the Portal is welcome: test money by real transfers, and a newborn Golem that asks for a
// runway, so that there is something to grant. Once granted, it lives a whole life in about ten minutes.
import type { Address } from 'viem';
import type { Store } from '../../api/store/store';
import { PAYEES, vitalsAt } from './lives';
import { type Living, type Place, wake } from './living';

export type Newcomers = { living: Living[]; stop: () => Promise<void> };

const LOOK_MS = 1000;
/** How long one request stays open before it is asked anew. */
const PATIENCE_SECONDS = 3600;

const PHASES = [
  { from: 0, phase: 'thriving' },
  { from: 150, phase: 'stable' },
  { from: 270, phase: 'conservation' },
  { from: 390, phase: 'declining' },
  { from: 540, phase: 'terminal' },
] as const;

/** `provided`: owners that have money already. */
export function welcomeNewcomers(place: Place, store: Store, provided: Address[]): Newcomers {
  const known = new Set<string>();
  const living: Living[] = [];
  const look = async () => {
    const rows = await store.query<{ owner: Address }>('select distinct owner from sessions', []);
    for (const { owner } of rows) {
      if (known.has(owner)) continue;
      known.add(owner);
      const rich = provided.some((one) => one.toLowerCase() === owner);
      welcome(place, owner, { rich, living }).catch((error) => {
        if (!place.asleep.aborted)
          place.say(`A newborn could not live: ${(error as Error).message}`);
      });
    }
  };
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look).catch(() => undefined);
  }, LOOK_MS);
  return {
    living,
    stop: async () => {
      clearInterval(timer);
      await looking;
      await Promise.all(living.map(({ rest }) => rest()));
    },
  };
}

type Welcome = { rich: boolean; living: Living[] };

async function welcome(place: Place, owner: Address, given: Welcome): Promise<void> {
  const id = `ember-${owner.slice(2, 8)}`;
  const vitals = (age: number) => vitalsAt({ phases: PHASES }, age);
  const one = await wake(place, { id, name: 'Ember', owner, vitals, spends: 0.02 });
  if (!one || place.asleep.aborted) return;
  const { memory, save } = one.home;
  if (!given.rich && !memory.did.includes('provided')) {
    await place.purse.ether(owner, '1');
    await place.purse.dollars(owner, 100n);
    memory.did.push('provided');
    save();
  }
  place.say(`Ember is born and asks ${owner} for a runway`);
  while (!one.golem.runway) if (place.asleep.aborted || !(await asked(one))) return;
  if (place.asleep.aborted) return;
  given.living.push(one);
  one.start();
}

/** False when the owner said no. */
async function asked({ golem, tools }: Living): Promise<boolean> {
  const { outcome } = await tools.metamask_request_runway({
    golems: [golem.id],
    daily_cap_usdc: 5,
    duration_days: 7,
    payees: PAYEES,
    reason: 'I was just born and would like to live',
    timeout_seconds: PATIENCE_SECONDS,
  });
  return outcome !== 'refused';
}
