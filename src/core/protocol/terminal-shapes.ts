// Terminals: how a command on somebody's computer gets a session of an owner that may read, and a code that is entered.
// The names of what starts and ends a sign-in are RFC 8628's (`device_code`, `user_code` …), because its readers know them.
import { Address, Id, Link, Time, Token, UserCode } from './fields';
import {
  document,
  type Infer,
  list,
  oneOf,
  orAbsent,
  orNull,
  params,
  text,
  whole,
  yesNo,
} from './schema';

/** Seconds between two looks of somebody who waits; RFC 8628's `interval`. */
export const Interval = whole(1, 3600);
/** As the computer calls itself: foreign text, without what turns a line around or hides in it. */
const TerminalName = text(/^[^\p{Cc}\p{Cf}]{1,64}$/u);
/** RFC 7636: base64url of the SHA-256 of the verifier. */
const Challenge = text(/^[A-Za-z0-9_-]{43}$/);
const Verifier = text(/^[A-Za-z0-9_-]{43,128}$/);

/**
 * By a browser on the same computer: it comes back to `http://127.0.0.1:<port>` with `state` and a code that only who
 * has the verifier can use. Without it the owner enters the terminal's code in any browser.
 */
const HandOff = params({
  port: whole(1024, 65_535),
  state: text(/^[A-Za-z0-9_-]{16,128}$/),
  challenge: Challenge,
});
export const TerminalNew = params({ name: TerminalName, browser: orAbsent(HandOff) });

/** RFC 8628, section 3.2. */
export const DeviceAnswer = document({
  device_code: Token,
  user_code: UserCode,
  verification_uri: Link,
  verification_uri_complete: Link,
  expires_in: whole(1, 3600),
  interval: Interval,
});

/** Of a hand-off with the code that the browser brought, and the verifier. */
export const TerminalTokenAsk = params({
  device_code: Token,
  browser: orAbsent(params({ code: Token, verifier: Verifier })),
});

/** `token` is good for reading alone, and for being renewed. */
export const TerminalSession = document({
  token: Token,
  owner: Address,
  terminal: Id,
  expiresAt: Time,
});

export const AskingTerminal = document({
  id: Id,
  name: TerminalName,
  code: UserCode,
  way: oneOf(['browser', 'device'] as const),
  askedAt: Time,
  deadline: Time,
  /** It asks from the network that its reader is in. */
  near: yesNo(),
});

/** Whose browser is to be led there: back to the terminal. */
export const ApprovalAnswer = document({ redirect: orNull(Link) });

export const TerminalsAnswer = document({
  terminals: list(
    document({ id: Id, name: TerminalName, since: Time, lastUsedAt: Time, expiresAt: Time }),
    0,
    100,
  ),
});

/** As it was typed. */
export const CodeEntry = params({ code: text(/^[\s\S]{1,64}$/) });
/** Exactly one of them. */
export const CodeAnswer = document({ request: orNull(Id), terminal: orNull(AskingTerminal) });

export type AskingTerminalRecord = Infer<typeof AskingTerminal>;
export type TerminalRecord = Infer<typeof TerminalsAnswer>['terminals'][number];
