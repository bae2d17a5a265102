import type { Hex } from 'viem';
import { namedGuardians } from '../../core/memory/guardians';
import type { RpcParams } from '../../core/protocol/rpc';
import { guardianAmong } from '../../core/runway/guardians';
import { SnapError } from '../../host/errors';
import { guardiansOf } from '../../host/keys';
import { loadState } from '../../host/state';

/** The guardian of this owner's Golem: the one that is in use already, where one is. */
export async function guardianFor({
  golem,
  known,
  ...asked
}: RpcParams<'getGuardian'>): Promise<Hex> {
  const state = await loadState();
  const owner = asked.owner ?? state.owner;
  if (owner === null) {
    throw new SnapError(
      'invalidParams',
      'Bardo is not connected yet: connect it on the site first.',
    );
  }
  const ward = { golem, owner };
  return guardianAmong(await guardiansOf(ward), [...namedGuardians(state, ward), known]);
}
