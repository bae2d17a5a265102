// Every error code a wallet may answer with: the sentence for it is in the words, what follows from it in one table
// here. EIP-1193 (4xxx), EIP-5792 (57xx), ERC-7715 and JSON-RPC (-32xxx).
import { PlaneRefusal } from '../plane/plane';
import { WalletNonsense } from './provider';
import { walletWords } from './wallet.words';

export type Code = keyof typeof walletWords.errors;

/**
 * `refused`: the owner said no. `missing`: the wallet does not know the method; older and newer ones say so in three
 * ways. `unsigned`: nothing can have been signed. `unsent`: nothing can have been sent to the chain. `single`: not as a
 * batch, but perhaps call by call.
 */
type Trait = 'refused' | 'missing' | 'unsigned' | 'unsent' | 'single';

const TRAITS: { [code: number]: readonly Trait[] } = {
  4001: ['refused', 'unsigned', 'unsent'],
  4100: ['unsigned', 'unsent'],
  4200: ['missing', 'unsigned', 'unsent', 'single'],
  [-32601]: ['missing', 'unsigned', 'unsent', 'single'],
  [-32602]: ['unsigned', 'unsent'],
  [-32002]: ['unsigned'],
  [-32004]: ['missing', 'unsigned', 'unsent', 'single'],
  [-32005]: ['unsigned'],
  5700: ['unsent', 'single'],
  5710: ['unsent', 'single'],
  5740: ['unsent', 'single'],
  5750: ['unsent', 'single'],
  5760: ['unsent', 'single'],
};

/** Errors within errors that are looked into: causes may go round in a circle. */
const DEPTH = 4;

type Spoken = { code?: unknown; message?: unknown; data?: unknown; cause?: unknown };

/** The error and what it hides: inside `data.originalError` (mobile), `data.cause` (MetaMask) or `cause`. */
function layersOf(error: unknown): Spoken[] {
  const layers: Spoken[] = [];
  let at: unknown = error;
  while (layers.length < DEPTH && typeof at === 'object' && at !== null) {
    const layer: Spoken = at;
    layers.push(layer);
    const data = layer.data as { originalError?: unknown; cause?: unknown } | undefined;
    at = data?.originalError ?? data?.cause ?? layer.cause;
  }
  return layers;
}

/** What a phone hides inside counts; else the outermost code. */
export function codeOf(error: unknown): number | null {
  const layers = layersOf(error);
  const hidden = layers.findLast(({ data }) => originalOf(data) !== undefined);
  const inner = hidden ? originalOf(hidden.data) : error;
  for (const { code } of layersOf(inner)) if (typeof code === 'number') return code;
  return null;
}

function originalOf(data: unknown): unknown {
  return (data as { originalError?: unknown } | undefined)?.originalError;
}

function has(error: unknown, trait: Trait): boolean {
  return TRAITS[codeOf(error) ?? 0]?.includes(trait) ?? false;
}

export const isRejection = (error: unknown) => has(error, 'refused');
export const isMissingMethod = (error: unknown) => has(error, 'missing');
export const isUnsigned = (error: unknown) => has(error, 'unsigned');
export const isUnsent = (error: unknown) => has(error, 'unsent');
export const cannotBatch = (error: unknown) => has(error, 'single');

/** Our sentence, and beside it the wallet's own words: it may know more than its code says. */
export function errorWords(error: unknown): string {
  if (
    error instanceof PlaneRefusal ||
    error instanceof WalletNonsense ||
    error instanceof Trouble
  ) {
    return error.message;
  }
  const code = codeOf(error);
  const said = saidIn(error);
  if (code === null || !Object.hasOwn(walletWords.errors, code))
    return walletWords.unknownError(code, said);
  const sentence = walletWords.errors[code as Code];
  return has(error, 'refused') ? sentence : walletWords.itSaid(sentence, said);
}

/** Something expected that ends what was being done, in words for the owner. */
export class Trouble extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Trouble';
  }
}

/** The owner said no, though the wallet only let the request vanish. */
export class Refusal extends Error {
  readonly code = 4001;
}

const MAX_LENGTH = 160;

/** The innermost words, which are the nearest to the cause. */
function saidIn(error: unknown): string {
  const said = layersOf(error).map(({ message }) => plainText(message));
  return said.findLast((text) => text !== '') ?? '';
}

/** Somebody else's words: one bounded line, nothing invisible, and no quotation mark that would end our quotation. */
function plainText(text: unknown): string {
  if (typeof text !== 'string') return '';
  const line = text
    .slice(0, 10 * MAX_LENGTH)
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .replace(/[“”„"«»]/gu, '’')
    .trim();
  const characters = [...line];
  return characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH).join('')}…` : line;
}
