// `npm start` with whatever people write after it.
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { BadOptions, readOptions } from '../../site/world/options';

it('is read, and zero is any free port', () => {
  expect(readOptions([])).toEqual({ folder: '.bardo', fresh: false, verbose: false, ports: {} });
  const all = ['--fresh', '--verbose', '--folder', 'x', '--portal-port', '4000', '--chain-port=0'];
  expect(readOptions(all)).toEqual({
    folder: 'x',
    fresh: true,
    verbose: true,
    ports: { portal: 4000, chain: 0 },
  });
});

it.each([['--help'], ['-h']])('asks for help by %s', (word) => {
  expect(readOptions([word])).toBeNull();
});

it.each([
  [['--frsh'], /Unknown option '--frsh'\.$/],
  [['again'], /Unexpected argument 'again'\.$/],
  [['--folder'], /--folder.* argument missing\.$/],
  [['--folder', ''], /--folder wants a path/],
  [['--fresh=yes'], /--fresh.* does not take an argument\.$/],
  [['--portal-port', '70000'], /--portal-port wants a number up to 65535, not “70000”/],
  [['--snap-port', '-1'], /--snap-port/],
  [['--chain-port', '80a'], /--chain-port wants a number/],
  [['--portal-port', '4000', '--snap-port', '4000'], /cannot share a port/],
])('of %j says what is wrong', (words, said) => {
  expect(() => readOptions(words)).toThrow(BadOptions);
  expect(() => readOptions(words)).toThrow(said);
});

it('prints help or the mistake and help, and starts nothing', () => {
  const start = (word: string) =>
    spawnSync(process.execPath, ['site/world/start.mjs', word], { encoding: 'utf8' });
  const help = start('--help');
  expect([help.status, help.stderr]).toEqual([0, '']);
  expect(help.stdout).toMatch(/^npm start.*--portal-port/s);

  const mistake = start('--frsh');
  expect([mistake.status, mistake.stdout]).toEqual([2, '']);
  expect(mistake.stderr).toMatch(/^Unknown option '--frsh'\.\n\nnpm start/);
  expect(mistake.stderr).not.toContain(' at ');
});
