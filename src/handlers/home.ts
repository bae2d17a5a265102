import type { OnHomePageHandler } from '@metamask/snaps-sdk';
import { loadState } from '../host/state';
import { homeView } from './pages/home';

export const onHome: OnHomePageHandler = async () => {
  return { content: homeView(await loadState(), { page: 1, outcome: null }) };
};
