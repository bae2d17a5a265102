import { expect, it } from 'vitest';
import {
  aGolem,
  aHash,
  aPermission,
  aScene,
  aStatus,
  NOW,
  SESSION_KEY,
} from '../../vectors/builders';
import { callOf, findingsOf, vectorNamed } from '../../vectors/calls';

const GUARDIAN = `0x${'77'.repeat(20)}` as const;
const watched = aStatus({ golems: [aGolem({ name: 'Vesper', guardian: GUARDIAN })] });

const say = (name: string, over: object = {}, scene = aScene({ watched })) =>
  findingsOf(callOf(vectorNamed('VitalityOracle', name), over), scene)[0];

it('names the watched Golem whose record is opened, in either way', () => {
  expect(say('opens a record by signature')).toMatchObject({
    level: 'info',
    title: 'Opens the record of Vesper on chain',
  });
  expect(say('opens a record', { from: GUARDIAN })?.title).toContain('Vesper');
  expect(say('opens a record')?.title).toContain('a Golem Bardo does not watch');
});

it('says who reports from now on', () => {
  expect(say('hands reporting over by signature')).toMatchObject({
    level: 'warning',
    title: 'Another key reports for Vesper from now on',
  });
  expect(say('hands reporting over', { from: GUARDIAN })?.title).toContain('Vesper');
});

it('tells a decline, and a death as critical', () => {
  expect(say('reports a decline')).toMatchObject({
    level: 'info',
    title: 'Reports Vesper as declining',
    facts: expect.arrayContaining([{ label: 'Score', value: '12 of 100', kind: 'words' }]),
  });
  expect(say('reports a death')).toMatchObject({
    level: 'critical',
    title: 'Reports the death of Vesper',
  });
});

it('says that healing lets it spend more again', () => {
  expect(say('heals by signature')).toMatchObject({
    level: 'warning',
    title: 'Heals Vesper to thriving',
  });
  expect(say('heals', { from: GUARDIAN })?.title).toBe('Heals Vesper to stable');
});

it('names who stops with a death, and who goes on without a lease', () => {
  const lease = {
    generation: 5,
    budgetId: '1',
    sessionKey: SESSION_KEY,
    cap: '1',
    expiresAt: NOW + 9,
  };
  const golems = [
    aGolem({ name: 'Vesper', guardian: GUARDIAN }),
    aGolem({ id: 'kid', name: 'Kid', guardian: null }),
  ];
  const permissions = [
    aPermission({ lease, delegationHashes: [aHash(0x1e), aHash(0xd1)] }),
    aPermission({
      id: 's',
      golem: 'kid',
      lease,
      delegationHashes: [aHash(0x5c), aHash(0x1e), aHash(0xd1)],
    }),
  ];
  const lines = (more: typeof permissions) => {
    const status = aStatus({ golems, permissions: [...permissions, ...more] });
    return say('reports a death', {}, aScene({ watched: status }))?.lines.slice(0, -1);
  };

  expect(lines([])).toEqual(['Vesper, Kid can no longer spend.']);
  expect(lines([aPermission({ id: 'gas', token: null })])).toEqual([
    'Kid can no longer spend.',
    'Vesper goes on: 1 permission without a lease on Base.',
  ]);
});

it('says that a record of another Golem or chain changes nothing for the watched one', () => {
  const other = aStatus({ golems: [aGolem({ id: 'ember', name: 'Ember', guardian: GUARDIAN })] });
  const far = aStatus({ golems: [aGolem({ name: 'Vesper', chainId: 1, guardian: GUARDIAN })] });

  expect(say('reports a death', {}, aScene({ watched: other }))).toMatchObject({
    level: 'warning',
    title: 'Reports the death of a Golem Bardo does not watch',
    lines: expect.arrayContaining(['Ember lives by another record: nothing changes for it.']),
  });
  expect(say('reports a death', {}, aScene({ watched: far }))).toMatchObject({
    level: 'warning',
    title: 'Reports the death of a Golem of another chain',
    lines: expect.arrayContaining(['Vesper lives on Ethereum: nothing changes for it there.']),
  });
});
