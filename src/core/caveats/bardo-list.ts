// Bardo's own enforcers. To add one: a contract, a file beside this one, a line here, a differential case.
import type { Caveat } from './caveat';
import { dailySpendLimit } from './daily-spend-limit';
import { dreamMode } from './dream-mode';
import { emotionalState } from './emotional-state';
import { golemPhase } from './golem-phase';
import { golemPolicy } from './golem-policy';
import { knowledgeRoyalty } from './knowledge-royalty';
import { maxSlippage } from './max-slippage';
import { mortalityTimeWindow } from './mortality-time-window';
import { replicantBudget } from './replicant-budget';
import { threshold } from './threshold';
import { vaultNav } from './vault-nav';
import { warden } from './warden';

export const BARDO_CAVEATS: readonly Caveat[] = [
  golemPolicy,
  golemPhase,
  mortalityTimeWindow,
  dreamMode,
  vaultNav,
  replicantBudget,
  maxSlippage,
  dailySpendLimit,
  emotionalState,
  knowledgeRoyalty,
  threshold,
  warden,
];
