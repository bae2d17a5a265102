// Builds what the tests of the built parts share, so that no two of them build it at the same time.
import { stageSite } from './site';
import { stageTwin } from './twin';

await Promise.all([stageTwin(), stageSite()]);
