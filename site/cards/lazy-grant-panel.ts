// The grant panel is fetched when an owner is there to use it.
import { lazy } from './lazy';

export const GrantPanel = lazy<object>(
  () => import('./grant-panel').then((part) => part.GrantPanel),
  1,
);
