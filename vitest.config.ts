import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/{agent,api,contracts,core,e2e,explain,world}/**/*.test.ts'],
    testTimeout: 20_000,
  },
});
