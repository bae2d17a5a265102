// The demo wallet is for the demo world: no byte of it may reach the site people use.
import { build } from 'vite';
import { expect, it } from 'vitest';
import { RDNS } from '../../../site/world/wallet/page/rdns';

it('is nowhere in the built site', async () => {
  const result = await build({
    configFile: 'site/vite.config.ts',
    logLevel: 'error',
    build: { write: false },
  });
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  const chunks = outputs.filter((one) => one.type === 'chunk');
  const texts = outputs.map((one) => (one.type === 'chunk' ? one.code : String(one.source)));

  expect(chunks.length).toBeGreaterThan(0);
  expect(
    chunks.flatMap((chunk) => chunk.moduleIds).filter((id) => /\/(test|world)\//.test(id)),
  ).toEqual([]);
  for (const trace of [
    RDNS,
    'demo-wallet',
    'Demo wallet',
    'letter advice cage',
    'snaps-simulation',
  ]) {
    expect(texts.filter((text) => text.includes(trace))).toEqual([]);
  }
});
