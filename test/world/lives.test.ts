// Who lives in the demo world: a start after everybody died shows a world that lives.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { hasDied } from '../../site/world/clade/home';
import { livesNow } from '../../site/world/clade/lives';

const golems = mkdtempSync(join(tmpdir(), 'bardo-lives-'));
afterAll(() => rmSync(golems, { recursive: true }));

function remember(id: string, dead: boolean): void {
  mkdirSync(join(golems, id), { recursive: true });
  writeFileSync(join(golems, id, 'memory.json'), JSON.stringify({ bornAt: 1, dead, did: [] }));
}
const now = () => livesNow((id) => hasDied(golems, id));
const FIRST = ['atlas', 'orpheus', 'vesta', 'ceres', 'janus'];

it('goes on with the same Golems while one of them lives', () => {
  expect(now()).toMatchObject({ generation: 1 });
  for (const id of FIRST) remember(id, id !== 'janus');

  const { generation, lives } = now();

  expect([generation, lives.map(({ id }) => id)]).toEqual([1, FIRST]);
});

it('begins another generation, under ids of its own, once all are dead', () => {
  remember('janus', true);
  const second = now();
  for (const { id } of second.lives) remember(id, true);

  expect(second).toMatchObject({ generation: 2 });
  expect(second.lives.map(({ id, name }) => [id, name])[0]).toEqual(['atlas-2', 'Atlas 2']);
  expect(now().generation).toBe(3);
  expect(now().lives.map(({ phases }) => phases)).toEqual(second.lives.map(({ phases }) => phases));
});
