// What the owner closes along with a dead Golem's grants: the wallet that the public registry still names for it.
import type { Address } from 'viem';
import type { Golem } from '../../src/core/protocol/status';
import type { PlannedCall } from '../../src/core/runway/revoke-plan';
import { unsetCall } from '../wallet/identity';
import { lookUp } from '../wallet/kept-numbers';
import type { Provider } from '../wallet/provider';

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;
type Closing = { provider: Provider; storage: Storage; owner: Address };

/** Read right before it is sent: a call that reverts would take the whole batch with it. */
export async function closingCalls(
  golems: readonly Pick<Golem, 'id' | 'chainId' | 'phase'>[],
  chainId: number,
  { provider, storage, owner }: Closing,
): Promise<PlannedCall[]> {
  const dead = golems.filter((one) => one.phase === 'terminal' && one.chainId === chainId);
  const planned = await Promise.all(
    dead.map(async ({ id: golem }): Promise<PlannedCall[]> => {
      const subject = { chainId, golem, owner };
      const found = await lookUp(provider, storage, subject).catch(() => null);
      const named = found && 'number' in found && found.wallet !== null;
      const call = named ? unsetCall(chainId, found.number) : null;
      if (!call) return [];
      const whole = { ...call, chainId, from: owner };
      return [{ call: whole, ends: 'agent wallet', golems: [golem], hash: null }];
    }),
  );
  return planned.flat();
}
