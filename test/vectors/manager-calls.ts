// Calls to MetaMask's DelegationManager, encoded by its own ABI, and what Bardo says to them.
import { DelegationManager } from '@metamask/delegation-abis';
import { encodeDelegations } from '@metamask/delegation-core';
import { type Abi, encodeFunctionData, type Hex } from 'viem';
import { FRAMEWORK } from '../../src/core/chain/addresses';
import type { Call } from '../../src/core/chain/call';
import { encodeMode, encodeSingle } from '../../src/core/chain/execution';
import { decodeCall } from '../../src/core/decoders';
import { type Delegation, hashDelegation } from '../../src/core/delegations/delegation';
import type { Finding } from '../../src/core/findings/finding';
import type { Scene } from '../../src/core/findings/scene';
import { anAddress, aPermission, aScene, aStatus, BASE, OWNER, USDC_ON_BASE } from './builders';
import { aDelegation } from './delegations';

export const DM = FRAMEWORK.delegationManager;
export const SINGLE = encodeMode({ calls: 'single', onFailure: 'revert' });
export const TRY_BATCH = encodeMode({ calls: 'batch', onFailure: 'try' });
export const TRANSFER: Hex = `0xa9059cbb${anAddress(0x77).slice(2).padStart(64, '0')}${'16e360'.padStart(64, '0')}`;
export const PULL = encodeSingle({ target: USDC_ON_BASE, value: 0n, data: TRANSFER });

export function encode(
  functionName: string,
  args: readonly unknown[],
  abi: unknown = DelegationManager,
): Hex {
  return encodeFunctionData({ abi: abi as Abi, functionName, args });
}

export function context(links: readonly Delegation[]): Hex {
  return encodeDelegations(links.map((link) => ({ ...link, caveats: [...link.caveats] })));
}

export function redeem(links: readonly Delegation[], mode: Hex = SINGLE, data: Hex = PULL): Hex {
  return encode('redeemDelegations', [[context(links)], [mode], [data]]);
}

export function aCall(data: Hex, over: Partial<Call> = {}): Call {
  return { chainId: BASE, from: OWNER, to: DM, value: 0n, data, ...over };
}

export function read(call: Call) {
  const outcome = decodeCall(call);
  if (outcome.kind !== 'decoded') throw new Error(`Expected a decoded call, got ${outcome.kind}.`);
  return outcome.decoded;
}

export function explain(call: Call, scene: Scene = watching()): Finding[] {
  return read(call).explain(scene);
}

/** Atlas lives on the grant that `aDelegation` is. */
export function watching(over: Parameters<typeof aStatus>[0] = {}): Scene {
  const permissions = [aPermission({ delegationHashes: [hashDelegation(aDelegation())] })];
  return aScene({ watched: aStatus({ permissions, ...over }) });
}

export const facts = (findings: Finding[]) =>
  Object.fromEntries(
    findings.flatMap((finding) => finding.facts).map((one) => [one.label, one.value]),
  );
