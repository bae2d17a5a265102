// A pending transaction to an insight: decode, ask each decoder what it means for this owner's Golems, and judge the
// whole of it.
import { decodeCall } from '../decoders';
import { type Insight, insightOf } from '../findings/finding';
import type { Scene } from '../findings/scene';
import { accountUpdateFindings } from './account-update';
import { type DecodedJson, decodedJson } from './decoded-json';
import { judge } from './judgement';
import type { TransactionInput } from './parse-transaction';

export type TransactionReport = { insight: Insight | null; decoded: DecodedJson | null };

export function explainTransaction(input: TransactionInput, scene: Scene): TransactionReport {
  const outcome = decodeCall({ chainId: scene.chainId, ...input });
  const told = accountUpdateFindings(input, scene);
  const { findings, totals } = judge(
    outcome,
    { told, updates: input.authorizations !== null },
    scene,
  );
  const insight = insightOf(findings);
  return {
    insight: insight && { ...insight, facts: [...totals, ...insight.facts] },
    decoded: decodedJson(outcome),
  };
}
