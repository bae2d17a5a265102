// The world in this very process: nobody stands between Ctrl-C and it, and the threads that run the Snap do not
// load a compiler of their own.
import { register } from 'tsx/esm/api';

register();
await import('./main.ts');
