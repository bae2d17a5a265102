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
export const DevicePage = lazy<object>(() =>
  import('./cards/device-page').then((part) => part.DevicePage),
);
export const SuccessionPage = lazy<{ id: string }>(() =>
  import('./cards/succession-page').then((part) => part.SuccessionPage),
);
export const GrantPage = lazy<{ id: string }>(() =>
  import('./cards/grant-page').then((part) => part.GrantPage),
);
export const RequestPage = lazy<{ id: string }>(() =>
  import('./cards/request-page').then((part) => part.RequestPage),
);
export const AlertsPage = lazy<object>(() =>
  import('./cards/alerts-page').then((part) => part.AlertsPage),
);
/** Nothing stands in for it: most owners have nothing unfinished. */
export const UnfinishedBar = lazy<object>(
  () => import('./cards/unfinished-bar').then((part) => part.UnfinishedBar),
  0,
);
/** Drawn over any page, once somebody wants to see an address whole. */
export const AddressWindow = lazy<object>(
  () => import('./cards/address-window').then((part) => part.AddressWindow),
  0,
);
