// Gas as a second permission: ether the Golem's own key may draw from the owner, a little every day, under a
// grant and a lease of its own. Its payee is the session key itself, because gas is burnt there.
import type { Address } from 'viem';
import { sameAddress } from '../../src/core/chain/addresses';
import { DAY } from '../../src/core/chain/time';
import { type TypedAmount, twofoldWords, typedAmount } from '../../src/core/chain/typed-amount';
import { type Golem, nameOf, type Permission } from '../../src/core/protocol/status';
import { endsAt } from '../../src/core/runway/health';
import { type Ask, type Draft, startDraft } from './draft';
import { grantWords } from './grant.words';
import type { OpenGasForm } from './open-form';

/** A lease on ether counts in millionths, and at most 2^24 - 1 of them a day. */
export const GAS_UNIT = 12;
export const MIN_GAS = 10n ** BigInt(GAS_UNIT);
const MAX_GAS = (2n ** 24n - 1n) * MIN_GAS;

/** Wei per day, in millionths of an ether; 0 = none. */
export function gasIn(text: string): { value: bigint } | { problem: string } {
  const read = typedAmount(text, 18 - GAS_UNIT);
  if (!read.ok) return { problem: doubtIn(text, read) ?? grantWords.form.badGas };
  const value = read.value * MIN_GAS;
  return value <= MAX_GAS ? { value } : { problem: grantWords.form.badGas };
}

/** A comma or point that can be read in two ways; null = it is nothing of the kind. */
export function doubtIn(text: string, read: TypedAmount): string | null {
  if (read.ok) return null;
  if (read.fault === 'twofold') return `${twofoldWords(text, read.readings)}.`;
  return read.fault === 'comma' ? grantWords.form.comma : null;
}

/** Every day, however the runway counts. */
export function gasAsk(ask: Ask, wei: string, replaces: string | null = null): Ask {
  const { periodSeconds: _period, leaseCap: _cap, ...rest } = ask;
  return {
    ...rest,
    token: null,
    cap: wei,
    payees: [ask.sessionKey],
    replicantCap: '0',
    gasPulls: 0,
    gasDaily: '0',
    request: null,
    exactly: false,
    replaces,
  };
}

/** For as long as the runway: gas is of no use to a Golem that has nothing to spend. null when there is no key or time. */
export function gasAskFor(
  { golem, runway, gas, maxAge }: Omit<OpenGasForm, 'kind'>,
  wei: bigint,
  now: number,
): Ask | null {
  const days = Math.ceil((endsAt(runway) - now) / DAY);
  if (!golem.sessionKey || days < 1) return null;
  const who = {
    golem: golem.id,
    name: nameOf(golem).slice(0, 24),
    chainId: golem.chainId,
    sessionKey: golem.sessionKey,
  };
  const base = { ...who, days, maxAgeSeconds: maxAge, payees: [], token: null, cap: '0' };
  const none = { replicantCap: '0', gasPulls: 0, request: null, exactly: false, replaces: null };
  return gasAsk({ ...base, ...none }, `${wei}`, gas?.id ?? null);
}

/** The lease names a key that the Golem has left behind: nothing can be drawn by the new one. */
export function isForOldKey({ lease }: Permission, { sessionKey }: Golem): boolean {
  return lease !== null && sessionKey !== null && !sameAddress(lease.sessionKey, sessionKey);
}

/** The Golem is entered already: its grant for gas starts at the wallet. */
export function startGas(
  owner: Address,
  ask: Ask,
  about: { guardian: Address | null; now: number },
): Draft {
  return { ...startDraft(owner, ask, about), step: 'ask' };
}

/** The draft that follows a finished runway; null when no gas was wished for. */
export function gasAfter({ ask, owner, guardian, leaseOnly }: Draft, now: number): Draft | null {
  const wei = ask.gasDaily ?? '0';
  if (leaseOnly || ask.token === null || BigInt(wei) === 0n) return null;
  return startGas(owner, gasAsk(ask, wei), {
    guardian,
    now,
  });
}
