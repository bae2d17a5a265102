// The form that is open, and the grant in the making. Light, because the first page needs it; the work itself is
// loaded when the owner begins it.
import { effect, signal } from '@preact/signals';
import type { Hex } from 'viem';
import { typedText } from '../../src/core/chain/typed-amount';
import type { RunwayRecord } from '../../src/core/protocol/runway-shapes';
import { type Golem, nameOf, type Permission } from '../../src/core/protocol/status';
import * as store from '../owner/store';
import type { Draft } from './draft';
import { EMPTY_FIELDS, type FormFields, successorOf } from './form-fields';

/** What a Golem may refill its gas with: small and beside its runway. */
export type OpenGasForm = {
  kind: 'gas';
  golem: Golem;
  runway: Permission;
  /** The live one it replaces. */
  gas: Permission | null;
  /** Seconds of silence on chain after which its lease stops. */
  maxAge: number;
};

/** `lease`: the grant stays, only the lease on it is new. */
export type OpenRunwayForm = {
  kind: 'runway';
  fields: FormFields;
  chainId: number;
  request: RunwayRecord | null;
  replaces: string | null;
  /** By the control plane, of a Golem it knows: its id cannot be changed. undefined = it is new. */
  guardian: Hex | null | undefined;
  lease: { grant: Hex } | null;
};

export const openForm = signal<OpenRunwayForm | OpenGasForm | null>(null);
export const draft = signal<Draft | null>(null);

/** Both belong to the owner who is signed in. A draft in storage is shown again by itself. */
export function closeFormsOnSignOut(): void {
  effect(() => {
    if (!store.owner.value) {
      openForm.value = null;
      draft.value = null;
    }
  });
}

export function closeForm(): void {
  openForm.value = null;
}

export function openNew(): void {
  const chain = store.homeChain.value;
  if (!chain) return;
  openForm.value = {
    kind: 'runway',
    fields: EMPTY_FIELDS,
    chainId: chain.chainId,
    request: null,
    replaces: null,
    guardian: undefined,
    lease: null,
  };
}

/** For a request without a flaw (`flawOf`): what it names is the Golem's own signed word. */
export function openRequest(request: RunwayRecord, known: Golem | undefined): void {
  openForm.value = {
    kind: 'runway',
    fields: {
      ...EMPTY_FIELDS,
      golem: request.golem,
      name: nameOf({ id: request.golem, name: request.name }).slice(0, 24),
      sessionKey: request.sessionKey,
      payees: (request.payees ?? []).join('\n'),
      amount: typedText(BigInt(request.amount), 6),
      days: `${request.days}`,
    },
    chainId: request.chainId,
    request,
    replaces: null,
    guardian: known ? known.guardian : undefined,
    lease: null,
  };
}

type Renewal = {
  golem: Golem;
  runway: Permission | null;
  payees: readonly string[];
  days?: number;
  sessionKey?: string | null;
  grant?: Hex;
  replicants?: bigint;
};

/** Renew, replace, feed or finish: the form starts from what is there. */
export function openRenewal({
  golem,
  runway,
  payees,
  days,
  sessionKey,
  grant,
  replicants = 0n,
}: Renewal): void {
  const length = runway ? Math.max(1, Math.round((runway.expiresAt - runway.startAt) / 86_400)) : 7;
  openForm.value = {
    kind: 'runway',
    fields: {
      ...EMPTY_FIELDS,
      golem: golem.id,
      name: nameOf(golem).slice(0, 24),
      sessionKey: sessionKey ?? golem.sessionKey ?? '',
      payees: payees.join('\n'),
      amount: runway ? typedText(BigInt(runway.lease?.cap ?? runway.cap), 6) : EMPTY_FIELDS.amount,
      days: `${days ?? length}`,
      replicants: typedText(replicants, 6),
    },
    chainId: golem.chainId,
    request: null,
    replaces: grant ? null : (runway?.id ?? null),
    guardian: golem.guardian,
    lease: grant ? { grant } : null,
  };
}

export function openGas(about: Omit<OpenGasForm, 'kind'>): void {
  openForm.value = { kind: 'gas', ...about };
}

/** A successor starts from the dead one's last cap, under the next name of the line. */
export function openSuccession(from: {
  name: string;
  chainId: number;
  lastCap: string;
  days: number;
}): void {
  const taken = (store.golems.value.value?.golems ?? []).map(({ id }) => id);
  const next = successorOf(from.name, taken);
  openForm.value = {
    kind: 'runway',
    fields: {
      ...EMPTY_FIELDS,
      name: next.name,
      golem: next.id,
      amount: typedText(BigInt(from.lastCap), 6),
      days: `${Math.max(1, from.days)}`,
    },
    chainId: from.chainId,
    request: null,
    replaces: null,
    guardian: undefined,
    lease: null,
  };
}
