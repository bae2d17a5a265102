import { describe, expect, it } from 'vitest';
import { pathOf, routeOf } from '../../../site/routes/routes';

const OWNER = `0x${'ab'.repeat(20)}`;

describe('places', () => {
  it.each([
    '/',
    '/golem/atlas-1',
    `/golem/${OWNER}/atlas-1`,
    '/revoke/atlas-1',
    `/revoke/${OWNER}/atlas-1`,
    '/revoke',
    '/succession/atlas-1',
    `/succession/${OWNER}/atlas-1`,
    '/alerts',
    '/grant',
    '/grant/atlas-1',
    `/grant/${OWNER}/atlas-1`,
    `/request/${'0f'.repeat(32)}`,
    '/device',
  ])('%s is a place and its own path', (path) => {
    expect(routeOf(path).name).not.toBe('unknown');
    expect(pathOf(routeOf(path))).toBe(path);
  });

  it('finds the page of codes with the code in its link', () => {
    expect(routeOf('/device/')).toEqual({ name: 'device' });
    expect(routeOf('/device?code=BARD-7F3A-K9QX')).toEqual({ name: 'device' });
    expect(routeOf('/devices').name).toBe('unknown');
  });

  it('forgives a slash at the end', () => {
    expect(routeOf('/golem/atlas/')).toEqual({ name: 'golem', owner: null, id: 'atlas' });
    expect(routeOf(`/golem/${OWNER.toUpperCase().replace('X', 'x')}/atlas/`)).toEqual({
      name: 'golem',
      owner: OWNER,
      id: 'atlas',
    });
  });

  it.each([
    '/golem',
    '/golem/',
    '/golem/A',
    '/golem/a/b',
    `/golem/${OWNER}`,
    `/golem/${OWNER}/`,
    `/golem/${OWNER}/A`,
    `/golem/${OWNER}/${OWNER}/a`,
    '/golem/../x',
    '/request',
    `/request/${'0F'.repeat(32)}`,
    `/request/${'0f'.repeat(31)}`,
    `/request/${OWNER}/${'0f'.repeat(32)}`,
    '/elsewhere',
    `/golem/${'a'.repeat(65)}`,
    '//evil.example',
  ])('%s is no place', (path) => {
    expect(routeOf(path)).toEqual({ name: 'unknown' });
  });
});
