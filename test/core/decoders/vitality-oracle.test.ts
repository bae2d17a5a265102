import { expect, it } from 'vitest';
import { aGolem, aScene, aStatus } from '../../vectors/builders';
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
