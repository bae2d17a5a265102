// Heals one Golem: the Snap asks its owner and signs the guardian's order, the control plane relays it, and what the chain
// shows afterwards is said. Where the relay does not pay, the owner sends the same order: the contract judges the signature.
import { type Address, encodeFunctionData } from 'viem';
import { vitalityOracleAbi } from '../../src/core/chain/bardo-abis.generated';
import { BARDO } from '../../src/core/chain/bardo-addresses.generated';
import * as QUESTIONS from '../../src/core/chain/questions';
import { DAY } from '../../src/core/chain/time';
import { golemIdOf } from '../../src/core/protocol/messages';
import type { OracleOrderBody } from '../../src/core/protocol/orders';
import { PHASES } from '../../src/core/protocol/status';
import type { Healing } from '../../src/core/runway/heal';
import { BOUNDS, type Lasting } from '../../src/core/runway/lasting';
import { lastsWords } from '../../src/core/runway/lasting-words';
import { phaseRank } from '../../src/core/runway/phase';
import { type GolemView, lastingNow } from '../golem/golem-view';
import { answered, type Plane } from '../plane/plane';
import type { Settings } from '../plane/settings';
import { ensureChain } from '../wallet/chain';
import { dispatch } from '../wallet/dispatch';
import { Trouble } from '../wallet/errors';
import type { Provider } from '../wallet/provider';
import { lookAt } from '../wallet/reads';
import type { Waiting } from '../wallet/send';
import type { Ledger } from '../wallet/sent';
import { signHeal } from '../wallet/snap';
import { healWords } from './heal.words';

export type HealAsk = {
  golem: string;
  name: string;
  chainId: number;
  owner: Address;
  healing: Healing;
};

export type HealEnv = {
  provider: Provider;
  plane: Plane;
  settings: Settings;
  ledger: Ledger;
  waiting?: Waiting;
  doing?: (text: string) => void;
  /** How often and how long the relay is asked. */
  pollMs?: number;
  patienceMs?: number;
};

/**
 * What would make a healed Golem decline again within a day, and feeding would mend. By the cap it gets back: the small
 * one of its phase is what healing ends.
 */
export function lackOf(
  { golem, runway, gas }: Pick<GolemView, 'golem' | 'runway' | 'gas'>,
  { to }: Healing,
  now: number,
): string | null {
  const healed = lastingNow({ golem: { ...golem, phase: to }, runway, gas }, now);
  if (!healed) return null;
  const ends = BOUNDS.flatMap((by): Lasting['first'][] => {
    const until = healed.bounds[by];
    const { surely } = healed.first;
    return until.is === 'at' && by !== 'cap' ? [{ by, at: until.at, surely }] : [];
  });
  const [first] = ends.sort((a, b) => a.at - b.at);
  return first && first.at - now < DAY ? lastsWords({ ...healed, first }, now) : null;
}

/** What became of it, in words. Throws with the reason when the Golem is as it was. */
export async function heal(ask: HealAsk, env: HealEnv): Promise<string> {
  const { golem, chainId, healing } = ask;
  const wish = { golem, chainId, phase: phaseRank(healing.to), score: healing.score };
  const signed = await signHeal(env.provider, env.settings, wish);
  if (!signed.ok) throw new Trouble(signed.reason ?? healWords.refused);
  const taken = await env.plane.ask('oracle', { body: signed.order });
  if (taken.ok) await relayed(taken.value.id, env);
  else if (taken.failure.code === 'not_relayed') await sendAlone(ask, signed.order, env);
  else if (taken.failure.code !== 'replayed') answered(taken);
  return shown(ask, signed.order.guardian, env);
}

async function relayed(id: string, env: HealEnv): Promise<void> {
  env.doing?.(healWords.relayed);
  const { pollMs = 1500, patienceMs = 120_000 } = env;
  for (let waited = 0; waited <= patienceMs; waited += pollMs) {
    if (env.waiting?.signal?.aborted) return;
    const answer = await env.plane.ask('relay', { id });
    if (answer.ok && answer.value.state === 'done') return;
    if (answer.ok && answer.value.state === 'failed') {
      throw new Trouble(healWords.failed(answer.value.reason ?? healWords.unknown));
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  throw new Trouble(healWords.late);
}

async function sendAlone(ask: HealAsk, order: OracleOrderBody, env: HealEnv): Promise<void> {
  const { chainId, owner, golem } = ask;
  env.doing?.(healWords.alone);
  await ensureChain(env.provider, env.settings, chainId);
  const { guardian, phase = 0, score = 0, deadline, signature } = order;
  const data = encodeFunctionData({
    abi: vitalityOracleAbi,
    functionName: 'healFor',
    args: [guardian, golemIdOf(golem), phase, score, BigInt(deadline), signature],
  });
  const calls = [{ to: BARDO.vitalityOracle, value: 0n, data }];
  const keys = [`heal:${guardian}:${golem}:${deadline}`];
  await dispatch({ from: owner, chainId, keys, calls }, env);
}

async function shown(
  { golem, name, chainId, healing }: HealAsk,
  guardian: Address,
  { provider }: HealEnv,
): Promise<string> {
  const look = await lookAt(provider, chainId).catch(() => null);
  if (!look) return healWords.told(name, healing.to);
  const { phase } = await look.view(QUESTIONS.phase, guardian, golemIdOf(golem));
  return phase !== null && phase <= phaseRank(healing.to)
    ? healWords.seen(name, PHASES[phase] ?? healing.to, look.block)
    : healWords.notYet(name, look.block);
}
