// The decoded call as data, for people who read along: what `explain` prints and the wallet shows on request.
import { type Decoded, decodedOf, type Outcome, type StepJson } from '../decoders/outcome';

/** A call with the calls, and steps of a router, inside it. */
export type DecodedJson = StepJson;

export function decodedJson(outcome: Outcome): DecodedJson | null {
  const decoded = decodedOf(outcome);
  return decoded && jsonOf(decoded);
}

function jsonOf(decoded: Decoded): DecodedJson {
  const { contract, name, args, calls, steps = [] } = decoded;
  return { contract, name, args, calls: [...steps, ...calls.map(nestedJson)] };
}

/** Inside a batch, a call that could not be read still says where it goes and what it carries. */
export function nestedJson(outcome: Outcome): DecodedJson {
  const decoded = decodedOf(outcome);
  if (decoded) return jsonOf(decoded);
  const { to, value, data } = outcome.call;
  const raw = { to, value: value.toString(), data };
  if (outcome.kind !== 'unreadable')
    return { contract: 'unknown', name: 'unknown', args: raw, calls: [] };
  const { contract, name, reason } = outcome;
  return { contract, name: name ?? 'unknown', args: { ...raw, unreadable: reason }, calls: [] };
}
