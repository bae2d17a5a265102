import { stageTwin } from './twin';

stageTwin();
