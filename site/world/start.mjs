// `npm start`: install what is missing, then bring the product up.
import { ensurePackages } from './ensure.mjs';

ensurePackages();
await import('./wake.mjs');
