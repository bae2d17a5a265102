// Signed messages as the bodies the control plane takes.
import type { Address, Hex } from 'viem';
import type { OracleOrderBody, RaiseOrderBody, StopOrderBody } from '../protocol/orders';
import type { GuardianMessage } from './guardian-message';
import type { Ward } from './guardians';
import type { OracleMessage } from './oracle-plan';

type Message<K> = GuardianMessage & { kind: K };

export function raiseOrder({ chainId, message }: Message<'Raise'>, signature: Hex): RaiseOrderBody {
  return { chainId, ...message, budgetId: `${message.budgetId}`, signature };
}

export function stopOrder(
  owner: Address,
  { chainId, message }: Message<'Stop'>,
  signature: Hex,
): StopOrderBody {
  return { owner, chainId, ...message, issuedAt: Number(message.issuedAt), signature };
}

const ACTS = { Register: 'register', SetReporter: 'setReporter', Heal: 'heal' } as const;

export function oracleOrder(
  { golem, owner }: Ward,
  { kind, chainId, message }: OracleMessage,
  signature: Hex,
): OracleOrderBody {
  const { guardian, deadline } = message;
  const about = 'reporter' in message ? { reporter: message.reporter } : healed(message);
  const order = { chainId, act: ACTS[kind], guardian, owner, golem, deadline: Number(deadline) };
  return { ...order, ...about, signature };
}

function healed({ phase, score }: { phase: number; score: number }) {
  return { phase, score };
}
