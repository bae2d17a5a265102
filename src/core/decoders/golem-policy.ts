// Bardo's GolemPolicyEnforcer, called directly: the two ways in which leases end on chain. Both only take
// power away.
import type { Address } from 'viem';
import { ENDED_GENERATION } from '../caveats/golem-policy';
import { FRAMEWORK, sameAddress } from '../chain/addresses';
import { BARDO } from '../chain/bardo-addresses.generated';
import { address, type Finding, words } from '../findings/finding';
import { golemAt, type Scene, shortName } from '../findings/scene';
import { type Decoder, functionReader } from './decoder';

type Raise = { manager: Address; guardian: Address; budgetId: bigint; generation: bigint };

export const golemPolicy: Decoder = {
  contract: 'GolemPolicyEnforcer',
  targets: () => [BARDO.golemPolicyEnforcer],
  exclusive: true,
  functions: [
    functionReader('0x07f24dd7', 'endAllLeases()', {
      explain: (_values, call, scene) => [epochEnd(call.from, scene)],
    }),
    functionReader(
      '0xa916397a',
      'raise(address manager, address guardian, uint64 budgetId, uint32 generation, bytes signature)',
      {
        explain: ([manager, guardian, budgetId, generation], _call, scene) => [
          raised({ manager, guardian, budgetId, generation: BigInt(generation) }, scene),
        ],
      },
    ),
  ],
};

function epochEnd(owner: Address, scene: Scene): Finding {
  const isOwner = sameAddress(owner, scene.watched?.owner);
  return {
    level: 'warning',
    title: 'Ends every Bardo lease of this account',
    lines: [
      isOwner
        ? 'None of your Golems can spend until it has a new lease.'
        : 'Every Golem that spends from this account stops until it has a new lease.',
      "The grants MetaMask signed stay as they are; they end by MetaMask's own ways.",
    ],
    facts: [address('Account', owner)],
  };
}

function raised(raise: Raise, scene: Scene): Finding {
  const known = golemAt(scene, raise.guardian);
  const golem =
    known?.role === 'guardian' ? shortName(known.golem) : 'a Golem Bardo does not watch';
  const ended = raise.generation === ENDED_GENERATION;
  const elsewhere = !sameAddress(raise.manager, FRAMEWORK.delegationManager);
  return {
    level: 'warning',
    title: ended ? `Ends the lease of ${golem} for ever` : `Ends the older leases of ${golem}`,
    lines: [
      ended
        ? 'Nothing under this budget can ever spend again.'
        : `Leases below generation ${raise.generation} cannot spend any more.`,
      'It counts only if the guardian signed it; the contract refuses it otherwise.',
      ...(elsewhere ? ["It is for another manager than MetaMask's."] : []),
    ],
    facts: [
      address('Guardian', raise.guardian),
      words('Budget', raise.budgetId.toString()),
      words('Generation', ended ? 'ended' : raise.generation.toString()),
    ],
  };
}
