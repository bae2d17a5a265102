import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/{core,contracts,e2e,explain,world}/**/*.test.ts'],
    testTimeout: 20_000,
  },
});
