// Which batches the wallet takes (EIP-5792).
import {
  any,
  array,
  boolean,
  object,
  optional,
  record,
  string,
  tuple,
} from '@metamask/superstruct';
import type { Hex } from 'viem';
import { invalidParams, RpcError } from '../errors';
import type { Wallet } from '../host/wallet';
import type { Call, parsed } from './method';

const Capabilities = optional(record(string(), any()));
export const SendParams = tuple([
  object({
    version: string(),
    id: optional(string()),
    from: optional(string()),
    chainId: string(),
    atomicRequired: boolean(),
    calls: array(
      object({
        to: optional(string()),
        data: optional(string()),
        value: optional(string()),
        capabilities: Capabilities,
      }),
    ),
    capabilities: Capabilities,
  }),
]);
/** `hash` null: the owner has not decided yet, or it was never sent (`failed`). */
export type Bundle = { hash: Hex | null; failed: boolean };
type Asked = ReturnType<typeof parsed<(typeof SendParams)['TYPE']>>[0];

const MAX_CALLS = 10;
const bundles = new WeakMap<Wallet, Map<string, Bundle>>();

export function assertSendable({ wallet }: Call, asked: Asked): void {
  const { version, chainId, id, calls } = asked;
  if (version !== '2.0.0') {
    throw invalidParams(`Version not supported: Got ${version}, expected 2.0.0`);
  }
  if (calls.length === 0)
    throw invalidParams('Invalid params\n\n0 > calls - Expected at least one');
  if (calls.some(({ data }) => data === '0x')) {
    throw invalidParams('Invalid params\n\n0 > calls > data - Expected a non-empty hex string');
  }
  if (chainId.toLowerCase() !== wallet.chain.chainId) {
    throw new RpcError(5710, `EIP-7702 not supported on chain: ${chainId}`);
  }
  if (chainId.toLowerCase() !== wallet.memory.chainId) {
    throw invalidParams(
      `Chain ID must match the dApp selected network: Got ${chainId}, expected ${wallet.memory.chainId}`,
    );
  }
  if (id !== undefined && bundlesOf(wallet).has(id)) {
    throw new RpcError(5720, `Duplicate id: ${id}`);
  }
  if (calls.length > MAX_CALLS) {
    throw new RpcError(5740, `Bundle too large: ${calls.length} calls, at most ${MAX_CALLS}`);
  }
  const wanted = [asked, ...calls].flatMap(({ capabilities }) =>
    Object.entries(capabilities ?? {}),
  );
  const missing = wanted.filter(([, value]) => value?.optional !== true).map(([name]) => name);
  if (missing.length > 0) {
    throw new RpcError(5700, `Unsupported non-optional capabilities: ${missing.join(', ')}`);
  }
}

export function bundlesOf(wallet: Wallet): Map<string, Bundle> {
  const known = bundles.get(wallet) ?? new Map<string, Bundle>();
  bundles.set(wallet, known);
  return known;
}
