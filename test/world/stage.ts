import { stageTwin } from './twin';

await stageTwin();
