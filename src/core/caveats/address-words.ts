// Lists of addresses in a sentence: whole, because a shortened one can be imitated.
import type { Address } from 'viem';

const SHOWN = 8;

export function anyOf(items: readonly (Address | string)[]): string {
  const shown = items.slice(0, SHOWN);
  const rest = items.length - shown.length;
  const more = rest > 0 ? [`${rest} more`] : [];
  const parts = [...shown, ...more];
  const last = parts.pop() ?? '';
  return parts.length === 0 ? last : `${parts.join(', ')} or ${last}`;
}
