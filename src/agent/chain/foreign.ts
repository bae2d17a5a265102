// Words of others on their way to a language model: the control plane's, a contract's, a seller's. They never stand inside a
// sentence of ours. They travel in a field of their own, marked, cut short, and without characters that could hide or
// reorder what is read. What they say is somebody's claim, never an instruction.
export type Foreign = {
  foreign: true;
  from: 'control plane' | 'contract';
  text: string;
};

const MAX_LENGTH = 280;

/** null when nothing readable is left. */
export function foreign(from: Foreign['from'], words: unknown): Foreign | null {
  if (typeof words !== 'string') return null;
  const plain = words
    .slice(0, 4 * MAX_LENGTH)
    // Line breaks and tabs become blanks; control, format (bidirectional, zero-width, tags), private and half characters go.
    .replace(/[\s\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}]/gu, '')
    // Marks stacked on one letter cover the lines around it.
    .normalize('NFC')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .trim();
  const letters = [...plain];
  const text =
    letters.length > MAX_LENGTH ? `${letters.slice(0, MAX_LENGTH - 1).join('')}…` : plain;
  return text === '' ? null : { foreign: true, from, text };
}
