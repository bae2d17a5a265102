// The desk is fetched when an owner is there to sit at it.
import { later } from './lazy';

const load = () => import('./grant').then((part) => part.GrantDesk);

/** On the first page, where something always stands. */
export const GrantDesk = later<{ quiet?: boolean }>(load, 1);
/** Elsewhere nothing stands there before somebody opens it: nothing is drawn for it while it loads. */
export const QuietDesk = later<{ quiet: true }>(load, 0);
