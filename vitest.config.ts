import { defineConfig } from 'vitest/config';

/** Not yet green on every machine, or too long for each change: `npm run deep:rest` runs them. */
const REST = [
  'test/agent/package.test.ts',
  'test/api/{abuse,server,siege,refusals}*.test.ts',
  'test/e2e/{arc,wallet*}.test.ts',
  'test/site/{browser,grant}.test.ts',
  'test/world/{clade,world}*.test.ts',
];
const rest = process.env.BARDO_REST === '1';

export default defineConfig({
  test: {
    include: rest
      ? REST
      : ['test/{agent,api,contracts,core,drain,e2e,explain,life,mandate,site,world}/**/*.test.ts'],
    exclude: ['**/node_modules/**', ...(rest ? [] : REST)],
    testTimeout: 60_000,
    hookTimeout: 240_000,
  },
});
