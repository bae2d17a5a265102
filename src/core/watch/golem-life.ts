// What is told of a Golem's life, each row with its source.
import { chainName } from '../chain/addresses';
import { amountWords } from '../chain/money';
import { dateWords, periodWords } from '../chain/time';
import { printable } from '../findings/finding';
import { chainSource, type Proof } from '../memory/claim';
import type { Golem } from '../protocol/status';
import { isSignedBeat, phaseSource, sourceFor, wordsRow } from './audit-rows';
import { counted } from './cause';
import type { DetailRow } from './detail-row';
import type { ListedGolem } from './golem-list';
import { newerWords, phaseWords } from './words';

/** Of foreign text; the protocol allows no more. */
export const MAX_QUOTE = 280;

/** Bardo's own judgement of what the server lists. */
export const OUR_RULE = "Bardo's rule on server data";

export function lifeRows(row: ListedGolem, source: string): DetailRow[] {
  const { golem } = row.record;
  const words = (label: string, value: string) => wordsRow(label, value, source);
  const key = (label: string, value: string | null, proven: string | null): DetailRow =>
    value === null
      ? words(label, 'none')
      : { label, value, source: proven ?? source, kind: 'address' };
  return [
    wordsRow('Phase', phaseWords(golem.phase), phaseSource(row) ?? source),
    words('Vitality', `${golem.vitality} of 100`),
    wordsRow('Permission', row.permission, OUR_RULE),
    words('Chain', chainName(golem.chainId)),
    words('Policy tier', String(golem.policyTier)),
    ...heartbeatRows(row),
    ...gasRows(golem, row.proof, source),
    key('Session key', golem.sessionKey, sourceFor(row, 'key')),
    key('Guardian', golem.guardian, sourceFor(row, 'guardian')),
    ...(golem.parent ? [words('Replicant of', golem.parent)] : []),
    ...(golem.knowledgeRecord ? [words('Knowledge record', golem.knowledgeRecord)] : []),
    ...moreRows(golem, source),
  ];
}

/** What only a control plane of version 2 tells. Modes that are newer than this Bardo are named, and said to be so. */
function moreRows({ custody, hold, policy, ending }: Golem, source: string): DetailRow[] {
  const words = (label: string, value: string) => wordsRow(label, value, source);
  return [
    ...(custody ? [words('Custody', custodyWords(custody))] : []),
    ...(hold
      ? [
          words(
            'On hold',
            `by its ${hold.by}, since ${dateWords(hold.since)}${hold.until ? ` until ${dateWords(hold.until)}` : ''}`,
          ),
        ]
      : []),
    ...(policy ? [words('Broke its policy', counted(policy.violations, 'time'))] : []),
    ...(ending ? [words('Its last words', `“${printable(ending.reason, MAX_QUOTE)}”`)] : []),
  ];
}

/** What a mode of ours cannot promise is said where it matters most: where nothing on chain bounds the money. */
function custodyWords(mode: string): string {
  if (mode === 'embedded') return 'embedded: a server holds its money, no rule on chain bounds it';
  return ['delegation', 'bare', 'local'].includes(mode) ? mode : newerWords(mode);
}

/** Signed by the Golem once Bardo has recovered the signer itself. */
function heartbeatRows(row: ListedGolem): DetailRow[] {
  const { heartbeat } = row.record.golem;
  const unproven = `server; signature not ${row.proof ? 'proven' : 'checked'}`;
  const source = isSignedBeat(row) ? `signed by ${row.name}` : unproven;
  if (!heartbeat) return [wordsRow('Last heartbeat', 'never', 'server')];
  return [
    wordsRow('Last heartbeat', dateWords(heartbeat.at), source),
    wordsRow('Heartbeats', `number ${heartbeat.sequence}`, source),
    // Nobody signs it.
    wordsRow('Expected every', periodWords(BigInt(heartbeat.intervalSeconds)), 'server'),
  ];
}

/** What the key holds is read from the chain; for how long it lasts is the server's estimate. */
function gasRows(golem: Golem, proof: Proof | null, source: string): DetailRow[] {
  const { gasLeft, gasPullsLeft: pulls } = golem;
  const seen = proof?.gas === null ? null : proof?.seen;
  const left = seen ? (proof?.gas ?? null) : gasLeft;
  const words =
    left === null
      ? 'not known'
      : amountWords(
          { chainId: proof?.chainId ?? golem.chainId, token: null },
          BigInt(left),
          'down',
        );
  return [
    wordsRow('Gas left', words, seen ? chainSource(seen.block) : source),
    ...(pulls === null ? [] : [wordsRow('Gas lasts for', counted(pulls, 'more payment'), source)]),
  ];
}
