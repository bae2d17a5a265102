// What the Snap remembers, for tests of the watch: a connected Bardo that has just heard of one Golem.

import { emptyProof } from '../../src/core/audit/proof';
import type { Claim, Proof } from '../../src/core/memory/claim';
import type { Order } from '../../src/core/memory/leases';
import {
  type Alert,
  emptyState,
  type GolemRecord,
  type LeaseRecord,
  type State,
  type Vital,
} from '../../src/core/memory/state';
import type { Cause } from '../../src/core/watch/cause';
import { aGolem, aPermission, BASE, GUARDIAN, NOW, OWNER } from './builders';

export const TOKEN = 'watch-token-0123456789';

export function aRecord(over: Partial<GolemRecord> = {}): GolemRecord {
  return { golem: aGolem(), seenAt: NOW, listing: 'listed', dismissed: false, ...over };
}

export function aState(over: Partial<State> = {}): State {
  return {
    ...emptyState(),
    golems: [aRecord()],
    permissions: [aPermission()],
    auth_token: TOKEN,
    last_fetch_at: NOW,
    server_time: NOW,
    owner: OWNER,
    history_cursor: 'cursor-0',
    last_tick_at: NOW,
    ...over,
  };
}

export function aCause(over: Partial<Cause> = {}): Cause {
  return {
    kind: 'declining',
    golem: 'atlas',
    chainId: null,
    point: null,
    rank: 3,
    native: 'Atlas is declining',
    title: 'Atlas is declining',
    body: 'A declining Golem is limited to 10 % of its cap.',
    label: 'Decline',
    more: 'The control plane reports it.',
    ...over,
  };
}

export function anAlert(over: Partial<Alert> = {}): Alert {
  return {
    ...aCause(),
    at: NOW,
    pending: ['native', 'inApp'],
    clearedAt: null,
    quietUntil: null,
    ...over,
  };
}

/** One cause for each name. */
export function named(name: string): Pick<Cause, 'kind' | 'point'> {
  return { kind: 'contradiction', point: { what: name, of: null } };
}

/** Atlas, looked at just now: living, nothing wrong, nothing ended. */
export function aProof(over: Partial<Proof> = {}): Proof {
  return {
    ...emptyProof({ id: 'atlas', chainId: BASE }),
    seen: { at: NOW, block: 100, time: NOW },
    phase: 'thriving',
    ...over,
  };
}

/** Signed here for Atlas, who is called by any other id. */
export function aLeaseRecord(over: Partial<LeaseRecord> = {}): LeaseRecord {
  return { golem: 'atlas', chainId: BASE, context: '0x', signedAt: NOW, by: 'signed', ...over };
}

/** Heard just now. */
export function aVital(over: Partial<Vital> = {}): Vital {
  const seen = { at: NOW, block: 100, time: NOW };
  return {
    golem: 'atlas',
    chainId: BASE,
    phase: 'thriving',
    seen,
    triedAt: NOW,
    problem: null,
    ...over,
  };
}

export function aClaim(over: Partial<Claim> = {}): Claim {
  const source = 'chain · block 100';
  return { what: 'phase', of: null, verdict: 'verified', words: 'phase thriving', source, ...over };
}

/** The end of a lease of Atlas, signed just now, that nobody has taken yet. */
export function anOrder(over: Partial<Order> = {}): Order {
  const body = {
    chainId: BASE,
    manager: GUARDIAN,
    guardian: GUARDIAN,
    budgetId: '1',
    generation: 1,
    signature: `0x${'11'.repeat(65)}`,
  };
  const common = { golem: 'atlas', chainId: BASE, at: NOW, deliveredAt: null };
  return { ...common, kind: 'raise', body, ...over } as Order;
}
