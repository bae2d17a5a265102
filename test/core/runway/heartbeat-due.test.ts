import { describe, expect, it } from 'vitest';
import { DAY } from '../../../src/core/chain/time';
import { dueEvery, isOverdue } from '../../../src/core/runway/heartbeat-due';
import { NOW } from '../../vectors/builders';

describe('A heartbeat is overdue', () => {
  it('when two of the told intervals have passed', () => {
    const pulse = { at: NOW, intervalSeconds: 300 };

    expect(isOverdue(pulse, NOW + 600)).toBe(false);
    expect(isOverdue(pulse, NOW + 601)).toBe(true);
  });

  it('after two days at the latest, however long a pause the server tells', () => {
    const pulse = { at: NOW, intervalSeconds: 7 * DAY };

    expect(dueEvery(pulse)).toBe(DAY);
    expect(isOverdue(pulse, NOW + 2 * DAY)).toBe(false);
    expect(isOverdue(pulse, NOW + 2 * DAY + 1)).toBe(true);
  });
});
