// `npm start`: install what is missing, then bring the product up.
import { spawn } from 'node:child_process';
import { ensurePackages } from './ensure.mjs';

ensurePackages();
const child = spawn('node_modules/.bin/tsx', ['test/world/main.ts', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => child.kill(signal));
}
child.on('exit', (code) => process.exit(code ?? 0));
