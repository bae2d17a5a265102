import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { vitalBatches, withVitals } from '../../../src/core/audit/vitals';
import { MAX_CALLS } from '../../../src/core/chain/multicall';
import { encodeContext } from '../../../src/core/delegations/delegation';
import { golemIdOf } from '../../../src/core/protocol/messages';
import { anAddress, BASE, GUARDIAN, NOW } from '../../vectors/builders';
import { aDelegation } from '../../vectors/delegations';
import { leaseLink } from '../../vectors/leases';
import { aContext } from '../../vectors/ledger';
import { aLeaseRecord, aState, aVital } from '../../vectors/memory';

const context: Hex = aContext();
const lease = (golem: string, over = {}) => aLeaseRecord({ golem, context, ...over });
const many = (count: number) => Array.from({ length: count }, (_, n) => lease(`g-${n}`));
const head = (chainId: number, failing: number) => ({
  ...{ chainId, seen: null, problem: failing > 0 ? 'no answer' : null, failing, doubt: null },
});

describe('The oracle is asked', () => {
  it('about every Golem leased here, under the guardian its lease names, and about no other', () => {
    const leases = [lease('atlas'), lease('nyx', { by: 'shown' })];

    expect(vitalBatches(aState({ leases }))).toEqual([
      [{ golem: 'atlas', chainId: BASE, guardian: GUARDIAN }],
    ]);
  });

  it('under the guardian of the lease signed last, whichever came into memory last', () => {
    const grant = aDelegation();
    const former = anAddress(0x77);
    const old = encodeContext([leaseLink(grant, { golemId: golemIdOf('atlas') }, former), grant]);
    const late = lease('atlas', { context: old, signedAt: NOW - 86_400, by: 'restored' });

    expect(vitalBatches(aState({ leases: [lease('atlas'), late] })).flat()).toEqual([
      { golem: 'atlas', chainId: BASE, guardian: GUARDIAN },
    ]);
  });

  it('once for each chain it is leased on, whatever the server says about chains', () => {
    const leases = [lease('atlas'), lease('atlas', { chainId: 10 }), lease('atlas')];

    expect(vitalBatches(aState({ leases })).flat()).toHaveLength(2);
  });

  it('about all of the most that are remembered within two checks', () => {
    const leases = many(1500);
    const state = aState({ leases });
    const first = vitalBatches(state).flat();
    const heard = first.map(({ golem }) => aVital({ golem, triedAt: NOW }));
    const second = vitalBatches(withVitals(state, heard)).flat();

    expect(new Set([...first, ...second].map(({ golem }) => golem)).size).toBe(1500);
  });

  it('in batches that one question holds, chains that answer before those that do not', () => {
    const leases = [lease('far', { chainId: 10 }), ...many(450)];
    const batches = vitalBatches(aState({ leases, heads: [head(10, 2), head(BASE, 0)] }));

    expect(Math.max(...batches.map((batch) => batch.length))).toBeLessThanOrEqual(MAX_CALLS);
    expect(batches.at(-1)).toEqual([{ golem: 'far', chainId: 10, guardian: GUARDIAN }]);
  });
});

describe('What was heard', () => {
  const dead = aVital({ phase: 'terminal' });
  const state = aState({ leases: [lease('atlas')], vitals: [dead] });
  const heard = (answer: Parameters<typeof aVital>[0]) =>
    withVitals(state, [aVital(answer)]).vitals;

  it('stays when nobody answers later, with the reason', () => {
    const silent = { phase: null, seen: null, problem: 'no answer', triedAt: NOW + 300 };

    expect(heard(silent)).toEqual([{ ...dead, problem: 'no answer', triedAt: NOW + 300 }]);
  });

  it('of a death is not undone by a node that lags, but by a newer block', () => {
    const seen = (block: number) => ({ at: NOW, block, time: NOW });

    expect(heard({ phase: 'stable', seen: seen(99) })[0]?.phase).toBe('terminal');
    expect(heard({ phase: 'stable', seen: seen(101) })[0]?.phase).toBe('stable');
  });

  it('is forgotten with the lease', () => {
    expect(withVitals({ ...state, leases: [] }, []).vitals).toEqual([]);
  });
});
