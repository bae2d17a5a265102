// Alerts off the desktop: where an owner wants to hear of their Golems besides MetaMask, and what was sent there. Of a
// target only its host is ever told back: addresses of webhooks, topics and tokens are secrets.
import { Address, Amount, ChainId, Count, Id, Line, Time, Token, Word } from './fields';
import { document, type Infer, list, oneOf, orAbsent, orNull, params, text, yesNo } from './schema';

export const TARGET_KINDS = ['webhook', 'slack', 'telegram', 'ntfy'] as const;
export const MAX_TARGETS = 5;
export const MAX_LIMITS = 8;
export const MAX_TOLD = 50;
export const MAX_CAUSES = 100;

/** A name that the owner gives it; letters of no width could make two look alike. */
const Label = text(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{1,40}$/u);
const WebAddress = text(/^https?:\/\/[\x21-\x7e]{1,1000}$/);

/** Which fields a kind wants is said by the control plane in words (`site/api/alerts/new-target.ts`). */
export const TargetNew = params({
  kind: oneOf(TARGET_KINDS),
  label: Label,
  /** Of a webhook, Slack's or another that takes `{ "text": … }`; of ntfy its server. */
  url: orAbsent(WebAddress),
  /** Of ntfy. */
  topic: orAbsent(text(/^[A-Za-z0-9_-]{1,64}$/)),
  /** Of a Telegram bot; of ntfy where the topic wants one. */
  token: orAbsent(text(/^[A-Za-z0-9_:-]{1,200}$/)),
  /** Telegram's number or @name of the chat. */
  chat: orAbsent(text(/^(-?\d{1,20}|@[A-Za-z0-9_]{4,32})$/)),
});

const TargetAnswer = document({
  id: Id,
  kind: oneOf(TARGET_KINDS),
  label: Label,
  /** Host and port. */
  host: Line,
  /** null = it is told. `failing`: nothing arrived there for days. `sealed`: its secrets cannot be opened any more. */
  paused: orNull(oneOf(['owner', 'failing', 'sealed'] as const)),
  createdAt: Time,
  /** Since when nothing arrived there; null while all is well. */
  failingSince: orNull(Time),
});

/** `secret` of a webhook signs what is sent there. It is shown this once. */
export const TargetAdded = document({ target: TargetAnswer, secret: orNull(Token) });
export const TargetPause = params({ paused: yesNo() });
export const TargetChanged = document({ target: TargetAnswer });
export const TestSent = document({ delivery: Id });

/**
 * `unknown`: it was sent, and whether it arrived is not known; it is not sent again, because nothing is told twice.
 * `failed`: given up.
 */
export const DELIVERY_STATES = ['waiting', 'sending', 'delivered', 'failed', 'unknown'] as const;

const DeliveryAnswer = document({
  id: Id,
  target: Id,
  /** The target's name then; it may be gone by now. */
  label: Label,
  test: yesNo(),
  /** What was told, and how many causes in one. */
  title: Line,
  causes: Count,
  at: Time,
  state: oneOf(DELIVERY_STATES),
  attempts: Count,
  /** When it is tried next. */
  nextAt: orNull(Time),
  updatedAt: Time,
  /** The target's own words, or what kept it from answering: foreign text. */
  answer: orNull(Line),
});

/** "More than `amount` in an hour", over all Golems; `token` null = the chain's own currency. */
export const LIMIT = { chainId: ChainId, token: orNull(Address), amount: Amount };
/** `amount` 0 takes the limit away. */
export const LimitNew = params(LIMIT);
const Limits = list(document(LIMIT), 0, MAX_LIMITS);
export const LimitsAnswer = document({ limits: Limits });

export const AlertsAnswer = document({
  targets: list(TargetAnswer, 0, MAX_TARGETS),
  /** The newest first. */
  deliveries: list(DeliveryAnswer, 0, MAX_TOLD),
  limits: Limits,
  /** When the control plane last looked for something to tell; null = not yet. */
  judgedAt: orNull(Time),
});

/** What a webhook is sent: signed, see `site/api/README.md`. New fields may come. */
export const AlertMessageStruct = document({
  version: Count,
  /** The same whenever this message is tried again. */
  id: Id,
  type: oneOf(['alert', 'test'] as const),
  owner: Address,
  at: Time,
  /** Whose word it is: the control plane's alone. */
  source: Word,
  title: Line,
  text: text(/^[\s\S]{0,8000}$/),
  /** 1 the worst, as of a death; 3 any other. */
  urgency: Count,
  link: text(/^https?:\/\/[\x21-\x7e]{1,300}$/),
  /** How many causes it tells; the worst of them are listed. */
  count: Count,
  causes: list(
    document({
      /** One for each time it is news. */
      id: Id,
      kind: Word,
      golem: orNull(Id),
      chainId: orNull(ChainId),
      since: Time,
      /** It was over before it was told. */
      over: yesNo(),
      title: text(/^[\s\S]{0,500}$/),
    }),
    0,
    MAX_CAUSES,
  ),
});

export type TargetKind = (typeof TARGET_KINDS)[number];
export type NewTarget = Infer<typeof TargetNew>;
export type TargetRecord = Infer<typeof TargetAnswer>;
export type DeliveryRecord = Infer<typeof DeliveryAnswer>;
export type SpendingLimit = { chainId: number; token: `0x${string}` | null; amount: string };
export type AlertMessage = Infer<typeof AlertMessageStruct>;
