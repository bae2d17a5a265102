// What the steps of a grant need from outside.
import type { Plane } from '../plane/plane';
import type { Settings } from '../plane/settings';
import type { Provider } from '../wallet/provider';
import type { Waiting } from '../wallet/send';
import type { Ledger } from '../wallet/sent';
import type { Draft } from './draft';
import type { UnusedGrants } from './unused';

export type GrantEnv = {
  provider: Provider;
  plane: Plane;
  settings: Settings;
  /** Unix seconds. */
  now: () => number;
  /** Keeps the draft before anything else happens. */
  save: (draft: Draft) => void;
  /** What was sent and not seen to end. */
  ledger: Ledger;
  /** What was signed and is of no use here. */
  unused: UnusedGrants;
  /** The knowledge record that this Golem inherits; null = none. */
  heirloom?: (golem: string) => string | null;
  waiting?: Waiting;
  /** How long the wallet's own upgrade of the account may take to be mined. */
  settleMs?: number;
};
