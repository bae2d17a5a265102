// What a form starts from: nothing, a Golem's own request, what is in force, or what a dead Golem left.
import { getAddress, type Hex } from 'viem';
import { DAY, HOUR } from '../../src/core/chain/time';
import { typedText } from '../../src/core/chain/typed-amount';
import { least } from '../../src/core/delegations/meter';
import type { RunwayRecord } from '../../src/core/protocol/runway-shapes';
import { type Golem, nameOf, type Permission } from '../../src/core/protocol/status';
import { capOf } from '../../src/core/runway/health';
import type { LeaseRules } from '../golem/golem-tree';
import { EMPTY_FIELDS, type FormFields, idFrom, periodNamed, successorOf } from './form-fields';
import type { OpenRunwayForm, Present } from './open-form';

const NEW = {
  kind: 'runway',
  request: null,
  replaces: null,
  guardian: undefined,
  lease: null,
  present: null,
  isNewKey: false,
} as const;

export function newForm(chainId: number, name = ''): OpenRunwayForm {
  return { ...NEW, chainId, fields: { ...EMPTY_FIELDS, name, golem: idFrom(name) } };
}

/** For a request without a flaw (`flawOf`): what it names is the Golem's own signed word. */
export function requestForm(
  request: RunwayRecord,
  known: Golem | undefined,
  present: Present | null = null,
  isNewKey = false,
): OpenRunwayForm {
  const asked = (request.payees ?? []).join('\n');
  const named = {
    golem: request.golem,
    name: nameOf({ id: request.golem, name: request.name }).slice(0, 24),
    sessionKey: request.sessionKey,
    amount: typedText(BigInt(request.amount), 6),
    days: `${request.days}`,
  };
  const kept = { ...EMPTY_FIELDS, ...(present?.rules ? keptFields(present.rules) : {}) };
  return {
    ...NEW,
    fields: { ...kept, ...named, payees: asked || kept.payees },
    chainId: request.chainId,
    request,
    guardian: known ? known.guardian : undefined,
    replaces: present?.permission.id ?? null,
    present,
    isNewKey,
  };
}

/** A new key on the grant that is there: its terms stay what they are, whatever the request asks for besides. */
export function keyForm(
  request: RunwayRecord,
  golem: Golem,
  { present, grant }: { present: Present; grant: Hex },
): OpenRunwayForm {
  const form = changeForm(golem, present, { sessionKey: request.sessionKey, grant });
  const isNewKey = present.permission.lease !== null;
  return {
    ...form,
    request,
    isNewKey,
    fields: { ...form.fields, gasPulls: EMPTY_FIELDS.gasPulls },
  };
}

type Change = { days?: number; sessionKey?: string | null; grant?: Hex };

/** Renew, replace, feed or finish: the form starts from what is there. With a grant, only its lease is new. */
export function changeForm(
  golem: Golem,
  present: Present | null,
  { days, sessionKey, grant }: Change = {},
): OpenRunwayForm {
  const permission = present?.permission ?? null;
  return {
    ...NEW,
    fields: {
      ...EMPTY_FIELDS,
      ...(present?.rules ? keptFields(present.rules) : {}),
      golem: golem.id,
      name: nameOf(golem).slice(0, 24),
      sessionKey: sessionKey ?? golem.sessionKey ?? '',
      ...(permission && !grant ? budgetFields(permission) : {}),
      ...(permission && grant ? { amount: typedText(capOf(permission), 6) } : {}),
      days: `${days ?? (permission ? lengthOf(permission) : 7)}`,
      gasPulls: grant ? '0' : EMPTY_FIELDS.gasPulls,
    },
    chainId: golem.chainId,
    replaces: grant ? null : (permission?.id ?? null),
    guardian: golem.guardian,
    lease: grant ? { grant } : null,
    present,
  };
}

/** As it was granted; what MetaMask can only be asked for otherwise is spread over the days, and rounded down. */
function budgetFields(permission: Permission): Partial<FormFields> {
  const { cap, periodSeconds, lease } = permission;
  const period = periodNamed(periodSeconds);
  if (period === 'day') return { amount: typedText(capOf(permission), 6) };
  if (period !== null) {
    const daily = lease && BigInt(lease.cap) < BigInt(cap) ? typedText(BigInt(lease.cap), 6) : '';
    return { period, amount: typedText(BigInt(cap), 6), daily };
  }
  const spread = periodSeconds > DAY ? (BigInt(cap) * BigInt(DAY)) / BigInt(periodSeconds) : null;
  return { amount: typedText(least(spread ?? BigInt(cap), capOf(permission)), 6) };
}

/** A successor starts from the lease that the dead one lived on, under the next name of the line. */
export function successionForm(from: {
  name: string;
  chainId: number;
  cap: bigint;
  /** Its runway; null = not known. */
  last: Permission | null;
  days: number;
  rules: LeaseRules | null;
  taken: readonly string[];
}): OpenRunwayForm {
  const next = successorOf(from.name, from.taken);
  const fields: FormFields = {
    ...EMPTY_FIELDS,
    ...(from.rules ? keptFields(from.rules) : {}),
    name: next.name,
    golem: next.id,
    amount: typedText(from.cap, 6),
    ...(from.last ? budgetFields(from.last) : {}),
    days: `${Math.max(1, from.days)}`,
  };
  return { ...NEW, fields, chainId: from.chainId };
}

function keptFields({ payees, replicantCap, maxAge }: LeaseRules) {
  return {
    // As wallets and explorers write them, to be compared by eye.
    payees: payees.map((payee) => getAddress(payee)).join('\n'),
    replicants: typedText(replicantCap, 6),
    silence: `${Math.max(1, Math.round(maxAge / HOUR))}`,
  };
}

function lengthOf({ startAt, expiresAt }: Permission): number {
  return Math.max(1, Math.round((expiresAt - startAt) / DAY));
}
