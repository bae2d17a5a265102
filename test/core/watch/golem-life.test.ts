import { describe, expect, it } from 'vitest';
import { lifeRows } from '../../../src/core/watch/golem-life';
import { golemListOf } from '../../../src/core/watch/golem-list';
import { aGolem, aHash, NOW } from '../../vectors/builders';
import { aRecord, aState } from '../../vectors/memory';

function told(golem: Partial<ReturnType<typeof aGolem>>) {
  const [row] = golemListOf(aState({ golems: [aRecord({ golem: aGolem(golem) })] }), {
    now: NOW,
    skew: 0,
  });
  const rows = row ? lifeRows(row, 'server') : [];
  return (label: string) => rows.find((one) => one.label === label)?.value;
}

describe('The life of a Golem', () => {
  it('names a mode that is newer than this Bardo instead of dropping it', () => {
    expect(told({ custody: 'entangled' })('Custody')).toBe('something newer (entangled)');
    expect(told({ custody: 'embedded' })('Custody')).toBe(
      'embedded: a server holds its money, no rule on chain bounds it',
    );
    // No mode of ours, though every object has one of that name.
    expect(told({ custody: 'constructor' })('Custody')).toBe('something newer (constructor)');
    expect(told({})('Custody')).toBeUndefined();
  });

  it('tells a hold, broken policy and last words, marked as the Golem’s own', () => {
    const of = told({
      hold: { by: 'owner', since: NOW, until: NOW + 60 },
      policy: { hash: aHash(1), violations: 2 },
      ending: { reason: 'No money\u202eleft', at: NOW },
    });
    expect(of('On hold')).toBe(
      'by its owner, since 21 Sep 2026 14:13 UTC until 21 Sep 2026 14:14 UTC',
    );
    expect(of('Broke its policy')).toBe('2 times');
    expect(of('Its last words')).toBe('“No money\\u{202e}left”');
  });

  it('tells times as dates, which do not age on the screen', () => {
    expect(told({})('Last heartbeat')).toBe('21 Sep 2026 14:12 UTC');
    expect(told({ heartbeat: null })('Last heartbeat')).toBe('never');
  });
});
