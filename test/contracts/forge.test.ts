// What forge says is what the command says: a wrapper that always answered 0 hid every failure.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const forge = (...args: string[]) =>
  spawnSync('node', ['contracts/tools/forge.mjs', ...args], { encoding: 'utf8' });

it('succeeds and fails as forge does', () => {
  expect(forge('--version').status).toBe(0);
  expect(forge('no-such-command').status).not.toBe(0);
});

it('is what every script runs', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: { [name: string]: string };
  };

  for (const [name, script] of Object.entries(scripts)) {
    expect(script.replaceAll('npm run -s forge', ''), name).not.toMatch(
      /(^|[\s/])forge\b(?!\.mjs)/,
    );
  }
});
