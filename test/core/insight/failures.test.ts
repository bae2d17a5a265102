// What is left of a transaction when one of its calls fails.
import { describe, expect, it } from 'vitest';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import { type Execution, encodeMode } from '../../../src/core/chain/execution';
import { BATCH, batch, explainRaw, panic, redeemAll, toManager } from '../../vectors/batches';
import { OWNER } from '../../vectors/builders';
import { aDelegation } from '../../vectors/delegations';
import { watching } from '../../vectors/manager-calls';

const TRY = encodeMode({ calls: 'batch', onFailure: 'try' });
const SKIPPED = 'A permission may stay as it is: failed calls are skipped here';
const off = toManager('disableDelegation', aDelegation());
const on = toManager('enableDelegation', aDelegation());
const other = toManager('disableDelegation', aDelegation({ salt: 77n }));
const nested = (calls: Execution[], mode = BATCH): Execution => ({
  target: OWNER,
  value: 0n,
  data: batch(calls, mode),
});
const own = (calls: Execution[], mode = BATCH): Execution => ({
  target: FRAMEWORK.delegationManager,
  value: 0n,
  data: redeemAll([{ calls, mode }]),
});
function said(calls: Execution[], mode = BATCH) {
  const { insight } = explainRaw({ to: OWNER, data: batch(calls, mode) }, watching());
  return { level: insight?.level, all: [insight?.title, ...(insight?.lines ?? [])].join('\n') };
}

describe('a batch that ends one permission twice', () => {
  it.each([
    ['side by side', [off, off]],
    ['with others between', [off, other, off]],
    ['in a batch inside', [off, nested([off])]],
    ['by the own power', [off, own([off])]],
    ['after re-opening it', [off, on, off, off]],
  ])('will fail and ends nothing: %s', (_name, calls) => {
    const { level, all } = said(calls);

    expect(level).toBe('warning');
    expect(all).toContain('Will fail, ends nothing');
    expect(all).not.toMatch(/Ends (Atlas|all)/);
  });

  it('does not fail where it is opened between, or where failures are skipped', () => {
    expect(said([off, on, off]).all).not.toContain('Will fail');
    expect(said([off, other]).all).not.toContain('Will fail');
    expect(said([off, off], TRY).all).not.toContain('Will fail');
  });
});

describe('an ending that may be skipped', () => {
  it.each([
    ['in the batch itself', [off], TRY],
    ['in a batch inside', [nested([off], TRY)], BATCH],
    ['in a batch inside one that skips', [nested([off])], TRY],
    ['by the own power', [own([off], TRY)], BATCH],
    ['of everything', [nested([own([panic], TRY)])], BATCH],
  ])('is said to be so: %s', (_name, calls, mode) => {
    expect(said(calls, mode)).toMatchObject({
      level: 'warning',
      all: expect.stringContaining(SKIPPED),
    });
  });

  it('is not meant where nothing is skipped', () => {
    expect(said([nested([off]), own([panic])]).all).not.toContain(SKIPPED);
  });
});
