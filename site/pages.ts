// Pages behind the first one are fetched when somebody goes there.
import { lazy } from './cards/lazy';

export const HomePage = lazy<object>(() =>
  import('./cards/home-page').then((part) => part.HomePage),
);
export const GolemPage = lazy<{ id: string }>(() =>
  import('./cards/golem-page').then((part) => part.GolemPage),
);
export const RevokePage = lazy<{ id: string }>(() =>
  import('./cards/revoke-page').then((part) => part.RevokePage),
);
export const SuccessionPage = lazy<{ id: string }>(() =>
  import('./cards/succession-page').then((part) => part.SuccessionPage),
);
