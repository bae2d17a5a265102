// EIP-712 typed data as it comes from a wallet: untrusted until `parseTypedMessage` has bounded it,
// and the contract every reader of it fulfils.
import type { Json } from '../bytes/json';
import type { Finding } from '../findings/finding';
import type { Scene } from '../findings/scene';

export type TypedField = { name: string; type: string };

export type TypedMessage = {
  primaryType: string;
  /** Only what was present; `chainId` is claimed by the site, the wallet gives us no chain here. */
  domain: {
    name?: string;
    version?: string;
    chainId?: number;
    verifyingContract?: string;
    salt?: string;
  };
  types: { [name: string]: readonly TypedField[] };
  message: { [key: string]: Json };
  /** Put beside the message by MetaMask's permission Snap: the real site and its reason. */
  metadata: { origin: string; justification: string } | null;
};

/** One kind of typed data = one file that fulfils this + one line in `signature.ts` + vectors. */
export type SignatureReader = {
  /** Name shown to people: `Bardo`, `DelegationManager`, `Permit2`. */
  contract: string;
  /** By domain and primary type only; a claim to be ours is enough, the reader then judges it. */
  recognises: (typed: TypedMessage) => boolean;
  /** Named arguments and findings. Never throws for a recognised message: what cannot be read is a finding. */
  read: (typed: TypedMessage) => SignatureReading;
};

export type SignatureReading = {
  name: string;
  args: { [key: string]: Json };
  explain: (scene: Scene) => Finding[];
};
