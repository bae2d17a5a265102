// What a Golem does under its mandates, as steps of one transaction each.
import { type Abi, type Address, encodeFunctionData } from 'viem';
import type { Mandate, Step } from '../../src/agent/runway/mandate';
import { type Market, marketAbi, poolAbi, vaultAbi } from './market';

function step(
  mandate: Mandate,
  target: Address,
  call: { abi: Abi; functionName: string; args: readonly unknown[] },
): Step {
  return { mandate, execution: { target, value: 0n, data: encodeFunctionData(call) } };
}

export function approve(mandate: Mandate, token: Address, spender: Address, amount: bigint): Step {
  return step(mandate, token, { abi: marketAbi, functionName: 'approve', args: [spender, amount] });
}

/** An approval and the swap that uses it up, all or nothing. */
export function swap(
  mandate: Mandate,
  { pool }: Market,
  order: { sold: Address; bought: Address; amount: bigint; to?: Address },
): Step[] {
  const { sold, bought, amount, to = mandate.account } = order;
  const args = [sold, bought, to, amount, 0n];
  return [
    approve(mandate, sold, pool, amount),
    step(mandate, pool, { abi: poolAbi, functionName: 'swap', args }),
  ];
}

export function deposit(
  mandate: Mandate,
  { vault }: Market,
  order: { asset: Address; amount: bigint; to?: Address },
): Step[] {
  const { asset, amount, to = mandate.account } = order;
  return [
    approve(mandate, asset, vault, amount),
    step(mandate, vault, { abi: vaultAbi, functionName: 'deposit', args: [amount, to] }),
  ];
}

export function withdraw(
  mandate: Mandate,
  { vault }: Market,
  amount: bigint,
  to: Address = mandate.account,
): Step[] {
  const args = [amount, to, mandate.account];
  return [step(mandate, vault, { abi: vaultAbi, functionName: 'withdraw', args })];
}

export function transfer(mandate: Mandate, token: Address, to: Address, amount: bigint): Step[] {
  const abi = [
    {
      type: 'function',
      name: 'transfer',
      stateMutability: 'nonpayable',
      inputs: [{ type: 'address' }, { type: 'uint256' }],
      outputs: [{ type: 'bool' }],
    },
  ] as const;
  return [step(mandate, token, { abi, functionName: 'transfer', args: [to, amount] })];
}
