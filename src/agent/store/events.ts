// What a Golem's runtime can listen to: the life of its keys, the work of its tools, its heartbeats and its
// death. No event ever carries key material; amounts are base units as decimal text, fit for a log.
import type { Address, Hex } from 'viem';
import type { Phase } from '../../core/protocol/status';
import type { EndedBy } from '../../core/runway/ended';

export type ToolName =
  | 'metamask_request_runway'
  | 'metamask_redeem_runway'
  | 'metamask_revoke_permissions'
  | 'metamask_check_permission_health';

export type RotationReason = 'operations' | 'age' | 'budget';

export type PaymentTurn = {
  golem: string;
  /** The last one that was signed for it. */
  transaction: Hex;
  payee: Address;
  /** null = native currency. */
  token: Address | null;
  amount: string;
  reason: string | null;
};

/** What waits for the owner, and where they answer. */
export type Waiting = {
  /** The page that answers it. */
  approval_url: string;
  /** null for a rotation: the Golem's own page shows it. */
  request_id: string | null;
  /** To be compared with what page and wallet show; null where the control plane gives none. */
  user_code: string | null;
  /** Unix seconds; null = it waits until it is answered. */
  expires_at: number | null;
};

export type AgentEvents = {
  'key:generated': { address: Address; expiresAt: number };
  'key:delegation-granted': { address: Address; delegationHash: Hex; caveats: string[] };
  'key:operation-signed': { address: Address; hash: Hex; value: string; remaining: string | null };
  'key:rotation-triggered': { reason: RotationReason; oldAddress: Address; newAddress: Address };
  'key:revoked': { address: Address; cause: EndedBy | 'rotated' };
  'key:budget-warning': {
    address: Address;
    remainingPercent: number;
    estimatedOperationsLeft: number | null;
  };

  'tool:start': { tool: ToolName; [parameter: string]: unknown };
  'tool:progress': { tool: ToolName; step: string };
  'tool:end': { tool: ToolName; [result: string]: unknown };
  'tool:failed': { tool: ToolName; reason: string };
  /** They hung on a lease that was replaced, and need a new link. */
  'replicants:orphaned': { golem: string; orphans: string[] };
  /** Once for each request, and again in each process that goes on waiting. */
  'request:waiting': Waiting & { golem: string; kind: 'runway' | 'key' | 'renewal' | 'rotation' };
  /** A process has found the Golem again. */
  'golem:resumed': {
    golem: string;
    state: string;
    /** A new key, which no lease names yet. */
    fresh: boolean;
    address: Address;
    sequence: number;
    children: string[];
    /** Payments whose end is not known yet. */
    doubts: number;
  };
  /** Less than a third of the window or seven days are left, then less than a day: each once for each lease. */
  'runway:expiring': {
    golem: string;
    permission: string | null;
    mark: 'third' | 'day';
    expiresAt: number;
    secondsLeft: number;
  };
  /** MetaMask has stopped all redemptions: nothing moves, nothing is lost. The Golem watches and waits. */
  'redemptions:paused': { golem: string; blockNumber: number };
  'redemptions:resumed': { golem: string; blockNumber: number };
  'permission:revoked': { golem: string; reason: string; revokedCount: number };

  'heartbeat:sent': { golem: string; sequence: number; phase: Phase; blockNumber: number };
  'heartbeat:failed': { golem: string; reason: string; retryInMs: number };
  'work:failed': { golem: string; reason: string };
  'oracle:reported': { golem: string; phase: Phase; transaction: Hex };
  /** Its guardian healed it: measure its vitals anew. For a quarter of an hour older ones do not undo it. */
  'oracle:healed': { golem: string; phase: Phase; vitality: number };
  'oracle:failed': { golem: string; reason: string };
  /** It was told as made; then its block was dropped. It is handed over again as it was signed. */
  'payment:dropped': PaymentTurn;
  /** After `payment:dropped`: it has been made again. */
  'payment:remade': PaymentTurn;
  /** It was told as made, and it will not happen: something else took its place after its block was dropped. */
  'payment:undone': PaymentTurn;
  'gas:topped-up': { golem: string; amount: string; transaction: Hex };
  'gas:low': { golem: string; pullsLeft: number; reason: string };
  'stop:refused': { golem: string; reason: string };
  'stop:obeyed': { golem: string; by: string };
  'budget:reconciled': { golem: string; local: string; chain: string };
  'death:started': { golem: string; reason: string; startedAt: number; resumed: boolean };
  'death:completed': {
    golem: string;
    reason: string;
    /** null = nobody knows. Of the runway's money, over the whole life as its records reach back; base units. */
    spent: string | null;
    payments: number | null;
    /** Wei that reached the owner; wei that the key still held when it was destroyed. */
    gasHome: string | null;
    gasStuck: string | null;
    /** Runway and child links that the chain shows as ended. */
    permissionsEnded: number | null;
  };
  'death:step': { golem: string; step: string; outcome: string; detail: string | null };
  'listener:failed': { event: string; reason: string };
};

export type AgentEvent = {
  [Name in keyof AgentEvents]: { name: Name; payload: AgentEvents[Name] };
}[keyof AgentEvents];

export type Events = {
  emit: <Name extends keyof AgentEvents>(name: Name, payload: AgentEvents[Name]) => void;
  /** Returns the function that stops listening. */
  on: <Name extends keyof AgentEvents>(
    name: Name,
    listener: (payload: AgentEvents[Name]) => void,
  ) => () => void;
  /** Every event, in order: for a log. */
  onAny: (listener: (event: AgentEvent) => void) => () => void;
};

/** A listener that throws is reported to the others and harms nobody: a log must not stop a death. */
export function createEvents(): Events {
  const listeners = new Set<(event: AgentEvent) => void>();
  const tell = (event: AgentEvent) => {
    for (const listener of [...listeners]) {
      try {
        listener(event);
      } catch (error) {
        if (event.name === 'listener:failed') continue;
        const reason = error instanceof Error ? error.message : 'it threw something';
        tell({ name: 'listener:failed', payload: { event: event.name, reason } });
      }
    }
  };
  const onAny: Events['onAny'] = (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    emit: (name, payload) => tell({ name, payload } as AgentEvent),
    on: (name, listener) =>
      onAny((event) => {
        if (event.name === name) listener(event.payload as never);
      }),
    onAny,
  };
}
