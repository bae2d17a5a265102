// The grant panel is fetched when an owner is there to use it.
import { lazy } from './lazy';

const load = () => import('./grant-panel').then((part) => part.GrantPanel);

/** On the first page, where something always stands. */
export const GrantPanel = lazy<{ quiet?: boolean }>(load, 1);
/** Elsewhere nothing stands there before somebody opens it: nothing is drawn for it while it loads. */
export const QuietGrantPanel = lazy<{ quiet: true }>(load, 0);
