// The life of a revocation: wanted → signed → relayed → proven. Only the chain proves; a server, an
// agent or a receipt that was not re-read does not. Late and repeated messages change nothing.
import type { Hex } from 'viem';
import type { EndedBy } from './ended';

export type Revocation = {
  golem: string;
  /** The link that must end. */
  hash: Hex;
  wantedAt: number;
  /** The last transaction sent for it. */
  transaction: Hex | null;
  step: Step;
};

export type Step =
  | { state: 'wanted' }
  | { state: 'signed'; at: number }
  | { state: 'relayed'; at: number }
  | { state: 'proven'; at: number; block: number; by: EndedBy }
  | { state: 'failed'; at: number; during: Attempt; reason: string };

/** What was being tried when it failed. */
export type Attempt = 'signing' | 'relaying' | 'mining';

export type RevocationEvent =
  | { type: 'signed'; at: number }
  | { type: 'relayed'; at: number; transaction: Hex }
  /** Refused by the signer, the relay or the chain. */
  | { type: 'failed'; at: number; reason: string }
  | { type: 'retried' }
  | { type: 'proven'; at: number; block: number; by: EndedBy }
  /** The block that proved it is no longer part of the chain. */
  | { type: 'reorged'; at: number };

export function wantRevocation(golem: string, hash: Hex, wantedAt: number): Revocation {
  return { golem, hash, wantedAt, transaction: null, step: { state: 'wanted' } };
}

/** The same object when the event does not apply to the present step. */
export function advance(revocation: Revocation, event: RevocationEvent): Revocation {
  const { state } = revocation.step;
  switch (event.type) {
    case 'signed':
      return state === 'wanted' ? at(revocation, { state: 'signed', at: event.at }) : revocation;
    case 'relayed': {
      // A transaction may be replaced, and may be sent without a signature of ours: the owner's own.
      if (state === 'proven') return revocation;
      const sent = { ...revocation, transaction: event.transaction };
      return at(sent, { state: 'relayed', at: event.at });
    }
    case 'failed':
      return state === 'proven' || state === 'failed'
        ? revocation
        : at(revocation, {
            state: 'failed',
            at: event.at,
            during: ATTEMPTS[state],
            reason: event.reason,
          });
    case 'retried':
      return state === 'failed' ? at(revocation, { state: 'wanted' }) : revocation;
    case 'proven':
      // From any step: it may have ended by time, or by another hand.
      return state === 'proven'
        ? revocation
        : at(revocation, { state: 'proven', at: event.at, block: event.block, by: event.by });
    case 'reorged':
      if (state !== 'proven') return revocation;
      return at(
        revocation,
        revocation.transaction ? { state: 'relayed', at: event.at } : { state: 'wanted' },
      );
  }
}

const ATTEMPTS: Record<'wanted' | 'signed' | 'relayed', Attempt> = {
  wanted: 'signing',
  signed: 'relaying',
  relayed: 'mining',
};

function at(revocation: Revocation, step: Step): Revocation {
  return { ...revocation, step };
}

export type Progress = {
  state: 'none' | 'running' | 'partial' | 'failed' | 'done';
  /** What the chain shows; the only number that may be called revoked. */
  proven: number;
  running: number;
  failed: number;
  words: string;
};

export function progressOf(revocations: readonly Revocation[]): Progress {
  const count = (state: Step['state']) =>
    revocations.filter(({ step }) => step.state === state).length;
  const [proven, failed] = [count('proven'), count('failed')];
  const running = revocations.length - proven - failed;
  const state = stateOf({ proven, failed, running });
  return {
    state,
    proven,
    running,
    failed,
    words: progressWords(state, proven, revocations.length),
  };
}

function stateOf({ proven, failed, running }: Pick<Progress, 'proven' | 'failed' | 'running'>) {
  if (running > 0) return 'running';
  if (failed === 0) return proven === 0 ? 'none' : 'done';
  return proven === 0 ? 'failed' : 'partial';
}

function progressWords(state: Progress['state'], proven: number, total: number): string {
  const share = `${proven} of ${total}`;
  switch (state) {
    case 'none':
      return 'Nothing to end.';
    case 'running':
      return `${share} ended on chain, the rest is under way.`;
    case 'partial':
      return `Only ${share} ended on chain. Try the others again.`;
    case 'failed':
      return 'The chain shows nothing as ended yet. Try again.';
    case 'done':
      return total === 1 ? 'Ended on chain.' : `All ${total} ended on chain.`;
  }
}
