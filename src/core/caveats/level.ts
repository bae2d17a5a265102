/** How loud a sentence is. The wallet itself knows only `critical`. */
export type Level = 'critical' | 'warning' | 'info';

const RISING: readonly (Level | undefined)[] = [undefined, 'info', 'warning', 'critical'];

/** The louder of two; undefined = says nothing of its own. */
export function louder(a: Level | undefined, b: Level | undefined): Level | undefined {
  return RISING.indexOf(a) >= RISING.indexOf(b) ? a : b;
}
