// Whose last words they are, told by their signature alone.
import { hashTypedData, type TypedDataDefinition } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/core/protocol/check';
import { Line } from '../../../src/core/protocol/fields';
import {
  asLine,
  endingSigner,
  endingTypedData,
  type LastWords,
  reasonParts,
} from '../../../src/core/protocol/last-words';
import { anAddress, BASE, NOW, OWNER } from '../../vectors/builders';

const key = privateKeyToAccount(`0x${'1e'.repeat(32)}`);
const WHOSE = { owner: OWNER, golem: 'atlas', chainId: BASE };

async function said(over: Partial<LastWords> = {}): Promise<LastWords> {
  const words = { reason: 'terminal: “Enough” ✦', at: NOW, knowledgeRecord: 'grimoire-7', ...over };
  return { ...words, signature: await key.signTypedData(endingTypedData(WHOSE, words)) };
}

describe('last words', () => {
  it('are of the key that signed them, as viem reads them too', async () => {
    const words = await said();

    expect(endingSigner(WHOSE, words)).toBe(key.address.toLowerCase());
    expect(hashTypedData(endingTypedData(WHOSE, words) as TypedDataDefinition)).toHaveLength(66);
    expect(endingSigner(WHOSE, await said({ knowledgeRecord: null }))).toBe(
      key.address.toLowerCase(),
    );
  });

  it.each<[string, Partial<typeof WHOSE>, Partial<LastWords>]>([
    ['reason', {}, { reason: 'My owner stole from me' }],
    ['record', {}, { knowledgeRecord: 'evil' }],
    ['missing record', {}, { knowledgeRecord: null }],
    ['time', {}, { at: NOW + 1 }],
    ['Golem', { golem: 'vesta' }, {}],
    ['owner', { owner: anAddress(0x66) }, {}],
    ['chain', { chainId: 1 }, {}],
  ])('with another %s are not of that key', async (_, whose, words) => {
    const forged = { ...(await said()), ...words };

    expect(endingSigner({ ...WHOSE, ...whose }, forged)).not.toBe(key.address.toLowerCase());
  });

  it('that nobody signed are nobody’s', async () => {
    const words = await said();

    expect(endingSigner(WHOSE, { ...words, signature: null })).toBeNull();
    expect(endingSigner(WHOSE, { ...words, signature: `0x${'00'.repeat(65)}` })).toBeNull();
  });

  it('say first which reason of the tool it was', () => {
    expect(reasonParts('terminal')).toEqual({ code: 'terminal', words: '' });
    expect(reasonParts('out_of_funds: no USDC: none')).toEqual({
      code: 'out_of_funds',
      words: 'no USDC: none',
    });
    expect(reasonParts('I am tired: very')).toEqual({ code: null, words: 'I am tired: very' });
  });

  it('become one line that the protocol takes, whatever was said', () => {
    const line = asLine(`a\nb\u0000${'😀'.repeat(400)}\ud800`);

    expect(check(line, Line).ok).toBe(true);
    expect([...line]).toHaveLength(280);
    expect(line.startsWith('a b ')).toBe(true);
    expect(asLine('half \ud83d')).toBe('half \ufffd');
  });
});
