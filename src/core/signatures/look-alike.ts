// Names that look like ours. An impostor's cheapest trick is a letter that is drawn like another
// (Cyrillic "а"), a space or an invisible character; the wallet shows all of them as "Bardo".

/** Letters of "BardoWarden" and of host names, by what they can be mistaken for. */
const DRAWN_LIKE: readonly [string, string][] = [
  ['a', 'аɑαａᴀ4@'],
  ['b', 'вьЬƅʙβß8'],
  ['d', 'ԁɗđᴅ'],
  ['e', 'еєεҽᴇ3'],
  ['i', 'іɪıιlӏ1|!'],
  ['n', 'пոռηɴ'],
  ['o', 'оοօσᴏø0'],
  ['r', 'гᴦʀɾ'],
  ['w', 'ѡԝωшᴡ'],
];

const PLAIN: ReadonlyMap<string, string> = new Map(
  DRAWN_LIKE.flatMap(([plain, others]) => [...others].map((other) => [other, plain] as const)),
);

export type BardoName = 'exact' | 'look-alike' | 'borrowed';

/**
 * How a domain name relates to ours: ours to the letter, drawn like ours, or ours as a word in
 * another name ("Bardo Vault"). Null for everyone else ("Bardot" is another name).
 */
export function bardoNameOf(name: string | undefined): BardoName | null {
  if (name === undefined) return null;
  if (name === 'Bardo' || name === 'BardoWarden') return 'exact';
  // Far beyond any real name, so that no run of invisible characters pushes ours out of sight.
  const start = name.slice(0, 65_536);
  const letters = skeleton(start).replace(/[^a-z]/g, '');
  if (letters === 'bardo' || letters === 'bardowarden') return 'look-alike';
  return /(^|[^A-Za-z])[Bb]ardo([^a-z]|$)/.test(start) ? 'borrowed' : null;
}

/** Text reduced to what an eye takes it for: no marks, no invisible characters, plain letters. */
function skeleton(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\s/g, ' ')
    .replace(/[\p{M}\p{Cf}\p{Cc}]/gu, '')
    .toLowerCase();
  return [...plain].map((char) => PLAIN.get(char) ?? char).join('');
}

/** Whether the text names this host, to the letter or by look-alikes; "notbardo.ai" is another host. */
export function namesHost(text: string, host: string): boolean {
  return holdsHost(skeleton(text), skeleton(host));
}

/** The same to the letter only, for texts too long to be reduced. */
export function spellsHost(text: string, host: string): boolean {
  return holdsHost(text.toLowerCase(), host);
}

function holdsHost(text: string, host: string): boolean {
  for (let at = text.indexOf(host); at >= 0; at = text.indexOf(host, at + 1)) {
    // "bardo.airdrop" is another name; "bardo.ai-login.com" and "bardo.ai.evil" want to be taken for ours.
    const [before, after] = [text[at - 1] ?? '', text[at + host.length] ?? ''];
    if (!/[\p{L}\p{N}-]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return true;
  }
  return false;
}
