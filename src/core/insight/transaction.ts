// A pending transaction to an insight: decode, ask each decoder what it means for this owner's
// Golems, and make sure that nothing which touches Bardo goes by in silence.
import { sameAddress } from '../chain/addresses';
import { type Decoded, decodeCall, type Outcome } from '../decoders';
import type { Call, Json } from '../decoders/decoder';
import { address, type Finding, type Insight, insightOf, words } from '../findings/finding';
import { type KeyHolder, keyHolder, keysIn, type Scene, shortName } from '../findings/scene';
import { MAX_TITLE } from '../signatures/reader';
import { accountUpdateFindings } from './account-update';
import { nativeTransferFindings } from './native-transfer';
import type { TransactionInput } from './parse-transaction';

/** Hex digits looked through: twice what any chain's mempool takes. */
const MOST_SEARCHED = 2 * 256 * 1024;

export type DecodedJson = {
  contract: string;
  name: string;
  args: { [key: string]: Json };
  calls: DecodedJson[];
};

export type TransactionReport = { insight: Insight | null; decoded: DecodedJson | null };

export function explainTransaction(input: TransactionInput, scene: Scene): TransactionReport {
  const call = { chainId: scene.chainId, ...input };
  const outcome = decodeCall(call);
  const findings = [...accountUpdateFindings(input, scene), ...findingsOf(outcome, scene)];
  return { insight: insightOf(findings), decoded: decodedJson(outcome) };
}

/** Findings of a call and, inside it, of every call it carries. */
function findingsOf(outcome: Outcome, scene: Scene): Finding[] {
  const own = ownFindings(outcome, scene);
  const inner =
    outcome.kind === 'decoded'
      ? outcome.decoded.calls.flatMap((nested) => findingsOf(nested, scene))
      : [];
  const all = [...nativeTransferFindings(outcome.call, scene), ...own, ...inner];
  return all.length > 0 ? all : unspoken(outcome, scene);
}

function ownFindings(outcome: Outcome, scene: Scene): Finding[] {
  switch (outcome.kind) {
    case 'decoded':
      return outcome.decoded.explain(scene);
    case 'unreadable':
      return [unreadableFinding(outcome)];
    case 'unknown':
      return [];
  }
}

function unreadableFinding(outcome: Extract<Outcome, { kind: 'unreadable' }>): Finding {
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
  return outcome.kind === 'decoded' ? jsonOf(outcome.decoded) : null;
}

function jsonOf(decoded: Decoded): DecodedJson {
  const { contract, name, args, calls } = decoded;
  return { contract, name, args, calls: calls.map(nestedJson) };
}

/** Inside a batch, a call that could not be read still says where it goes and what it carries. */
function nestedJson(outcome: Outcome): DecodedJson {
  if (outcome.kind === 'decoded') return jsonOf(outcome.decoded);
  const { to, value, data } = outcome.call;
  const raw = { to, value: value.toString(), data };
  if (outcome.kind === 'unknown')
    return { contract: 'unknown', name: 'unknown', args: raw, calls: [] };
  const { contract, name, reason } = outcome;
  return { contract, name: name ?? 'unknown', args: { ...raw, unreadable: reason }, calls: [] };
}
