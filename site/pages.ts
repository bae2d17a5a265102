// Places behind the first page are fetched when somebody goes there.
import { later } from './cards/lazy';

export const GolemPlace = later<{ id: string }>(() =>
  import('./cards/golem-place').then((part) => part.GolemPlace),
);
export const RevokePlace = later<{ id: string }>(() =>
  import('./cards/revoke-place').then((part) => part.RevokePlace),
);
export const SuccessionPlace = later<{ id: string }>(() =>
  import('./cards/succession-place').then((part) => part.SuccessionPlace),
);
