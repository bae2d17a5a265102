import { describe, expect, it } from 'vitest';
import type { Golem, Permission } from '../../../src/core/protocol/status';
import { withAlerts } from '../../../src/core/watch/absorb';
import { causesOf } from '../../../src/core/watch/causes';
import { keyOf } from '../../../src/core/watch/kinds';
import { aGolem, aPermission, NOW } from '../../vectors/builders';
import { aProof, aRecord, aState, aVital } from '../../vectors/memory';

const DAY = 86_400;

function causes(golem: Partial<Golem>, permission: Partial<Permission> = {}) {
  const golems = [aRecord({ golem: aGolem(golem) })];
  const state = aState({ golems, permissions: [aPermission(permission)] });
  return causesOf(state, { now: NOW, skew: 0 }).map((one) => ({ ...one, key: keyOf(one) }));
}

describe('Death', () => {
  it('is one cause, whatever else is wrong', () => {
    const dead: Partial<Golem> = {
      phase: 'terminal',
      heartbeat: { ...aGolem().heartbeat, at: NOW - 9 * DAY } as Golem['heartbeat'],
      gasPullsLeft: 0,
    };

    expect(causes(dead, { revokedAt: NOW }).map(({ key }) => key)).toEqual(['died:atlas']);
  });

  it('is told as what it is: a report', () => {
    const [death] = causes({ phase: 'terminal', knowledgeRecord: 'grimoire-7' });

    expect(death).toMatchObject({
      rank: 2,
      native: 'Atlas is reported dead',
      title: 'Atlas is reported dead',
    });
    expect(death?.body).toBe('1 grant is still open. End it on the site. Not checked on chain.');
    expect(death?.more).toBe(
      'The control plane reports its terminal phase. Its id: atlas. Knowledge record: grimoire-7.',
    );
  });

  it('is not said to be denied by a look that is older than the report', () => {
    const claims = [aProof({ seen: { at: NOW - 3600, block: 1, time: NOW - 3600 } })];
    const golems = [aRecord({ golem: aGolem({ phase: 'terminal' }) })];
    const [death] = causesOf(aState({ golems, claims }), { now: NOW, skew: 0 });

    expect(death?.body).toMatch(/Not proven on chain\.$/);
  });

  it.each([
    ['revoked', { revokedAt: NOW - 1 }],
    ['expired', { expiresAt: NOW }],
    ['of another Golem', { golem: 'nyx' }],
  ])('asks to end no permission that is %s', (_, permission) => {
    expect(causes({ phase: 'terminal' }, permission)[0]?.body).toContain(
      'No permission of it is known to be in force',
    );
  });
});

describe('A Golem leased here', () => {
  const death = (id: string, name: string) => {
    const golem = aGolem({ id, name });
    const vitals = [aVital({ golem: id, phase: 'terminal' })];
    const [alert] = withAlerts(aState({ golems: [aRecord({ golem })], vitals }), NOW).alert_history;
    return [alert?.native, alert?.title];
  };

  it('is called dead by its own id when the server gives it another name', () => {
    expect(death('atlas-1', 'Atlas')).toEqual(['Atlas is dead', 'Atlas is dead']);
    expect(death('ember-2', 'Atlas')).toEqual(['ember-2 is dead', 'Atlas (ember-2) is dead']);
  });
});
