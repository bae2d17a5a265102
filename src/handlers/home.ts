import type { OnHomePageHandler } from '@metamask/snaps-sdk';
import { loadState } from '../host/state';
import { homeView } from './pages/home';
import { forgetOutcome } from './pages/outcome';

export const onHome: OnHomePageHandler = async () => {
  const state = await loadState();
  const content = homeView(state, { page: 1, outcome: null });
  if (state.outcome) await forgetOutcome();
  return { content };
};
