// A pending transaction to an insight: decode, ask each decoder what it means for this owner's Golems, and judge the
// whole of it.
import { decodeCall } from '../decoders';
import { type Insight, insightOf } from '../findings/finding';
import type { Scene } from '../findings/scene';
import { accountUpdateFindings } from './account-update';
import { type DecodedJson, decodedJson } from './decoded-json';
import { judge } from './judgement';
import type { TransactionInput } from './parse-transaction';
import { portalFindings } from './portal-net';

export type TransactionReport = { insight: Insight | null; decoded: DecodedJson | null };

/** `portalOrigin`: of Bardo's own site, which is held to its uses; null where there is none. */
export function explainTransaction(
  input: TransactionInput,
  scene: Scene,
  portalOrigin: string | null = null,
): TransactionReport {
  const outcome = decodeCall({ chainId: scene.chainId, ...input });
  const told = accountUpdateFindings(input, scene);
  const { findings, totals } = judge(
    outcome,
    { told, updates: input.authorizations !== null },
    scene,
  );
  const net = portalFindings(input, { outcome, spoken: findings.length > 0 }, scene, portalOrigin);
  const insight = insightOf([...findings, ...net]);
  return {
    insight: insight && { ...insight, facts: [...totals, ...insight.facts] },
    decoded: decodedJson(outcome),
  };
}
