// The desk is fetched when an owner is there to sit at it.
import { later } from '../later';

export const GrantDesk = later<{ quiet?: boolean }>(
  () => import('./grant').then((part) => part.GrantDesk),
  1,
);
