// The agent kit as others get it: packed, unpacked elsewhere, imported by plain Node and read by its types.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
}, 240_000);

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
}, 60_000);

it('has types that Node’s own resolution finds', () => {
  writeFileSync(
    join(home, 'use.ts'),
    `import { connectPlane, type Golem, redeem, SessionKey } from '@bardo/snap/agent';
     export const plane = connectPlane({ url: 'https://bardo.ai' });
     export const pay = (golem: Golem) => redeem(golem, { amount: 'wrong' });
     export const address: \`0x\${string}\` = SessionKey.generate({ events: {} as never, now: () => 0 }).address;`,
  );
  const options = ['--module', 'nodenext', '--target', 'es2022', '--strict', '--noEmit'];
  const tsc = resolve('node_modules/.bin/tsc');

  // The one thing that is wrong is found, and nothing else is.
  const { status, stdout } = spawnSync(tsc, [...options, '--skipLibCheck', 'use.ts'], {
    cwd: home,
    encoding: 'utf8',
  });
  expect(status).not.toBe(0);
  expect(
    stdout
      .trim()
      .split('\n')
      .filter((line) => line.startsWith('use.ts')),
  ).toHaveLength(1);
  expect(stdout).toMatch(/^use\.ts\(3,/);
}, 120_000);
