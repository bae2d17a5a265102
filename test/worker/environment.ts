// vitest's Node environment, which closes at the end of a worker what its files have kept open for each other.
import type { Environment } from 'vitest/runtime';
import { closeKept } from './kept';

// biome-ignore lint/style/noDefaultExport: vitest asks for one
export default {
  name: 'worker',
  viteEnvironment: 'ssr',
  setup: () => ({ teardown: closeKept }),
} satisfies Environment;
