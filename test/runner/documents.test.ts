// The documents name files, sections and commands. Each of them is there: what moves a file without them is refused.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && existsSync(path));
const documents = files.filter((path) => path.endsWith('.md'));

/** What a build or a run puts there, or a server answers. */
const MADE = /^(dist|site\/dist|\.bardo|settings\.json)\b/;

/** What they name with a slash in it that is no file: a route, a package, a host with its port. */
const NO_FILE = /^([/@]|(ghcr|npm):|https?:|\w+:|[\w.]+:\d)|^[A-Z0-9.]+\//;

type Named = { document: string; name: string; beside: string };

/** Paths in backticks and in the maps, each with the folder of the path that was named before it. */
function namedIn(document: string): Named[] {
  const named: Named[] = [];
  let beside = '';
  let fenced = '';
  for (const line of readFileSync(document, 'utf8').split('\n')) {
    const fence = /^```(\w*)/.exec(line);
    if (fence) fenced = fenced ? '' : fence[1] || 'map';
    else if (fenced === 'map') {
      const [, indent, name = ''] = /^(\s*)([\w./-]+\/?)\s{2,}\S/.exec(line) ?? [];
      if (isPath(name)) named.push({ document, name, beside });
      if (isPath(name) && indent === '') beside = name;
    } else if (!fenced) {
      for (const [, name = ''] of line.matchAll(/`([^`\s]+)`/g)) {
        if (!isPath(name)) continue;
        named.push({ document, name, beside });
        beside = dirname(name);
      }
    }
  }
  return named;
}

function isPath(name: string): boolean {
  if (NO_FILE.test(name) || !/^[\w./<>*{},-]+$/.test(name)) return false;
  return name.includes('/') || /\w\.(tsx?|mjs|cjs|json|sol|md)$/.test(name);
}

/** From the root, the document's folder, or that of the path before it; the name of a file alone may be anywhere. */
function isThere({ document, name, beside }: Named): boolean {
  const own = dirname(document);
  const paths = ['', own, beside, join(own, beside)]
    .map((folder) => normalize(join(folder, name)).replace(/\/$/, ''))
    .concat(name.includes('/') ? [] : [`**/${name}`]);
  return paths.some((path) => {
    const pattern = patternOf(path);
    return MADE.test(path) || files.some((file) => pattern.test(file));
  });
}

/** `*` and `<name>` stand for any name; what ends without a dot is a folder, or a file whose ending is left out. */
function patternOf(path: string): RegExp {
  const pattern = path
    .replace(/[.+^$()|[\]\\]/g, '\\$&')
    .replace('**/', '(.+/)?')
    .replace(/<[^>]+>|\*/g, '[^/]*')
    .replace(/\{([^}]*)\}/g, (_, names: string) => `(${names.replaceAll(',', '|')})`);
  return new RegExp(`^${pattern}(/|\\.\\w|$)`);
}

const linked = documents.flatMap((document) =>
  [...readFileSync(document, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, to = '']) => ({ document, to }))
    .filter(({ to }) => !/^https?:/.test(to)),
);

/** As pages are given them: small letters, dashes for spaces, the rest left out. */
function sectionsOf(document: string): string[] {
  return [...readFileSync(document, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

it('reads the documents', () => {
  expect(documents).toContain('README.md');
  expect(documents.flatMap(namedIn).length).toBeGreaterThan(150);
  expect(linked.length).toBeGreaterThan(30);
});

it('names no file that is not there', () => {
  const gone = documents.flatMap(namedIn).filter((named) => !isThere(named));

  expect(gone.map(({ document, name }) => `${document}: ${name}`)).toEqual([]);
});

it('links to nothing that is not there', () => {
  const gone = linked.filter(({ document, to }) => {
    const [path = '', section] = to.split('#');
    const target = path ? normalize(join(dirname(document), path)) : document;
    if (!existsSync(target)) return true;
    return section !== undefined && !sectionsOf(target).includes(section);
  });

  expect(gone).toEqual([]);
});

it('names no command that package.json does not have', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const commands = documents.flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(/\bnpm run (?:-s )?([a-z][\w:]*)/g)].map(
      ([, name = '']) => ({ document, name }),
    ),
  );

  expect(commands.length).toBeGreaterThan(20);
  expect(commands.filter(({ name }) => !(name in scripts))).toEqual([]);
});

it('keeps the first page short enough to be read', () => {
  expect(readFileSync('README.md', 'utf8').split('\n').length).toBeLessThanOrEqual(151);
});
