// `npm start`: install what is missing, then bring the product up, in this very process: nobody stands
// between Ctrl-C and the world.
import { ensurePackages } from './ensure.mjs';

ensurePackages();
const { register } = await import('tsx/esm/api');
register();
await import('./main.ts');
