import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'test/{agent,api,contracts,core,drain,e2e,explain,life,mandate,site,world}/**/*.test.ts',
    ],
    testTimeout: 20_000,
  },
});
