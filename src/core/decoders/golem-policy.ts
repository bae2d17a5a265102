// Bardo's GolemPolicyEnforcer, called directly: the two ways in which leases end on chain. Both only take
// power away, and both only there where they are sent: a Golem on another chain, or one that spends without
// a lease, goes on.
import type { Address } from 'viem';
import { chainName } from '../chain/addresses';
import { BARDO } from '../chain/bardo-addresses.generated';
import type { Call } from '../chain/call';
import { isOwner, leasedHere } from '../findings/aftermath';
import type { Raise } from '../findings/effect';
import { type Fate, fateLines, fateOf } from '../findings/fate';
import { address, type Finding, titled } from '../findings/finding';
import type { Scene } from '../findings/scene';
import { type Decoder, functionReader } from './decoder';
import { explainRaise } from './lease-raise';

export const golemPolicy: Decoder = {
  contract: 'GolemPolicyEnforcer',
  targets: () => [BARDO.golemPolicyEnforcer],
  exclusive: true,
  functions: [
    functionReader('0x07f24dd7', 'endAllLeases()', {
      effects: (_values, call) => [{ kind: 'ends leases', account: call.from }],
      explain: (_values, call, scene) => [epochEnd(call, scene)],
    }),
    functionReader(
      '0xa916397a',
      'raise(address manager, address guardian, uint64 budgetId, uint32 generation, bytes signature)',
      {
        effects: (values) => [raiseOf(values)],
        explain: (values, _call, scene) => [explainRaise(raiseOf(values), scene)],
      },
    ),
  ],
};

function raiseOf([manager, guardian, budgetId, generation]: readonly [
  Address,
  Address,
  bigint,
  number,
  ...unknown[],
]): Raise {
  return { kind: 'raises', manager, guardian, budgetId, generation: BigInt(generation) };
}

const GRANTS_STAY = "The grants MetaMask signed stay as they are; they end by MetaMask's own ways.";

function epochEnd({ chainId, from }: Call, scene: Scene): Finding {
  const chain = chainName(chainId);
  const facts = [address('Account', from)];
  if (!isOwner(from, scene)) {
    const title = `Ends every Bardo lease of this account on ${chain}`;
    const lines = [
      scene.watched
        ? 'It is not the account that feeds your Golems: theirs go on.'
        : `Golems that spend from it by a lease on ${chain} stop until they have a new one.`,
      GRANTS_STAY,
    ];
    return { level: 'warning', title, lines, facts };
  }
  const ended = leasedHere(scene);
  const fate = fateOf(ended, scene);
  const count = new Set(ended.map(({ golem }) => golem)).size;
  return {
    level: 'warning',
    title: epochTitle(count, fate, chain),
    lines: [
      ...fateLines(fate, scene),
      ...(count > 0 ? ['Each needs a new lease to spend by one again.'] : []),
      GRANTS_STAY,
    ],
    facts,
  };
}

/** Who goes on belongs into the title: "all leases" sounds like all Golems. */
function epochTitle(count: number, { goOn }: Fate, chain: string): string {
  if (count === 0) return `Ends no lease of your Golems on ${chain}`;
  const leases = `Ends the leases of ${count === 1 ? 'one Golem' : `${count} Golems`} on ${chain}`;
  if (goOn.length === 0) return leases;
  const still = goOn.length === 1 ? `${goOn[0]?.name} goes on` : `${goOn.length} Golems go on`;
  return titled(`${leases}; ${still}`, `Ends ${count} leases on ${chain}; ${goOn.length} go on`);
}
