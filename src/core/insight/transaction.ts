// A pending transaction to an insight: decode, ask each decoder what it means for this owner's
// Golems, and make sure that nothing which touches Bardo goes by in silence.

import { sameAddress } from '../chain/addresses';
import type { Call } from '../chain/call';
import { decodeCall } from '../decoders';
import {
  type Decoded,
  decodedOf,
  effectsIn,
  type Outcome,
  type StepJson,
  type Unread,
} from '../decoders/outcome';
import { aftermathOf } from '../findings/aftermath';
import {
  address,
  type Finding,
  type Insight,
  insightOf,
  MAX_TITLE,
  words,
} from '../findings/finding';
import { type KeyHolder, keyHolder, keysIn, type Scene, shortName } from '../findings/scene';
import { accountUpdateFindings } from './account-update';
import { isBoundToFail, skippedFindings } from './failures';
import { isToGolem, nativeTransferFindings } from './native-transfer';
import type { TransactionInput } from './parse-transaction';
import { wholeOf } from './whole';

/** Hex digits looked through: twice what any chain's mempool takes. */
const MOST_SEARCHED = 2 * 256 * 1024;

/** A call with the calls, and steps of a router, inside it. */
export type DecodedJson = StepJson;

export type TransactionReport = { insight: Insight | null; decoded: DecodedJson | null };

export function explainTransaction(input: TransactionInput, scene: Scene): TransactionReport {
  const outcome = decodeCall({ chainId: scene.chainId, ...input });
  const placed = effectsIn(outcome);
  const after = aftermathOf(
    placed.map(({ effect }) => effect),
    scene,
  );
  const spoken = [
    ...accountUpdateFindings(input, scene),
    ...nativeTransferFindings(placed, scene),
    ...skippedFindings(outcome, placed, scene),
    ...findingsOf(outcome, { ...scene, after: { ...after, fails: isBoundToFail(placed) } }),
  ];
  const updates = input.authorizations !== null;
  const whole = wholeOf({ outcome, placed, updates, spoken: spoken.length > 0 }, scene);
  const insight = insightOf([...spoken, ...whole.findings]);
  return {
    insight: insight && { ...insight, facts: [...whole.totals, ...insight.facts] },
    decoded: decodedJson(outcome),
  };
}

/** Findings of a call and, inside it, of every call it carries. */
function findingsOf(outcome: Outcome, scene: Scene): Finding[] {
  const decoded = decodedOf(outcome);
  const said = decoded
    ? [...decoded.explain(scene), ...decoded.calls.flatMap((inner) => findingsOf(inner, scene))]
    : [];
  if (outcome.kind === 'unreadable' && !isHarmless(outcome, said, scene)) {
    return [unreadableFinding(outcome), ...said];
  }
  return said.length > 0 || isToGolem(outcome.call, scene) ? said : unspoken(outcome, scene);
}

/** More bytes behind a proper call mean nothing where no Golem is concerned: apps leave marks there. */
function isHarmless(outcome: Unread, said: readonly Finding[], scene: Scene): boolean {
  return outcome.loosely !== undefined && said.length === 0 && !golemTouchedBy(outcome.call, scene);
}

function unreadableFinding(outcome: Unread): Finding {
  const { contract, name } = outcome;
  const title = `Bardo cannot read this ${contract} ${name ?? 'call'}`;
  return {
    level: 'warning',
    title: title.length <= MAX_TITLE ? title : `Bardo cannot read this ${contract} call`,
    lines: [`It looks like one, but ${outcome.reason}. Do not sign it unless you know why.`],
    facts: outcome.call.to ? [address('Contract', outcome.call.to)] : [],
  };
}

/** The net under all decoders: a call that names one of the owner's Golems is never passed over. */
function unspoken(outcome: Outcome, scene: Scene): Finding[] {
  const { call } = outcome;
  const touched = golemTouchedBy(call, scene);
  if (!touched) return [...tooLargeFinding(call, scene), ...selfCallFinding(outcome, scene)];
  const name = shortName(touched.golem);
  return [
    {
      level: outcome.kind === 'unknown' ? 'warning' : 'info',
      title: `Touches ${name}'s ${touched.role}`,
      lines: [
        outcome.kind === 'unknown'
          ? `Bardo does not know this function, and ${name}'s address is in it.`
          : `Bardo found no effect on ${name}'s permissions in this call.`,
      ],
      facts: [address(`${name}'s ${touched.role}`, touched.key)],
    },
  ];
}

function tooLargeFinding({ data }: Call, scene: Scene): Finding[] {
  if (data.length <= MOST_SEARCHED || !scene.watched?.golems.length) return [];
  return [
    {
      level: 'warning',
      title: 'Too large for Bardo to check: it may concern your Golems',
      lines: ['Bardo searched only the beginning of this call.'],
      facts: [],
    },
  ];
}

/** Unknown calls to one's own account run with its full power. */
function selfCallFinding(outcome: Outcome, scene: Scene): Finding[] {
  const { call } = outcome;
  const self =
    outcome.kind === 'unknown' && call.data !== '0x' && sameAddress(call.to, scene.signer);
  if (!self || !scene.watched) return [];
  return [
    {
      level: 'warning',
      title: 'A call to your own account that Bardo cannot read',
      lines: ['Such a call can change every permission of this account.'],
      facts: [words('Function selector', call.data.slice(0, 10))],
    },
  ];
}

function golemTouchedBy(call: Call, scene: Scene): (KeyHolder & { key: string }) | null {
  const target = call.to && keyHolder(scene, call.to);
  if (call.to && target) return { ...target, key: call.to };
  for (const found of keysIn(call.data.slice(0, MOST_SEARCHED), scene)) return found;
  return null;
}

function decodedJson(outcome: Outcome): DecodedJson | null {
  const decoded = decodedOf(outcome);
  return decoded && jsonOf(decoded);
}

function jsonOf(decoded: Decoded): DecodedJson {
  const { contract, name, args, calls, steps = [] } = decoded;
  return { contract, name, args, calls: [...steps, ...calls.map(nestedJson)] };
}

/** Inside a batch, a call that could not be read still says where it goes and what it carries. */
function nestedJson(outcome: Outcome): DecodedJson {
  const decoded = decodedOf(outcome);
  if (decoded) return jsonOf(decoded);
  const { to, value, data } = outcome.call;
  const raw = { to, value: value.toString(), data };
  if (outcome.kind !== 'unreadable')
    return { contract: 'unknown', name: 'unknown', args: raw, calls: [] };
  const { contract, name, reason } = outcome;
  return { contract, name: name ?? 'unknown', args: { ...raw, unreadable: reason }, calls: [] };
}
