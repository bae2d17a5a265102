// What a Golem must know again after its process died, as it stands in the store. Nothing in it is secret: the next key of a
// rotation is sealed by the present one. The sequence of its heartbeats has a record of its own, because it changes every time.
import { check } from '../../core/protocol/check';
import { AnyHex, AnyText, Context, Count, Hash, Id, Line } from '../../core/protocol/fields';
import { RunwayAsk } from '../../core/protocol/runway-shapes';
import { document, type Infer, list, maybe, oneOf, orNull, text } from '../../core/protocol/schema';

const SealedNextStruct = document({
  address: AnyHex,
  createdAt: Count,
  operations: Count,
  salt: text(/^[0-9a-f]{32}$/),
  iv: text(/^[0-9a-f]{24}$/),
  tag: text(/^[0-9a-f]{32}$/),
  ciphertext: text(/^[0-9a-f]{64}$/),
});

export const MARKS = ['third', 'day'] as const;

const GolemRecordStruct = document({
  /** Contexts as they were taken on. */
  runway: orNull(Context),
  /** Under which the control plane knows the runway. */
  permission: orNull(Id),
  gas: orNull(Context),
  children: list(document({ id: Id, context: Context }), 0, 256),
  nextKey: orNull(SealedNextStruct),
  /** Signed, perhaps posted, and nobody was told of an answer. `replaces`: the permission that lived when it was asked. */
  request: orNull(document({ body: RunwayAsk, replaces: orNull(Id) })),
  /** Which ends were told, of the lease with this hash. */
  warned: orNull(document({ leaf: Hash, marks: list(oneOf(MARKS), 0, 2) })),
  /** As it was begun: who finishes it says the same last words. */
  death: orNull(
    document({
      reason: Line,
      knowledgeRecord: maybe(Id),
      startedAt: Count,
      completedAt: orNull(Count),
    }),
  ),
});

export type GolemRecord = Infer<typeof GolemRecordStruct>;
export type Mark = (typeof MARKS)[number];

export const NOTHING_YET: GolemRecord = {
  runway: null,
  permission: null,
  gas: null,
  children: [],
  nextKey: null,
  request: null,
  warned: null,
  death: null,
};

const SequenceStruct = document({ version: oneOf(['1']), last: Count });
const Named = document({ version: oneOf(['1']), golem: AnyText });

/** Throws for what it did not write. */
export function parseGolemRecord(golem: string, words: string | undefined): GolemRecord {
  if (words === undefined) return NOTHING_YET;
  const json = jsonOf(words);
  const named = check(json, Named);
  const read = check(json, GolemRecordStruct);
  if (named.ok && named.value.golem === golem && read.ok) return read.value;
  throw unreadable(golem);
}

export function golemRecordText(golem: string, record: GolemRecord): string {
  return JSON.stringify({ version: '1', golem, ...record });
}

export function parseSequence(golem: string, words: string | undefined): number {
  if (words === undefined) return 0;
  const read = check(jsonOf(words), SequenceStruct);
  if (read.ok) return read.value.last;
  throw unreadable(golem);
}

export function sequenceText(last: number): string {
  return JSON.stringify({ version: '1', last });
}

function jsonOf(words: string): unknown {
  try {
    return JSON.parse(words);
  } catch {
    return null;
  }
}

function unreadable(golem: string): Error {
  return new Error(
    `What was kept of the Golem "${golem}" cannot be read, so it does not go on. Bring it back from a copy; remove it only when the control plane knows its runway.`,
  );
}
