import { defineConfig } from 'vitest/config';
import { hasPostgres } from './site/world/ensure.mjs';

/** Minutes each, of a world that wakes, lives and sleeps, or is killed again and again: `npm run deep:rest` runs them. */
const REST = ['test/api/siege/siege.test.ts', 'test/world/{clade,world}*.test.ts'];
const rest = process.env.BARDO_REST === '1';

/** Pure rules keep nothing between two files: one module graph for all of them, in a third of the time. */
const PURE = 'test/core/**/*.test.ts';
const WORLDLY =
  'test/{agent,api,bench,contracts,drain,e2e,explain,hostile,life,mandate,runner,site,world}/**/*.test.ts';

/** Those in a browser share it, and the chain and control plane below, with the other files of their worker. */
const BROWSER = ['test/site/**/browser/*.test.ts', 'test/e2e/wallet/*.test.ts'];

/** What runs on PGlite with the rest and here once more on PostgreSQL. The other suites choose their stores themselves. */
const ANY_STORE = [
  'test/api/{auth,certificates,codes,golems,hostile,orders,plane,records,terminals}/*.test.ts',
  'test/api/{chain/indexer,relay/{guardians,relay},runway/*,store/migrations}.test.ts',
  'test/api/alerts/{told,delivery}.test.ts',
  'test/agent/life/real-plane.test.ts',
];

/** What is waited for comes or does not; how soon is the machine's affair, and never what a test is about. */
const PATIENT = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
};

export default defineConfig({
  test: {
    // Much of a world's time is waiting for its own clocks.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'browser',
          include: rest ? [] : BROWSER,
          environment: './test/worker/environment.ts',
          isolate: false,
          ...PATIENT,
        },
      },
      {
        test: {
          name: 'core',
          include: rest ? [] : [PURE],
          pool: 'threads',
          isolate: false,
          ...PATIENT,
        },
      },
      {
        test: {
          name: 'world',
          include: rest ? REST : [WORLDLY],
          exclude: ['**/node_modules/**', ...BROWSER, ...(rest ? [] : REST)],
          ...PATIENT,
        },
      },
      {
        test: {
          name: 'postgres',
          include: rest || !hasPostgres() ? [] : ANY_STORE,
          env: { BARDO_STORE: 'postgres' },
          ...PATIENT,
        },
      },
    ],
  },
});
