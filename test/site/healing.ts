// A Golem that says on chain that it declines, and a Snap whose guardian heals it.
import { encodeFunctionData } from 'viem';
import { expect } from 'vitest';
import { answerTo } from '../../src/core/chain/answers';
import { vitalityOracleAbi } from '../../src/core/chain/bardo-abis.generated';
import { BARDO } from '../../src/core/chain/bardo-addresses.generated';
import * as QUESTIONS from '../../src/core/chain/questions';
import { golemIdOf } from '../../src/core/protocol/messages';
import { aHeal } from '../api/signing';
import type { SiteStage } from './stage';

type Call = { request: { method: string; params: { phase: number; score: number } } };

/** What the Snap answers to `signOracle`; everything else as before. */
export function guardianHeals(stage: SiteStage, answer?: unknown): { asked: unknown[] } {
  const { wallet, guardian, golem, link } = stage;
  const before = wallet.script.wallet_invokeSnap;
  const asked: unknown[] = [];
  wallet.script.wallet_invokeSnap = (async (call: Call) => {
    const { method, params } = call.request;
    if (method !== 'signOracle') return before?.(call as never);
    asked.push(params);
    if (answer !== undefined) return answer;
    const about = [guardian.address, golemIdOf(golem)] as const;
    const { nonce } = await answerTo(link.client, QUESTIONS.record, about);
    const deadline = (await stage.now()) + 3600;
    const { phase, score } = params;
    const order = await aHeal(guardian, { golem, phase, score, deadline, nonce });
    return { approved: true, order };
  }) as never;
  return { asked };
}

export async function decline(stage: SiteStage, phase = 3): Promise<void> {
  const { guardian, golem, session } = stage;
  await stage.fund(session.address);
  // The relay opens the record.
  await expect.poll(() => phaseOnChain(stage), { timeout: 20_000 }).toBe(0);
  await stage.send(session, {
    to: BARDO.vitalityOracle,
    data: encodeFunctionData({
      abi: vitalityOracleAbi,
      functionName: 'report',
      args: [guardian.address, golemIdOf(golem), phase, 1500],
    }),
  });
}

export async function phaseOnChain({ guardian, golem, link }: SiteStage): Promise<number | null> {
  const about = [guardian.address, golemIdOf(golem)] as const;
  return (await answerTo(link.client, QUESTIONS.phase, about)).phase;
}
