// What others may take after the whole transaction.
import type { Level } from '../caveats/level';
import { UNLIMITED } from '../chain/money';
import { moneyRows } from '../decoders/redemption-moves';
import type { Allowance, Placed } from '../findings/effect';
import type { Finding } from '../findings/finding';
import { allowanceTitle, byAmount, knownSpender } from '../findings/money';
import type { Scene } from '../findings/scene';

/** More than this are counted. */
export const LISTED = 4;

export function allowanceFindings(
  allowances: readonly Placed<Allowance>[],
  scene: Scene,
): Finding[] {
  const findings = [...allowances]
    .sort((a, b) => byAmount(a.effect, b.effect))
    .map((one) => allowanceFinding(one, scene));
  const sorted = [...findings].sort((a, b) => loudness(a.level) - loudness(b.level));
  const more = sorted.length - LISTED;
  if (more <= 0) return sorted;
  const rest = `It lets ${more} more allowances stand.`;
  return sorted.slice(0, LISTED).map((one, at) => (at === 0 ? withLine(one, rest) : one));
}

function allowanceFinding({ effect, call }: Placed<Allowance>, scene: Scene): Finding {
  const isShown = call.delegated || call.unbounded;
  return {
    level: allowanceLevel(effect, call, scene),
    title: allowanceTitle(scene.chainId, effect, 'your account'),
    lines: ['An allowance stays until it is used up or ended. No runway or lease limits it.'],
    facts: isShown ? [] : moneyRows([{ effect, call }], scene).flat(),
  };
}

function allowanceLevel(
  { amount, to }: Allowance,
  { delegated, unbounded }: Placed['call'],
  scene: Scene,
): Level {
  const unlimited = amount >= UNLIMITED;
  if (knownSpender(scene.chainId, to)) {
    return unlimited || delegated || unbounded ? 'warning' : 'info';
  }
  return unlimited || unbounded ? 'critical' : 'warning';
}

function loudness(level: Level): number {
  return ['critical', 'warning', 'info'].indexOf(level);
}

function withLine(finding: Finding, line: string): Finding {
  return { ...finding, lines: [...finding.lines, line] };
}
