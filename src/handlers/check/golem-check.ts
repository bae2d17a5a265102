// What one check gathers about one Golem before it is judged.
import { beatSigner, judgeBeat } from '../../core/audit/heartbeat';
import type { GolemCheck } from '../../core/audit/proof';
import type { Target } from '../../core/audit/questions';
import { leasedBy } from '../../core/audit/targets';
import type { Finding, Proof } from '../../core/memory/claim';
import type { State } from '../../core/memory/state';
import type { Spoken } from '../../core/protocol/status';
import { nowSeconds } from '../../host/clock';

/** What the server said about blocks; null = it did not answer this time. */
export type Told = { chains: readonly Spoken[]; serverTime: number } | null;

export type Gathered = {
  state: State;
  told: Told;
  /** Of each Golem: found while its signed bytes were fetched. */
  extras: Map<string, Finding[]>;
};

export type Judged = { target: Target; check: GolemCheck; before: Proof | null };

export function golemCheck(
  target: Target,
  facts: GolemCheck['facts'],
  { state, told, extras }: Gathered,
  spoken: Spoken | null,
): GolemCheck {
  return {
    now: nowSeconds(),
    // Of a Golem the server lists no more it says nothing that could be true or false.
    fresh: told !== null && isListed(target, state),
    serverTime: told?.serverTime ?? nowSeconds(),
    facts,
    atSpoken: null,
    spoken,
    beat: beatOf(target, facts, state),
    extra: extras.get(target.id) ?? [],
    probe: null,
  };
}

/** Nothing was asked about it, for this reason. */
export function unasked(target: Target, problem: string, at: Gathered): Judged {
  return {
    target,
    check: golemCheck(target, { problem }, at, null),
    before: beforeOf(target, at.state),
  };
}

export function beforeOf({ id }: Target, { claims }: Pick<State, 'claims'>): Proof | null {
  return claims.find(({ golem }) => golem === id) ?? null;
}

function isListed({ id, golem }: Target, { golems }: State): boolean {
  const record = golems.find((one) => one.golem.id === id);
  return golem === null || record?.listing === 'listed';
}

function beatOf(target: Target, facts: GolemCheck['facts'], state: State): GolemCheck['beat'] {
  const { golem } = target;
  if (!golem?.heartbeat) return null;
  return judgeBeat(golem, target, {
    signer: beatSigner(golem, leasedBy(target) ?? golem.guardian),
    signedAt: (held) =>
      state.leases.find(({ context }) => context === held.context)?.signedAt ?? nowSeconds(),
    facts: 'problem' in facts ? null : facts,
    last: beforeOf(target, state)?.beat ?? null,
  });
}
