import { readdirSync } from 'node:fs';
import * as published from 'viem/chains';
import { describe, expect, it } from 'vitest';
import { CHAINS } from '../../../../src/core/chain/chains/list';

const OURS = new URL('../../../../src/core/chain/chains/', import.meta.url);
/** Files of the folder that are no record: what records are made of, and the list. */
const OTHERS = ['bare.ts', 'currencies.ts', 'deployments.ts', 'list.ts', 'record.ts'];

const NUMBERS = CHAINS.map(({ id }) => id);
const PUBLISHED = Object.values(published).filter(({ id }) => NUMBERS.includes(id));

describe('the records of chains', () => {
  it('are listed, every one, and no number twice', () => {
    const files = readdirSync(OURS).filter((name) => !OTHERS.includes(name));

    expect(CHAINS.filter(({ name }) => name !== null)).toHaveLength(files.length);
    expect(new Set(NUMBERS).size).toBe(CHAINS.length);
  });

  it("call the currency what viem's list calls it, with its decimals", () => {
    const symbol = (text: string) => text.toUpperCase().replace(/^S-/, '');
    const claimed = PUBLISHED.filter(({ id }) => recordOf(id)?.currency != null);

    expect(claimed.length).toBeGreaterThan(40);
    for (const { id, nativeCurrency } of claimed) {
      const { symbol: ours, decimals } = recordOf(id)?.currency ?? {};
      expect([id, symbol(ours ?? '')]).toEqual([id, symbol(nativeCurrency.symbol)]);
      expect([id, decimals]).toEqual([id, nativeCurrency.decimals]);
    }
  });

  it('claim no name for a currency that no list names', () => {
    const unnamed = CHAINS.filter(({ currency }) => currency === null).map(({ id }) => id);

    // Tempo is listed with a placeholder of six decimals: it has no currency of its own.
    const listed = PUBLISHED.filter(({ id }) => unnamed.includes(id));
    expect(new Set(listed.map(({ id }) => id))).toEqual(new Set([4217, 42_431]));
  });

  it("lead to the explorers of viem's list, without a slash behind", () => {
    const leading = CHAINS.filter(({ explorer }) => explorer);

    expect(leading.length).toBeGreaterThan(8);
    for (const { id, explorer } of leading) {
      const known = PUBLISHED.filter((one) => one.id === id);
      expect(known.map(({ blockExplorers }) => blockExplorers?.default.url)).toContain(explorer);
    }
  });

  it('hold addresses in lower case', () => {
    const texts = CHAINS.map((chain) => JSON.stringify(chain)).join('\n');
    const addresses = texts.match(/0x\w*/g) ?? [];

    expect(addresses.length).toBeGreaterThan(50);
    for (const address of addresses) expect(address).toMatch(/^0x[0-9a-f]{40}$/);
  });
});

function recordOf(id: number) {
  return CHAINS.find((one) => one.id === id);
}
