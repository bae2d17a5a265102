// Watch tokens, against the Snap's own `absorb`: whatever is lost, late or doubled on the way, the one Snap that
// holds a family is never locked out, and a second holder is found out.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../../site/api/store/store';
import { endFamilies, openFamily, presentToken } from '../../../site/api/watch/families';
import { emptyState, type State } from '../../../src/core/memory/state';
import { absorb } from '../../../src/core/watch/absorb';
import { aStatus, NOW, OWNER } from '../../vectors/builders';
import { type Kind, type Opened, STORES } from '../stores';

const SECRET = 'a secret of this test';

describe.each(STORES)('watch tokens on $name', ({ open }) => watchTokens(open));

function watchTokens(open: Kind['open']) {
  let opened: Opened;
  let stores: [Store, Store];

  beforeAll(async () => {
    opened = await open();
    stores = [opened.store, await opened.another()];
  });
  afterAll(() => opened?.stop());

  const present = (token: string, now: number, process = 0) =>
    presentToken(stores[process % 2] as Store, SECRET, token, now);

  it('names the same successor however often and wherever it is asked', async () => {
    const token = await openFamily(stores[0], OWNER, NOW);

    const answers = await Promise.all(
      [0, 1, 0, 1, 0, 1].map((process, index) => present(token, NOW + index, process)),
    );

    expect(new Set(answers.map(({ nextToken }) => nextToken)).size).toBe(1);
    expect(answers[0]).toMatchObject({ owner: OWNER });
    expect(answers[0]?.nextToken).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it('lets a predecessor live for 59 s and die at 60', async () => {
    const first = await openFamily(stores[0], OWNER, NOW);
    const { nextToken } = await present(first, NOW + 300);

    await present(nextToken, NOW + 359);
    await expect(present(first, NOW + 359)).resolves.toMatchObject({ nextToken });
    await present(nextToken, NOW + 360);

    await expect(present(first, NOW + 361)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('lets old tokens die and be forgotten though visits are seconds apart', async () => {
    const first = await openFamily(stores[0], OWNER, NOW);
    let token = first;
    for (let visit = 1; visit <= 130; visit += 1) {
      token = (await present(token, NOW + 20 * visit)).nextToken;
    }

    const [row] = await stores[0].query<{ family: string }>(
      'select family from tokens order by generation desc limit 1',
    );
    const kept = await stores[0].query('select died_at from tokens where family = $1', [
      row?.family,
    ]);
    expect(kept.length).toBeLessThan(110);
    expect(kept.filter(({ died_at }) => died_at === null).length).toBeLessThanOrEqual(5);
    await expect(present(token, NOW + 20 * 131)).resolves.toMatchObject({ owner: OWNER });
  });

  it('ends the family when a dead token is presented', async () => {
    const first = await openFamily(stores[0], OWNER, NOW);
    const { nextToken: second } = await present(first, NOW);
    const { nextToken: third } = await present(second, NOW + 300);

    await expect(present(first, NOW + 316, 1)).rejects.toMatchObject({ code: 'unauthorized' });

    for (const token of [first, second, third]) {
      await expect(present(token, NOW + 317)).rejects.toMatchObject({ code: 'unauthorized' });
    }
  });

  it('forgives a dead token that may have been on its way', async () => {
    const first = await openFamily(stores[0], OWNER, NOW);
    const { nextToken: second } = await present(first, NOW);
    await present(second, NOW + 300);

    await expect(present(first, NOW + 315)).rejects.toMatchObject({ code: 'unauthorized' });

    await expect(present(second, NOW + 316)).resolves.toMatchObject({ owner: OWNER });
  });

  it('keeps no token, only hashes', async () => {
    const token = await openFamily(stores[0], OWNER, NOW);
    const { nextToken } = await present(token, NOW);

    const rows = JSON.stringify(await stores[0].query('select * from tokens, families'));

    expect(rows).not.toContain(token);
    expect(rows).not.toContain(nextToken);
  });

  it('ends all families of an owner, and the oldest beyond eight', async () => {
    const owner = `0x${'77'.repeat(20)}`;
    const tokens: string[] = [];
    for (let index = 0; index < 9; index += 1) {
      tokens.push(await openFamily(stores[0], owner, NOW + index));
    }
    await expect(present(tokens[0] ?? '', NOW + 10)).rejects.toMatchObject({
      code: 'unauthorized',
    });
    await present(tokens[1] ?? '', NOW + 10);

    await endFamilies(stores[0], owner, NOW + 11);

    await expect(present(tokens[8] ?? '', NOW + 12)).rejects.toMatchObject({
      code: 'unauthorized',
    });
  });

  it('never locks out the one Snap that holds them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { minLength: 1, maxLength: 14 }), async (steps) => {
        const token = await openFamily(stores[0], OWNER, NOW);
        await livesThrough({ token, steps, present });
      }),
      { numRuns: 40 },
    );
  });
}

/** A visit of the Snap: after `wait`, its request takes `there` to arrive and its answer `back`, or is lost. */
const STEP = fc.record({
  wait: fc.constantFrom(0, 1, 5, 30, 60, 120, 300),
  there: fc.integer({ min: 0, max: 7 }),
  back: fc.integer({ min: 0, max: 7 }),
  rotates: fc.boolean(),
  lost: fc.constantFrom('no', 'no', 'no', 'request', 'answer'),
  process: fc.nat(1),
});

type Step = typeof STEP extends fc.Arbitrary<infer T> ? T : never;
type Present = (token: string, now: number, process: number) => Promise<{ nextToken: string }>;
type Event = { at: number; run: () => Promise<void> };

/** Plays the steps on one clock: requests overlap, overtake and get lost as the wire likes. */
async function livesThrough(life: { token: string; steps: Step[]; present: Present }) {
  let state: State = { ...emptyState(), owner: OWNER, auth_token: life.token };
  const queue: Event[] = [];
  const at = (time: number, run: () => Promise<void>) => {
    queue.push({ at: time, run });
    queue.sort((a, b) => a.at - b.at);
  };
  const visit = async (started: number, step: Step) => {
    const token = state.auth_token as string;
    if (step.lost === 'request') return;
    at(started + step.there, async () => {
      const arrived = started + step.there;
      const answer = await life.present(token, arrived, step.process).then(
        ({ nextToken }) => ({ ok: true as const, nextToken }),
        () => ({ ok: false as const }),
      );
      if (step.lost === 'answer') return;
      at(arrived + step.back, async () => {
        const now = arrived + step.back;
        const seen = { token, startedAt: started, now, rotates: step.rotates };
        state = answer.ok
          ? absorb(
              state,
              { ok: true, status: aStatus({ serverTime: arrived, nextToken: answer.nextToken }) },
              seen,
            )
          : absorb(state, { ok: false, kind: 'rejected', detail: '' }, seen);
      });
    });
  };
  let clock = NOW;
  for (const step of life.steps) {
    clock += step.wait;
    const started = clock;
    at(started, () => visit(started, step));
  }
  for (let next = queue.shift(); next; next = queue.shift()) await next.run();

  await expect(life.present(state.auth_token as string, clock + 400, 1)).resolves.toBeTruthy();
}
