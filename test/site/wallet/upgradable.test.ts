// What a wallet says of an account's upgrade, whatever it says.
import { describe, expect, it } from 'vitest';
import type { Provider } from '../../../site/wallet/provider';
import { upgradableOn } from '../../../site/wallet/upgradable';
import { OWNER } from '../../vectors/builders';

const saying = (answer: unknown): Provider => ({ request: async () => answer });
const told = (answer: unknown) => upgradableOn(saying(answer), OWNER, 84_532);
const atomic = (status: string) => ({ atomic: { status } });

describe('an upgrade', () => {
  it.each<[string, unknown, string]>([
    ['is possible where the wallet is ready', { '0x14a34': atomic('ready') }, 'yes'],
    ['has happened where it is supported', { '0x14a34': atomic('supported') }, 'yes'],
    ['is not on this chain', { '0x14a34': {}, '0x1': atomic('ready') }, 'chain'],
    ['is not on a chain it leaves out', { '0x1': atomic('ready') }, 'chain'],
    ['is not of this account', { '0x14a34': {}, '0x1': atomic('unsupported') }, 'account'],
    ['is not known without an answer', {}, 'unknown'],
    ['is not known from nonsense', 'yes', 'unknown'],
    ['is not known from strange keys', { __proto__x: atomic('ready') }, 'unknown'],
    ['is not possible by nonsense within', { '0x14a34': 7 }, 'account'],
  ])('%s', async (_, answer, outcome) => {
    expect(await told(answer)).toBe(outcome);
  });

  it('is not known of a wallet that refuses the question', async () => {
    const refusing: Provider = {
      request: async () => {
        throw Object.assign(new Error('no'), { code: -32601 });
      },
    };

    expect(await upgradableOn(refusing, OWNER, 84_532)).toBe('unknown');
  });
});
