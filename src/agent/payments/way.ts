// A way to send, and the line that everything a key sends goes through.
import type { Address } from 'viem';
import type { AgentChain } from '../chain/chain';
import type { Call } from './call';
import type { Journal } from './claims';
import type { Dispatch, Try } from './dispatch';

/** How one kind of message is made and handed over: a transaction to the node, a user operation to a bundler. */
export type Way = {
  name: Dispatch['way'];
  /** The next place in line, as the chain counts. */
  nextNonce: () => Promise<bigint>;
  /** Throws the chain's refusal before anything is signed. `instead`: what it must outbid for the same nonce. */
  sign: (call: Call, place: { nonce: bigint; instead?: Try | undefined }) => Promise<Try>;
  /** null = it was taken, or perhaps it was: only one who answers can refuse. Else the refusal. */
  submit: (signed: Try) => Promise<unknown>;
  isTooCheap: (signed: Try) => Promise<boolean>;
  /** What was refused once may be taken when it is signed again. */
  renews: boolean;
};

export type Line = {
  chain: AgentChain;
  address: Address;
  way: Way;
  waitMs: number;
  /** Blocks, its own among them, before a transaction counts as made. */
  confirmations: number;
  journal: Journal;
};
