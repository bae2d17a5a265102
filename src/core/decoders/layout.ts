// The size of an ABI encoding, found by its offsets and lengths alone. Offsets may legally point
// anywhere, so 128 KB can claim gigabytes (a thousand array items that share one long tail) and a
// decoder that follows them stalls the wallet. Only the canonical order passes here: every tail right
// behind the one before it, each byte read once.
import type { AbiParameter } from 'viem';

const WORD = 32;

/** In all lists of one call together: real ones hold a few dozen, and each address costs a hash. */
const MAX_ITEMS = 256;

/** Whether `data` has exactly the layout that encoding `params` would give it. */
export function hasCanonicalLayout(params: readonly AbiParameter[], data: string): boolean {
  const source = { data, size: Math.floor((data.length - 2) / 2), left: MAX_ITEMS };
  return sizeOfItems(params, source, 0) * 2 === data.length - 2;
}

/** `left`: how many more list items are read. */
type Source = { data: string; size: number; left: number };

/** NaN as soon as anything is out of place: it survives every sum and equals nothing. */
function sizeOfItems(items: readonly AbiParameter[], source: Source, base: number): number {
  let head = base;
  let size = items.reduce((sum, item) => sum + headSize(item), 0);
  if (base + size > source.size) return Number.NaN;
  for (const item of items) {
    if (isDynamic(item)) {
      if (numberAt(source, head) !== size) return Number.NaN;
      size += sizeOfTail(item, source, base + size);
    }
    head += headSize(item);
  }
  return size;
}

function sizeOfTail(item: AbiParameter, source: Source, at: number): number {
  const list = listOf(item);
  if (list?.count === null)
    return WORD + sizeOfList(list.item, numberAt(source, at), source, at + WORD);
  if (list) return sizeOfList(list.item, list.count, source, at);
  if ('components' in item) return sizeOfItems(item.components, source, at);
  const length = numberAt(source, at);
  const size = WORD + Math.ceil(length / WORD) * WORD;
  return at + size <= source.size ? size : Number.NaN;
}

function sizeOfList(item: AbiParameter, count: number, source: Source, base: number): number {
  const fits = count * headSize(item) <= source.size - base;
  source.left -= fits ? count : 0;
  return fits && source.left >= 0
    ? sizeOfItems(Array<AbiParameter>(count).fill(item), source, base)
    : Number.NaN;
}

function headSize(item: AbiParameter): number {
  if (isDynamic(item)) return WORD;
  const list = listOf(item);
  if (list) return (list.count ?? 0) * headSize(list.item);
  if ('components' in item) return item.components.reduce((sum, part) => sum + headSize(part), 0);
  return WORD;
}

function isDynamic(item: AbiParameter): boolean {
  const list = listOf(item);
  if (list) return list.count === null || isDynamic(list.item);
  if ('components' in item) return item.components.some(isDynamic);
  return item.type === 'bytes' || item.type === 'string';
}

function listOf(item: AbiParameter): { item: AbiParameter; count: number | null } | null {
  const match = /^(.*)\[(\d*)\]$/.exec(item.type);
  if (!match) return null;
  return { item: { ...item, type: match[1] ?? '' }, count: match[2] ? Number(match[2]) : null };
}

/** A word that may be an offset or a length: below 2^32, else NaN. */
function numberAt({ data, size }: Source, at: number): number {
  if (!(at + WORD <= size)) return Number.NaN;
  const word = data.slice(2 + 2 * at, 2 + 2 * (at + WORD));
  return /^0{56}/.test(word) ? Number.parseInt(word.slice(56), 16) : Number.NaN;
}
