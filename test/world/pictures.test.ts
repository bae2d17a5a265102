// Pictures that are shown are there, say what they show, and none lies about unseen.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

const PAGES = ['README.md', 'site/README.md', 'src/README.md'];

const shown = PAGES.flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)].map(([, alt, path]) => ({
    alt: alt ?? '',
    path: normalize(join(dirname(page), path ?? '')),
  })),
);

it('shows every picture there is, and none that is not there', () => {
  const there = readdirSync('images').filter((name) => name.endsWith('.png'));

  expect(shown.map(({ path }) => dirname(path)).filter((folder) => folder !== 'images')).toEqual(
    [],
  );
  expect([...new Set(shown.map(({ path }) => basename(path)))].sort()).toEqual(there.sort());
});

it('says in words what each picture shows', () => {
  expect(shown.filter(({ alt }) => alt.length < 12)).toEqual([]);
});
