// `npm run build:agent`: the agent kit as plain Node imports it, and the command that uses it. Files of ours, viem stays a package
// of its own; types beside it, with the file endings that Node's own resolution asks for.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const OUT = 'dist/agent';

await build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: {
    ssr: true,
    outDir: OUT,
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rollupOptions: {
      input: { index: 'src/agent/index.ts', 'bardo-agent': 'src/agent/command/main.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: 'kit-[hash].js' },
    },
  },
});
execFileSync('node_modules/.bin/tsc', ['-p', 'src/agent'], { stdio: 'inherit' });

const types = join(OUT, 'types');
for (const file of readdirSync(types, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.d.ts')) continue;
  const text = readFileSync(join(types, file), 'utf8');
  // `from './life/golem'` of ours and `import("./life/golem")` that the compiler writes alike.
  const named = text.replace(
    /((?:from |import |import\()(["'])\.{1,2}\/[^"']*?)(?:\.js)?\2/g,
    '$1.js$2',
  );
  writeFileSync(join(types, file), named);
}
