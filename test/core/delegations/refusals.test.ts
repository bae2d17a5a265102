import { describe, expect, it } from 'vitest';
import { REFUSALS, wordsFor } from '../../../src/core/delegations/refusals';

describe('a refusal of the chain', () => {
  it('has the same words by the error and by the enforcer’s own reason', () => {
    expect(wordsFor('NonceEnforcer:invalid-nonce')).toBe('the owner ended all grants at once');
    expect(wordsFor('ERC20InsufficientBalance')).toBe(
      wordsFor('ERC20: transfer amount exceeds balance'),
    );
  });

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', ''])(
    'that a contract calls %j has no words of ours',
    (code) => {
      expect(wordsFor(code)).toBeUndefined();
    },
  );

  it('fits behind a colon: on one line, with no full stop', () => {
    for (const words of Object.values(REFUSALS)) expect(words).toMatch(/^[^\n]*[^.\n]$/);
  });
});
