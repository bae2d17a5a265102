// The page's half as one script, made when somebody asks for it. It never enters the site's own build.
import { fileURLToPath } from 'node:url';

let built: Promise<string> | null = null;

export function pageScript(): Promise<string> {
  built ??= bundle();
  return built;
}

async function bundle(): Promise<string> {
  // A second of loading that nobody should wait for at the start.
  const { build } = await import('vite');
  const entry = fileURLToPath(new URL('../page/main.tsx', import.meta.url));
  const output = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'demoWallet' } },
  });
  const [first] = Array.isArray(output) ? output : [output];
  if (!first || !('output' in first)) throw new Error('Vite built no script.');
  const chunk = first.output.find((one) => one.type === 'chunk');
  if (chunk?.type !== 'chunk') throw new Error('Vite built no script.');
  return chunk.code;
}
