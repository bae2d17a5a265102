// The visitor's hands on the site: the tour presses the site's own buttons, so that nothing is faked. Each is waited
// for: a site may still be loading, or a Golem not born yet.
import type { SiteMove } from '../view';

const LOOK_MS = 200;

const PATIENCE_MS = 60_000;

/** Resolves with the words that were not found in time, or null when all was done or is `over` anyway. */
export async function moveOnSite(moves: readonly SiteMove[], over: () => boolean) {
  if (moves.some(isInSight)) return null;
  goHome();
  for (const move of moves) {
    const tried = new Set<string>();
    const end = Date.now() + PATIENCE_MS;
    while (!made(move, tried)) {
      if (over()) return null;
      if (Date.now() > end) return ('see' in move ? move.see : move.press)[0] ?? '';
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }
  return null;
}

/** One try. What stands on the way is pressed once. */
function made(move: SiteMove, tried: Set<string>): boolean {
  if ('see' in move) return isInSight(move);
  if (move.press.some(pressed)) return true;
  const next = (move.via ?? []).find((words) => !tried.has(words) && pressed(words));
  if (next) tried.add(next);
  return false;
}

/** Shown where the eye is; a visitor who is there already is left there, with all that is filled in. */
function isInSight(move: SiteMove): boolean {
  if (!('see' in move)) return false;
  const labelled = (label: string) => document.querySelector(`[aria-label="${CSS.escape(label)}"]`);
  const place = move.see.map(labelled).find((found) => found !== null);
  place?.scrollIntoView({ block: 'center' });
  return place !== undefined;
}

/** The tour begins everything on the site's first page. */
function goHome(): void {
  if (location.pathname !== '/') document.querySelector<HTMLElement>('a[href="/"]')?.click();
}

function pressed(words: string): boolean {
  const buttons = [...document.querySelectorAll<HTMLElement>('button:enabled, a.button')];
  const said = (button: HTMLElement) =>
    button.getAttribute('aria-label') ?? button.textContent ?? '';
  const found = buttons.find((button) => said(button).trim() === words);
  found?.scrollIntoView({ block: 'center' });
  found?.click();
  return found !== undefined;
}
