// The agent kit as others get it: packed, unpacked elsewhere, imported by plain Node and read by its types.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as source from '../../src/agent/index';

const home = mkdtempSync(join(tmpdir(), 'bardo-package-'));

beforeAll(() => {
  run('node', ['src/agent/build.mjs'], '.');
  const quiet = ['--silent', '--ignore-scripts', '--pack-destination', home];
  const tarball =
    run('npm', ['pack', ...quiet], '.')
      .trim()
      .split('\n')
      .at(-1) ?? '';
  const scope = join(home, 'node_modules', '@bardo');
  mkdirSync(scope, { recursive: true });
  run('tar', ['-xzf', join(home, tarball), '-C', scope], home);
  run('mv', ['package', 'snap'], scope);
  // What npm would install beside it, without a network: what the package names, and nothing else.
  const { dependencies } = JSON.parse(readFileSync(join(scope, 'snap', 'package.json'), 'utf8'));
  for (const name of [...Object.keys(dependencies), '@types/node']) {
    mkdirSync(join(home, 'node_modules', name, '..'), { recursive: true });
    symlinkSync(resolve('node_modules', name), join(home, 'node_modules', name));
  }
  writeFileSync(join(home, 'package.json'), '{ "type": "module" }');
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

function run(program: string, args: string[], cwd: string): string {
  return execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

it('is imported by plain Node, with every name of its source', () => {
  writeFileSync(
    join(home, 'use.js'),
    `import * as kit from '@bardo/snap/agent';
     const key = kit.SessionKey.generate({ events: kit.createEvents(), now: () => 0 });
     const signature = await key.sign('0x${'11'.repeat(32)}');
     console.log(JSON.stringify({ names: Object.keys(kit).sort(), signed: signature.length, key }));`,
  );

  const said = JSON.parse(run(process.execPath, ['use.js'], home));

  expect(said.names).toEqual(Object.keys(source).sort());
  expect(said.signed).toBe(132);
  expect(Object.keys(said.key).sort()).toEqual(['address', 'createdAt', 'destroyed', 'operations']);
});

describe.each(['NodeNext', 'Node16', 'Bundler'] as const)(
  'its types, resolved as %s does',
  (how) => {
    const module = how === 'Bundler' ? ts.ModuleKind.ESNext : ts.ModuleKind[how];
    const moduleResolution = ts.ModuleResolutionKind[how];

    /** What the compiler says about a user's file and about every file of the kit's types; other packages have their own. */
    function said(file: string, text: string): string[] {
      const path = join(home, file);
      writeFileSync(path, text);
      const program = ts.createProgram([path], {
        ...{ module, moduleResolution, target: ts.ScriptTarget.ES2022, strict: true, noEmit: true },
        ...{ types: ['node'], typeRoots: [join(home, 'node_modules/@types')] },
      });
      const ours = program
        .getSourceFiles()
        .filter(({ fileName }) => fileName === path || fileName.includes('/@bardo/snap/'));
      expect(ours.length).toBeGreaterThan(20);
      return ours.flatMap((one) =>
        [...program.getSyntacticDiagnostics(one), ...program.getSemanticDiagnostics(one)].map(
          ({ messageText, start = 0 }) => {
            const { line } = one.getLineAndCharacterOfPosition(start);
            return `${basename(one.fileName)}:${line + 1} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
          },
        ),
      );
    }

    it('hold to the last file, and every name has one', () => {
      const text = `import * as kit from '@bardo/snap/agent';
      export const used = [${Object.keys(source)
        .map((name) => `kit.${name}`)
        .join(', ')}];
      type IsAny<T> = 0 extends 1 & T ? true : false;
      export const typed: [IsAny<typeof kit.createGolem>, IsAny<kit.Golem['runway']>] = [false, false];`;

      expect(said('use-all.ts', text)).toEqual([]);
    });

    it('find the one thing that is wrong, and nothing else', () => {
      const text = `import { connectPlane, type Golem, redeem, SessionKey } from '@bardo/snap/agent';
      export const plane = connectPlane({ url: 'https://bardo.ai' });
      export const pay = (golem: Golem) => redeem(golem, { amount: 'wrong' });
      export const address: \`0x\${string}\` = SessionKey.generate({ events: {} as never, now: () => 0 }).address;`;

      const found = said('use.ts', text);

      expect(found).toHaveLength(1);
      expect(found[0]).toMatch(/^use\.ts:3 /);
    });
  },
);

it('brings its own documentation along', () => {
  const readme = readFileSync(join(home, 'node_modules/@bardo/snap/src/agent/README.md'), 'utf8');
  expect(readme).toContain('# The agent kit');
});

it('has a command that plain Node runs, beside the kit and with the same parts', () => {
  const place = join(home, 'node_modules/@bardo/snap');
  const { bin } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
  const file = join(place, bin['bardo-agent']);
  const link = join(home, 'bardo-agent');
  // As npm makes it: a link in a folder of programs, and the file may be run.
  symlinkSync(file, link);
  chmodSync(file, 0o755);
  const wrong = () => run(link, ['request', '--golem', 'atlas'], home);

  expect(readFileSync(file, 'utf8').split('\n')[0]).toBe('#!/usr/bin/env node');
  expect(run(link, ['--help'], home)).toContain('bardo-agent request --golem');
  expect(wrong).toThrow(/Say --owner/);
});
