// Does a message concern this owner's Golems at all? A search through every text in it, whatever its
// form: a key may stand in any field, inside bytes, as a number, or in plain words.

import { type KeyHolder, keysIn } from '../findings/scene';
import { namesHost, spellsHost } from './look-alike';
import { hostOf, type PortalScene } from './reader';

export type Touch = {
  /** Owner's keys found, in the order met. */
  keys: (KeyHolder & { key: string })[];
  /** The Portal's host is named, to the letter or by look-alikes. */
  namesPortal: boolean;
  /** False when the message was too large to be searched to its end. */
  whole: boolean;
};

const MAX_NODES = 50_000;
const MAX_CHARS = 1024 * 1024;
/** Look-alike letters are searched where a person would read; exact names everywhere. */
const MAX_READ = 8 * 1024;
const MAX_KEYS = 8;

export function touchOf(data: unknown, scene: PortalScene): Touch {
  const host = hostOf(scene.portalOrigin);
  const found = new Map<string, KeyHolder>();
  const { texts, whole } = textsOf(data);
  let namesPortal = false;
  for (const text of texts) {
    for (const { key, ...holder } of keysIn(text, scene)) found.set(key, holder);
    namesPortal ||= host !== null && mentions(text, host);
  }
  const keys = [...found].slice(0, MAX_KEYS).map(([key, holder]) => ({ key, ...holder }));
  return { keys, namesPortal, whole };
}

/** Every text and number in the data, keys included; a walk without recursion, within bounds. */
function textsOf(data: unknown): { texts: string[]; whole: boolean } {
  const texts: string[] = [];
  const queue: unknown[] = [data];
  let chars = MAX_CHARS;
  for (let at = 0; at < queue.length; at += 1) {
    if (at >= MAX_NODES || chars < 0) return { texts, whole: false };
    const value = queue[at];
    if (typeof value === 'string') {
      texts.push(value.slice(0, MAX_CHARS));
      chars -= value.length;
    } else if (typeof value === 'bigint') texts.push(value.toString());
    else if (value !== null && typeof value === 'object') {
      const items = Array.isArray(value) ? value : Object.entries(value).flat();
      for (const item of items.slice(0, MAX_NODES)) queue.push(item);
    }
  }
  return { texts, whole: chars >= 0 };
}

function mentions(text: string, host: string): boolean {
  if (/^0x[0-9a-f]*$/i.test(text)) return false;
  if (namesHost(text.slice(0, MAX_READ), host)) return true;
  return text.length > MAX_READ && spellsHost(text, host);
}
