// States that earlier versions really wrote, by their own code: 0.1.0 (state version 2) and the last one with keys (3).
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pointKey } from '../../../src/core/memory/claim';
import type { State } from '../../../src/core/memory/state';
import { parseState } from '../../../src/core/memory/stored';
import { withAlerts } from '../../../src/core/watch/absorb';
import { keyOf } from '../../../src/core/watch/kinds';
import { planNotices } from '../../../src/core/watch/notices';
import { NOW } from '../../vectors/builders';

type Keyed = { key: string; pending: string[]; clearedAt: number | null };
type Old = {
  alert_history: Keyed[];
  contradictions: { key: string }[];
  claims: { mark: string; claims: { key: string; source: string }[] }[];
};

const written = (name: string) =>
  JSON.parse(readFileSync(`test/vectors/states/${name}.json`, 'utf8')) as Old[];

describe.each(['0.1.0', 'version-3'])('A state written by %s', (name) => {
  it.each(written(name).map((old, n) => [n, old] as const))(
    '(%i) crosses over without loss',
    (_, old) => {
      const state = parseState(old, NOW);

      expect(state.set_aside).toBeNull();
      expect(state.alert_history.map(keyOf)).toEqual(old.alert_history.map(({ key }) => key));
      expect(state.alert_history.map(({ pending }) => pending)).toEqual(
        old.alert_history.map(({ pending }) => pending),
      );
      expect(state.contradictions.map(pointKey)).toEqual(old.contradictions.map(({ key }) => key));
      expect(state.claims.map(({ claims }) => claims.map(pointKey))).toEqual(
        old.claims.map(({ claims }) => claims.map(({ key }) => key)),
      );
      expect(state.claims.map(({ fingerprint }) => fingerprint)).toEqual(
        old.claims.map(({ mark }) => mark),
      );
      expect(state.claims.flatMap(({ claims }) => claims).map(({ once }) => once === true)).toEqual(
        old.claims
          .flatMap(({ claims }) => claims)
          .map(({ source }) => source.endsWith('seen once')),
      );
      expect(parseState(JSON.parse(JSON.stringify(state)), NOW)).toEqual(state);
    },
  );

  it.each(written(name).map((old, n) => [n, old] as const))(
    '(%i) repeats no notice and loses none',
    (_, old) => {
      const after = withAlerts(parseState(old, NOW), NOW + 60);
      const was = new Map(old.alert_history.map(({ key, pending }) => [key, pending]));

      for (const alert of after.alert_history) {
        const before = was.get(keyOf(alert));
        // 0.1.0 called it ended while its grant was open: that it is open is news.
        const isNews = name === '0.1.0' && keyOf(alert) === 'ended-lease:gale';
        expect(alert.pending, keyOf(alert)).toEqual(isNews ? ['native', 'inApp'] : before);
        const isOver = name === '0.1.0' && keyOf(alert) === 'ended:gale';
        expect(alert.clearedAt, keyOf(alert)).toBe(isOver ? NOW + 60 : null);
      }
      // What waited goes out: each of its keys once.
      const sent: State = { ...after, sent: { native: [], inApp: [] } };
      const keys = planNotices(sent, NOW + 9999)
        .filter(({ channel }) => channel === 'native')
        .flatMap((notice) => notice.keys);
      const waiting = after.alert_history.filter(
        ({ pending, clearedAt }) => pending.includes('native') && clearedAt === null,
      );
      expect([...keys].sort()).toEqual(waiting.map(keyOf).sort());
    },
  );
});
