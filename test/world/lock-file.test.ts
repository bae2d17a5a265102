// Every package is pinned by its content, for every platform: a registry cannot hand out another one under its name.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

type Entry = { version?: string; resolved?: string; integrity?: string; link?: boolean };

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: { [path: string]: Entry };
};
const installed = Object.entries(packages).filter(([path, { link }]) => path !== '' && !link);

/**
 * Foundry's builds for other platforms, which the registry that this file was made with did not have. This list may
 * only become shorter.
 */
const UNPINNED = [
  'anvil-darwin-amd64',
  'anvil-darwin-arm64',
  'anvil-linux-arm64',
  'anvil-win32-amd64',
  'forge-darwin-amd64',
  'forge-linux-arm64',
].map((name) => `node_modules/@foundry-rs/${name}`);

it('pins every package by a strong digest', () => {
  const loose = installed
    .filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''))
    .map(([path]) => path);

  expect(loose).toEqual(UNPINNED);
});

it('names exact versions and no host', () => {
  for (const [path, { version, resolved }] of installed) {
    expect(`${path} ${version}`).toMatch(/ \d+\.\d+\.\d+[\w.+-]*$/);
    expect(resolved).toBeUndefined();
  }
});
