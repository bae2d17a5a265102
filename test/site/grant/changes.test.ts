import { describe, expect, it } from 'vitest';
import { sameAddresses } from '../../../site/grant/changes';
import { shortHex } from '../../../src/core/chain/addresses';

const PAYEE = `0xabcd${'11'.repeat(16)}1234`;
const LOOKALIKE = `0xabcd${'22'.repeat(16)}1234`;

describe('What changes', () => {
  it('does not take a payee for another one that looks alike when it is shortened', () => {
    expect(shortHex(PAYEE)).toBe(shortHex(LOOKALIKE));
    expect(sameAddresses([PAYEE], [LOOKALIKE])).toBe(false);
    expect(sameAddresses([PAYEE], [PAYEE, LOOKALIKE])).toBe(false);
    expect(sameAddresses([PAYEE, LOOKALIKE], [PAYEE])).toBe(false);
  });

  it('minds neither their order nor their letters', () => {
    const shouted = `0x${PAYEE.slice(2).toUpperCase()}`;
    expect(sameAddresses([PAYEE, LOOKALIKE], [LOOKALIKE, shouted])).toBe(true);
  });
});
