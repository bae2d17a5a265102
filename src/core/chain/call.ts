import type { Address, Hex } from 'viem';

/** One call as the chain would run it. `from` is the account that executes it, not always the signer. */
export type Call = {
  chainId: number;
  from: Address;
  to: Address | null;
  value: bigint;
  data: Hex;
  /** Carried by a redemption: it runs on somebody's permission and within its rules. */
  delegated?: boolean;
  /** One of several that their router runs as a list, which is judged as a whole. */
  listed?: boolean;
  /** Carried by a redemption without any permission: it runs with all the power of `from`. */
  unbounded?: boolean;
  /** When it fails, the calls around it go on without it. */
  skippable?: boolean;
};
