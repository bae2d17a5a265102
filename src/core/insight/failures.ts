// What a transaction that ends permissions does when a part of it fails: it is skipped in silence, or nothing
// of the whole happens. The manager refuses to switch a delegation to what it already is.
import { FRAMEWORK, sameAddress } from '../chain/addresses';
import { BARDO } from '../chain/bardo-addresses.generated';
import { leavesIn, type Outcome } from '../decoders/outcome';
import type { Placed } from '../findings/effect';
import type { Finding } from '../findings/finding';
import type { Scene } from '../findings/scene';

/** Where permissions and leases end. */
const ENDING = [FRAMEWORK.delegationManager, FRAMEWORK.nonceEnforcer, BARDO.golemPolicyEnforcer];

/** An ending that may be skipped may not happen at all, and nothing would say so. */
export function skippedFindings(
  outcome: Outcome,
  placed: readonly Placed[],
  scene: Scene,
): Finding[] {
  const calls = [...leavesIn(outcome), ...placed.filter(isEnding)].map(({ call }) => call);
  const ends = calls.some(
    ({ skippable, to }) => skippable && isEndingPlace(to, placed.filter(isEnding)),
  );
  if (!ends || !scene.watched) return [];
  return [
    {
      level: 'warning',
      title: 'A permission may stay as it is: failed calls are skipped here',
      lines: ['The batch goes on when one of its calls fails. Check the result afterwards.'],
      facts: [],
    },
  ];
}

/** It throws one switch twice the same way, where a call that fails takes all others with it. */
export function isBoundToFail(placed: readonly Placed[]): boolean {
  const last = new Map<string, string>();
  return placed.some(({ effect, call }) => {
    if (!('hash' in effect) || call.skippable) return false;
    const before = last.get(effect.hash.toLowerCase());
    last.set(effect.hash.toLowerCase(), effect.kind);
    return before === effect.kind;
  });
}

function isEnding({ effect }: Placed): boolean {
  return effect.kind !== 'pays' && effect.kind !== 'allows';
}

/** A known place, or an account that passes an ending on. */
function isEndingPlace(to: string | null, endings: readonly Placed[]): boolean {
  return (
    ENDING.some((one) => sameAddress(one, to)) ||
    endings.some(({ call }) => sameAddress(call.to, to))
  );
}
