// STRATEGY.md as sentences a reader sees. What a rendered page hides (comments, struck text) is not
// there; what looks different from what it is (invisible or reordering characters) is pointed out.

/** Far above a real strategy, far below a stall. */
const MAX_LENGTH = 64 * 1024;
const MAX_SENTENCE = 600;

export type StrategyText = { sentences: string[]; problem: string | null };

export function sentencesOf(text: string): StrategyText {
  if (text.length > MAX_LENGTH) {
    return { sentences: [], problem: 'The strategy is longer than Bardo reads (64 KB).' };
  }
  const sentences = text
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/~~[^~\n]*~~/g, ' ')
    // Only what looks like a tag: "< 10 USDC" is text.
    .replace(/<\/?[a-z][^<>\n]*>/gi, ' ')
    .split(/\n|[.!?;](?=\s|$)/)
    .map((line) => line.replace(/^[\s#>*+|-]+|[*_`|]+/g, ' ').replace(/\s+/g, ' '))
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const long = sentences.find((sentence) => sentence.length > MAX_SENTENCE);
  const problem = long
    ? `A sentence is longer than Bardo reads: “${long.slice(0, 60)}…”`
    : (sentences.map(hiddenIn).find((found) => found !== null) ?? null);
  return { sentences: problem ? [] : sentences, problem };
}

/** Zero-width and bidirectional characters make a number read differently from what is written. */
function hiddenIn(sentence: string): string | null {
  return /[\p{Cf}\p{Cc}\p{Co}\p{Cs}]/u.test(sentence)
    ? 'The strategy holds invisible characters: what you read may not be what is written.'
    : null;
}
