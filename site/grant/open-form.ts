// The form that is open, the grant in the making, and the one that was finished last. Light, because every page needs
// it; the work itself is loaded when the owner begins it.
import { effect, signal } from '@preact/signals';
import type { Hex } from 'viem';
import type { RunwayRecord } from '../../src/core/protocol/runway-shapes';
import type { Golem, Permission } from '../../src/core/protocol/status';
import type { LeaseRules } from '../golem/golem-tree';
import * as store from '../owner/store';
import { go, type PageRoute, replaceWith, route } from '../routes/routes';
import type { Draft } from './draft';
import type { FormFields } from './form-fields';

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

/** What is in force today, to be held against what is asked for. `rules` null = no lease hangs on it. */
export type Present = { permission: Permission; rules: LeaseRules | null };

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
  /** The runway it changes or replaces; null = there is none. */
  present: Present | null;
  /** Another key asks than the one in force: its owner compares it before anything can be sent. */
  isNewKey: boolean;
};

export type OpenForm = OpenRunwayForm | OpenGasForm;

export const openForm = signal<OpenForm | null>(null);
export const draft = signal<Draft | null>(null);
/** What stands since the last grant on this page was carried through. */
export const finished = signal<Draft | null>(null);

/** All belong to the owner who is signed in. A draft in storage is shown again by itself. */
export function closeFormsOnSignOut(): void {
  effect(() => {
    if (!store.owner.value) {
      openForm.value = null;
      draft.value = null;
      finished.value = null;
    }
  });
}

export function closeForm(): void {
  openForm.value = null;
}

/** On the page of its own that every grant has. */
export function show(form: OpenForm): void {
  finished.value = null;
  openForm.value = form;
  const id =
    form.kind === 'gas' ? form.golem.id : form.guardian === undefined ? '' : form.fields.golem;
  go(grantPage(id));
}

export function grantPage(id: string): PageRoute {
  return { name: 'grant', owner: store.owner.value?.toLowerCase() ?? null, id };
}

/** Where a grant in the making is gone on with. */
export function pageOf({ ask }: Pick<Draft, 'ask'>): PageRoute {
  return ask.request === null ? grantPage(ask.golem) : { name: 'request', id: ask.request };
}

/** The place of a new Golem's grant is known once it has an id; what a button began elsewhere is gone to. */
export function moveTo(making: Draft): void {
  const { name } = route.peek();
  (name === 'grant' || name === 'request' ? replaceWith : go)(pageOf(making));
}
