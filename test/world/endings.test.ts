import { expect, it } from 'vitest';
import { createEndings } from '../../site/world/endings';

it('ends what began last first, once, and whoever comes later at once', async () => {
  const ended: string[] = [];
  const endings = createEndings();
  for (const name of ['chain', 'plane', 'Portal']) endings.add(async () => ended.push(name));

  await endings.run();
  await endings.run();
  expect(ended).toEqual(['Portal', 'plane', 'chain']);

  endings.add(async () => ended.push('a wallet that was still starting'));
  expect(ended.at(-1)).toBe('a wallet that was still starting');
});

it('does not trip over a latecomer that cannot be ended', async () => {
  const endings = createEndings();
  await endings.run();
  expect(() => endings.add(() => Promise.reject(new Error('stuck')))).not.toThrow();
});
