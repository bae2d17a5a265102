// What became of a call that was handed to the decoders, and the walk through what it does.
import type { Json } from '../bytes/json';
import { sameAddress } from '../chain/addresses';
import type { Call } from '../chain/call';
import type { Effect, Placed } from '../findings/effect';
import type { Finding } from '../findings/finding';
import type { Scene } from '../findings/scene';

export type Outcome =
  | { kind: 'decoded'; call: Call; decoded: Decoded }
  /** Known function or target, bytes we cannot read: reported loudly, never ignored. */
  | Unread
  | { kind: 'unknown'; call: Call };

export type Unread = {
  kind: 'unreadable';
  call: Call;
  contract: string;
  name: string | null;
  reason: string;
  /** A whole, proper call with more bytes behind it, which a contract would not look at. */
  loosely?: Decoded;
};

/** A step of a call that is no call of its own, such as a command of a router. */
export type StepJson = {
  contract: string;
  name: string;
  args: { [key: string]: Json };
  calls: readonly StepJson[];
};

export type Decoded = {
  contract: string;
  name: string;
  args: { [key: string]: Json };
  calls: Outcome[];
  steps?: readonly StepJson[];
  effects: readonly Effect[];
  explain: (scene: Scene) => Finding[];
};

/** What the bytes say, also where they are followed by others. */
export function decodedOf(outcome: Outcome): Decoded | null {
  if (outcome.kind === 'decoded') return outcome.decoded;
  return outcome.kind === 'unreadable' ? (outcome.loosely ?? null) : null;
}

/** Everything a call and the calls inside it do, in the order in which the chain does it. */
export function effectsIn(outcome: Outcome): Placed[] {
  const { call } = outcome;
  const decoded = decodedOf(outcome);
  const effects = decoded?.effects ?? [];
  const own = [...moneySent(call, effects), ...effects].map((effect) => ({ effect, call }));
  return [...own, ...(decoded?.calls ?? []).flatMap(effectsIn)];
}

/** The calls that carry no others. */
export function leavesIn(outcome: Outcome): Outcome[] {
  const inner = decodedOf(outcome)?.calls ?? [];
  return inner.length === 0 ? [outcome] : inner.flatMap(leavesIn);
}

/** Money that an account sends to itself does not leave it. */
function moneySent({ from, to, value }: Call, effects: readonly Effect[]): Effect[] {
  if (value === 0n || to === null || sameAddress(from, to)) return [];
  // What the call is read to pass on is counted where it arrives.
  const passed = effects.reduce(
    (sum, one) => (one.kind === 'pays' && one.token === null ? sum + one.amount : sum),
    0n,
  );
  if (passed >= value) return [];
  return [{ kind: 'pays', payer: from, token: null, amount: value - passed, to }];
}
