// One alert as it is remembered: what was found, where it was announced, and when its cause went away.
import { AnyText, AnyWhole } from '../protocol/fields';
import { type Infer, list, oneOf, orAbsent, orNull, params } from '../protocol/schema';
import { PointStruct } from './point';

const Seconds = AnyWhole;

export const AlertStruct = params({
  /** The entry of the table of alerts, `core/watch/kinds.ts`: it says which of the next three tell causes apart. */
  kind: AnyText,
  golem: orNull(AnyText),
  chainId: orNull(AnyWhole),
  point: orNull(PointStruct),
  /** The request that its notice leads to; absent = none. */
  request: orAbsent(AnyText),
  rank: AnyWhole,
  at: Seconds,
  native: AnyText,
  /** The news in one sentence, without its full stop: "Atlas is dead". */
  title: AnyText,
  /** What an owner must know beside the news. */
  body: AnyText,
  /** Heads the opened notice: what kind of news it is. */
  label: AnyText,
  /** Said on the opened notice only: sources, figures. */
  more: AnyText,
  /** Channels it has still to go out on. */
  pending: list(oneOf(['native', 'inApp'])),
  /** When the cause went away; null while it lasts. */
  clearedAt: orNull(Seconds),
  /** Set when it came back soon after it was announced: if it still lasts then, it is said again. */
  quietUntil: orNull(Seconds),
});

export type Alert = Infer<typeof AlertStruct>;
