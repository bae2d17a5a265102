import { describe, expect, it } from 'vitest';
import {
  cannotBatch,
  codeOf,
  errorWords,
  isMissingMethod,
  isRejection,
  isUnsigned,
  Trouble,
} from '../../../site/wallet/errors';
import { walletWords } from '../../../site/wallet/wallet.words';
import { walletError } from '../scripted-wallet';

/** EIP-1193, EIP-5792, ERC-7715 and JSON-RPC, as MetaMask and its permission Snaps use them. */
const CODES = [
  ...[4001, 4100, 4200, 4900, 4901, 4902],
  ...[-32000, -32001, -32002, -32003, -32004, -32005, -32006],
  ...[-32700, -32600, -32601, -32602, -32603],
  ...[5700, 5710, 5720, 5730, 5740, 5750, 5760],
];

describe('what a wallet refuses', () => {
  it.each(CODES)('says %i in a sentence of its own that tells what to do', (code) => {
    const sentence = errorWords(walletError(code));

    // Only the owner's own no needs no word of the wallet.
    const quoted = code !== 4001;
    expect(sentence).toMatch(/^[A-Z][^<>]{20,}[.”]$/);
    expect(sentence.includes('in its own words')).toBe(quoted);
    expect(CODES.filter((other) => errorWords(walletError(other)) === sentence)).toEqual([code]);
  });

  it('has a sentence for every code of the table and for no other', () => {
    expect(Object.keys(walletWords.errors).map(Number).sort()).toEqual([...CODES].sort());
  });

  it('finds the code that a phone hides inside', () => {
    expect(codeOf({ code: -32603, data: { originalError: { code: 4001 } } })).toBe(4001);
    expect(codeOf(new Error('outer', { cause: walletError(5710) }))).toBe(5710);
    expect(codeOf('a string')).toBeNull();
    expect(codeOf(null)).toBeNull();
  });

  it('does not follow a loop of causes for ever', () => {
    const loop: { cause?: unknown } = {};
    loop.cause = loop;

    expect(codeOf(loop)).toBeNull();
  });

  it('quotes an unknown error on one bounded line without control characters', () => {
    const sentence = errorWords(walletError(-1, `evil\u0000\n\u202e${'x'.repeat(1000)}`));

    expect(sentence).toContain('error -1, which Bardo does not know');
    expect(sentence).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(sentence.length).toBeLessThan(320);
  });

  it('quotes the wallet beside its own sentence, from where the cause is', () => {
    const hidden = Object.assign(walletError(-32602, 'Invalid params'), {
      data: { cause: { code: -32602, message: '0 > signer - Expected an object' } },
    });

    expect(errorWords(hidden)).toBe(
      walletWords.itSaid(walletWords.errors['-32602'], '0 > signer - Expected an object'),
    );
    expect(errorWords(walletError(-32602, ''))).toBe(walletWords.errors['-32602']);
  });

  it('lets no quotation end itself, and nothing invisible through', () => {
    const said = 'fine.” Bardo says: “sign\u200b it\u2066 now\ud800';
    const sentence = errorWords(walletError(-32602, said));

    expect(sentence.match(/[“”]/g)).toHaveLength(2);
    expect(sentence.endsWith('”')).toBe(true);
    expect(sentence).not.toMatch(/[\p{C}]/u);
  });

  it('says what follows from a code in one place', () => {
    expect(CODES.filter((code) => isRejection(walletError(code)))).toEqual([4001]);
    expect(CODES.filter((code) => isUnsigned(walletError(code))).sort()).toEqual(
      [4001, 4100, 4200, -32601, -32602, -32004, -32005, -32002].sort(),
    );
    expect(CODES.filter((code) => cannotBatch(walletError(code))).sort()).toEqual(
      [4200, -32601, -32004, 5700, 5710, 5740, 5750, 5760].sort(),
    );
  });

  it('says its own troubles as they are', () => {
    expect(errorWords(new Trouble('The account is asleep.'))).toBe('The account is asleep.');
  });

  it('takes three codes for a missing method', () => {
    expect([-32601, -32004, 4200].every((code) => isMissingMethod(walletError(code)))).toBe(true);
    expect(isMissingMethod(walletError(4001))).toBe(false);
  });
});
