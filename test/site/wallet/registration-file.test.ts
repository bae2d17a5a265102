import { describe, expect, it } from 'vitest';
import { type FileFacts, registrationFile } from '../../../site/wallet/registration-file';
import { registriesOn } from '../../../src/core/decoders/erc8004';

const FACTS: FileFacts = { chainId: 84_532, name: 'Atlas', active: true, number: null };

function read(facts: Partial<FileFacts> = {}) {
  const [head, body = ''] = registrationFile({ ...FACTS, ...facts }).split(',');
  expect(head).toBe('data:application/json;base64');
  return JSON.parse(Buffer.from(body, 'base64').toString('utf8'));
}

describe('the registration file', () => {
  it('has what readers of ERC-8004 look for, and claims no service it does not run', () => {
    expect(read()).toEqual({
      type: 'https://eips.ethereum.org/EIPS/eip-8004#registration-v1',
      name: 'Atlas',
      description: expect.any(String),
      services: [],
      x402Support: false,
      active: true,
      registrations: [],
    });
  });

  it('names registry and number once they are known', () => {
    const [{ agentId, agentRegistry }] = read({ number: 7n }).registrations;

    expect(agentId).toBe(7);
    expect(agentRegistry).toMatch(/^eip155:84532:0x[0-9a-fA-F]{40}$/);
    expect(agentRegistry.slice(13).toLowerCase()).toBe(registriesOn(84_532)[0]);
  });

  it('names no number that JSON would change', () => {
    expect(read({ number: 2n ** 53n }).registrations).toEqual([]);
  });

  it('says of the dead that it is not active', () => {
    expect(read({ active: false }).active).toBe(false);
  });

  it.each([
    '"},"active":false,"x":{"',
    'Atlas\u202e\u0000\n',
    '\ud800',
    '💀 Ätlas',
    'a'.repeat(9999),
  ])('stays one short, whole file whatever the name is: %j', (name) => {
    const file = read({ name });

    expect(file.active).toBe(true);
    expect(Object.keys(file)).toEqual(Object.keys(read()));
    expect(file.name).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(registrationFile({ ...FACTS, name }).length).toBeLessThan(1200);
  });
});
