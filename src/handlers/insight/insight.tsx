// From an explanation to what the wallet shows. An interface with context instead of plain content,
// so that the digests can be computed on a click: hashing is slow in the sandbox.
import type { Json } from '@metamask/snaps-sdk';
import type { Hex } from 'viem';
import type { Insight } from '../../core/findings/finding';
import type { Watched } from '../../core/findings/scene';
import type { State } from '../../core/memory/state';
import { provenanceOf } from '../../core/watch/home';
import { createInterface } from '../../host/ui';
import { InsightPanel, UncheckedPanel } from '../../views/insight-panel';

/** What a "Show digests" click needs later; larger inputs are not carried around. */
export type DigestInput =
  | { kind: 'transaction'; data: Hex }
  | { kind: 'signature'; signature: { from: string; data: Json; signatureMethod: string } };

/** Kept by the wallet with the interface; nobody but us can set it. */
export type Shown = { insight: Insight; provenance: string; input: DigestInput };

const MAX_CONTEXT = 500_000;

export function watchedOf(state: State): Watched | null {
  if (state.owner === null) return null;
  const golems = state.golems.filter((record) => !record.dismissed).map((record) => record.golem);
  return { owner: state.owner, golems, permissions: state.permissions };
}

export async function showInsight(from: {
  insight: Insight;
  state: State;
  now: number;
  input: DigestInput;
}) {
  const { insight, input } = from;
  const provenance =
    from.state.owner === null
      ? 'Bardo is not connected: it does not know your Golems.'
      : provenanceOf(from.state, from.now);
  const offered = JSON.stringify(input).length <= MAX_CONTEXT;
  const model = {
    insight,
    provenance,
    digests: offered ? ('offered' as const) : ('none' as const),
  };
  const shown: Shown | null = offered ? { insight, provenance, input } : null;
  const id = await createInterface(<InsightPanel model={model} />, shown ?? {});
  return insight.level === 'critical' ? { id, severity: 'critical' as const } : { id };
}

/** An insight must never throw or be blank by accident: both look like "nothing to say". */
export async function orUnchecked<Result>(explain: () => Promise<Result>) {
  try {
    return await explain();
  } catch {
    return {
      content: (
        <UncheckedPanel reason="Bardo met an error while reading it. Do not take its silence for safety." />
      ),
    };
  }
}
