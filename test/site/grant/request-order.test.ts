// A crowd of strangers that asks an owner hides neither a known key nor a Golem of the owner's own.
import { describe, expect, it } from 'vitest';
import { requestsInOrder } from '../../../site/grant/request-order';
import type { RunwayRecord } from '../../../src/core/protocol/runway-shapes';

const asking = (id: string, over: Partial<RunwayRecord> = {}) =>
  ({
    ...{ id, golem: `golem-${id}`, chainId: 84_532, sessionKey: `0x${id.padStart(40, '0')}` },
    ...{ askedAt: 100, knownKey: false },
    ...over,
  }) as RunwayRecord;
const ids = (list: readonly RunwayRecord[]) => list.map(({ id }) => id);

describe('Requests', () => {
  it('of known keys come first, then those in the name of a Golem one has, then strangers', () => {
    const crowd = Array.from({ length: 90 }, (_, n) => asking(`${n + 10}`, { askedAt: 500 + n }));
    const own = asking('1', { knownKey: true });
    const lost = asking('2', { golem: 'atlas' });

    const order = ids(requestsInOrder([...crowd, lost, own], ['atlas']));
    expect(order.slice(0, 3)).toEqual(['1', '2', '99']);
    expect(order).toHaveLength(92);
  });

  it('of one key for one Golem are one, the last', () => {
    const again = asking('2', { ...asking('1'), id: '2', askedAt: 200 });
    expect(ids(requestsInOrder([asking('1'), again], []))).toEqual(['2']);
  });
});
