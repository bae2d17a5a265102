// One Golem on the list, in as few lines as its state allows: how it stands, what is left, until when, whether the checks
// passed. A line more stands only for what is not well. Everything else is on its page.
import { dateWords } from '../chain/time';
import { canSpend, STATE_WORDS } from '../runway/golem-state';
import { endsAt } from '../runway/health';
import { checkLines, phaseSource } from './audit-rows';
import type { ListedGolem } from './golem-list';
import { leftWords, NOT_KNOWN } from './words';

export type CardLine = { text: string; tone: 'default' | 'alternative' | 'warning' | 'error' };

/** Stands behind its name. "active · 8 of 10 USDC left · until 30 Nov 2026 14:13 UTC" */
export function standingWords({ record, state, runway, health, shown }: ListedGolem): string {
  const { phase } = record.golem;
  const isDead = phase === 'terminal';
  const stands = [
    ...(isDead ? [shown?.phase === 'terminal' ? 'dead' : 'reported dead'] : []),
    state.next === 'lease' ? 'waits for its lease' : STATE_WORDS[state.state],
  ];
  if (!runway || !canSpend(state)) return stands.join(' · ');
  return [
    ...stands,
    ...(health === 'low' || health === 'critical' ? [`runway ${health}`] : []),
    ...(health === 'unknown' ? [`runway ${NOT_KNOWN}`] : []),
    leftWords(runway, phase),
    `until ${dateWords(endsAt(runway))}`,
  ].join(' · ');
}

export function cardLines(row: ListedGolem, local: number): CardLine[] {
  const { listing } = row.record;
  const limit = limitOf(row);
  const over = row.state.state === 'stopped' || row.state.state === 'ended';
  return [
    ...(limit ? [{ text: limit.text, tone: 'warning' as const }] : []),
    ...(over ? [{ text: `Permission: ${row.permission}`, tone: 'default' as const }] : []),
    ...(listing === 'listed' ? [] : [{ text: LISTING[listing], tone: 'error' as const }]),
    ...(row.ending ? [{ text: row.ending.line, tone: 'warning' as const }] : []),
    ...checkLines(row, local).map(({ text, wrong }) => ({
      text,
      tone: wrong ? ('error' as const) : ('alternative' as const),
    })),
  ];
}

const LISTING = {
  missing: 'No longer listed by the control plane',
  unreadable: 'Latest record unreadable',
};

/** Why it may spend a part only, who says so, and what helps; null = it is not limited. */
export function limitOf(row: ListedGolem): { title: string; text: string } | null {
  if (row.state.state !== 'limited') return null;
  const { phase, parent } = row.record.golem;
  const share = phase === 'declining' ? 'a tenth' : 'half';
  const source = phaseSource(row);
  const who = source ? `proven: ${source}` : 'reported by the control plane, not proven on chain';
  const help = parent
    ? `It lives on the lease of its parent: look after ${parent}.`
    : 'It cannot get better by itself: feed it and heal it on the site.';
  return {
    title: `Limited to ${share} of its cap`,
    text: `Its phase is ${phase}: its lease pays ${share} of its cap (${who}). ${help}`,
  };
}
