// A call with all that is inside it, judged as one thing: each part speaks, then the whole of them.
import { effectsIn, type Outcome } from '../decoders/outcome';
import { aftermathOf } from '../findings/aftermath';
import type { Fact, Finding } from '../findings/finding';
import type { Scene } from '../findings/scene';
import { findingsOf } from './call-findings';
import { isBoundToFail, skippedFindings } from './failures';
import { nativeTransferFindings } from './native-transfer';
import { wholeOf } from './whole';

/** `told`: what is said before any call; `updates`: the transaction also changes the code of an account. */
export type Circumstances = { told: readonly Finding[]; updates: boolean };

export type Judgement = { findings: Finding[]; totals: Fact[] };

export function judge(outcome: Outcome, { told, updates }: Circumstances, scene: Scene): Judgement {
  const placed = effectsIn(outcome);
  const after = aftermathOf(
    placed.map(({ effect }) => effect),
    scene,
  );
  const spoken = [
    ...told,
    ...nativeTransferFindings(placed, scene),
    ...skippedFindings(outcome, placed, scene),
    ...findingsOf(outcome, { ...scene, after: { ...after, fails: isBoundToFail(placed) } }),
  ];
  const whole = wholeOf({ outcome, placed, updates, spoken: spoken.length > 0 }, scene);
  return { findings: [...spoken, ...whole.findings], totals: whole.totals };
}
