// The visitor's hands on the site: the tour presses the site's own buttons and types into its own fields, so that
// nothing is faked. Each thing is waited for: a site may still be loading, or a Golem not born yet.
import type { SiteMove } from '../view';

const LOOK_MS = 200;

const PATIENCE_MS = 60_000;

/** Resolves with the words that were not found in time, or null when all was done or is `over` anyway. */
export async function moveOnSite(moves: readonly SiteMove[], over: () => boolean) {
  goHome();
  for (const move of moves) {
    const tried = new Set<string>();
    const end = Date.now() + PATIENCE_MS;
    while (!made(move, tried)) {
      if (over()) return null;
      if (Date.now() > end) return wordsOf(move);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }
  return null;
}

/** One try. What stands on the way is pressed once. */
function made(move: SiteMove, tried: Set<string>): boolean {
  if ('fill' in move) return typed(move.fill, move.value);
  if ('see' in move) return document.body.textContent?.includes(move.see) === true;
  if (move.press.some(pressed)) return true;
  const next = (move.via ?? []).find((words) => !tried.has(words) && pressed(words));
  if (next) tried.add(next);
  return false;
}

function wordsOf(move: SiteMove): string {
  if ('see' in move) return move.see;
  return 'fill' in move ? move.fill : (move.press[0] ?? '');
}

/** Everything the tour needs is on the site's first page. */
function goHome(): void {
  if (location.pathname !== '/') document.querySelector<HTMLElement>('a[href="/"]')?.click();
}

function pressed(words: string): boolean {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('button')];
  const said = (button: HTMLElement) =>
    button.getAttribute('aria-label') ?? button.textContent ?? '';
  const found = buttons.find((button) => !button.disabled && said(button).trim() === words);
  found?.scrollIntoView({ block: 'center' });
  found?.click();
  return found !== undefined;
}

/** What the visitor typed already stays. */
function typed(label: string, value: string): boolean {
  const found = [...document.querySelectorAll('label')].find(
    (one) => one.textContent?.trim() === label,
  );
  const field = found?.control;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false;
  if (field.value !== '') return true;
  field.scrollIntoView({ block: 'center' });
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  return true;
}
