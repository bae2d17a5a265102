// Which of what happened the reader wants to see.
import type { HistoryEntry } from '../../src/core/protocol/status';

export const GROUPS = ['all', 'payments', 'permissions', 'life'] as const;
export type Group = (typeof GROUPS)[number];

const KINDS: { readonly [kind: string]: Group } = {
  redeemed: 'payments',
  granted: 'permissions',
  leased: 'permissions',
  fed: 'permissions',
  revoked: 'permissions',
  rotated: 'permissions',
  replicated: 'permissions',
  phase: 'life',
  died: 'life',
};

export type Filter = {
  group: Group;
  /** Of one permission; '' = of any. */
  permission: string;
  /** In what the Golem said, a label, a payee or a transaction. */
  text: string;
};

export const EVERYTHING: Filter = { group: 'all', permission: '', text: '' };

/** `labelOf`: what the owner calls an address. What a newer control plane tells is in no group. */
export function filtered(
  entries: readonly HistoryEntry[],
  { group, permission, text }: Filter,
  labelOf: (address: string) => string | null,
): HistoryEntry[] {
  const wanted = text.trim().toLowerCase();
  return entries.filter((entry) => {
    const { kind, payee, purpose, transaction } = entry;
    const own = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
    if (group !== 'all' && own !== group) return false;
    if (permission !== '' && entry.permission !== permission) return false;
    const said = [payee, purpose, transaction, payee ? labelOf(payee) : null];
    return wanted === '' || said.some((one) => one?.toLowerCase().includes(wanted));
  });
}
