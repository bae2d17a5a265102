// `raise` of a budget's floor: which leases it ends, if any. The guardian signs one at each renewal and one
// that ends the budget for good, so most of them are about leases that are over anyway.
import { ENDED_GENERATION } from '../caveats/golem-policy';
import { chainName, FRAMEWORK, sameAddress } from '../chain/addresses';
import { leasesEndedBy, leasesUnder } from '../findings/aftermath';
import type { Raise } from '../findings/effect';
import { fateLines, fateOf } from '../findings/fate';
import { address, type Fact, type Finding, words } from '../findings/finding';
import { keyHolder, type Scene, shortName } from '../findings/scene';
import type { Golem, Permission } from '../protocol/status';

const ONLY_SIGNED = 'It counts only if the guardian signed it; the contract refuses it otherwise.';
const ALL_GO_ON = 'Your Golems go on as they do now.';

export function explainRaise(raise: Raise, scene: Scene): Finding {
  const ended = leasesEndedBy(raise, scene);
  const { title, lines } = verdictOf(raise, ended, scene);
  return {
    level: 'warning',
    title,
    lines: [...lines, ONLY_SIGNED],
    facts: factsOf(raise),
  };
}

type Verdict = { title: string; lines: string[] };

function verdictOf(raise: Raise, ended: readonly Permission[], scene: Scene): Verdict {
  if (!sameAddress(raise.manager, FRAMEWORK.delegationManager)) {
    const title = "Ends nothing: it is for another manager than MetaMask's";
    return { title, lines: [ALL_GO_ON] };
  }
  const holder = keyHolder(scene, raise.guardian);
  if (holder?.role !== 'guardian') {
    const title = 'Ends leases of a Golem Bardo does not watch';
    return { title, lines: scene.watched ? [ALL_GO_ON] : [] };
  }
  const { golem } = holder;
  if (golem.chainId !== scene.chainId && ended.length === 0) return elsewhere(golem, scene);
  return ended.length === 0 ? spared(raise, golem, scene) : over(raise, golem, ended, scene);
}

function over(raise: Raise, golem: Golem, ended: readonly Permission[], scene: Scene): Verdict {
  const name = shortName(golem);
  const lines = fateLines(fateOf(ended, scene), scene);
  return isFinal(raise)
    ? {
        title: `Ends the lease of ${name} for good`,
        lines: [...lines, 'Nothing can be leased under this budget again.'],
      }
    : {
        title: `Ends the lease of ${name}; a newer one can follow`,
        lines: [...lines, `Leases below generation ${raise.generation} cannot spend any more.`],
      };
}

/** No lease that Bardo knows stops; the title must not sound as if one did. */
function spared(raise: Raise, golem: Golem, scene: Scene): Verdict {
  const name = shortName(golem);
  const [current] = leasesUnder(raise, scene);
  const goesOn = fateLines(fateOf([], scene), scene);
  if (current?.lease) {
    return {
      title: `Leaves the lease of ${name} as it is`,
      lines: [
        `It has generation ${current.lease.generation}; only those below ${raise.generation} end.`,
        ...goesOn,
      ],
    };
  }
  return {
    title: `Ends no lease of ${name} that Bardo knows`,
    lines: [
      `None that can be spent on ${chainName(scene.chainId)} is under budget ${raise.budgetId}.`,
      ...(isFinal(raise) ? ['Nothing can be leased under this budget again.'] : []),
      ...goesOn,
    ],
  };
}

function elsewhere(golem: Golem, scene: Scene): Verdict {
  const [here, there] = [chainName(scene.chainId), chainName(golem.chainId)];
  return {
    title: `Leaves ${shortName(golem)} as it is: it lives on another chain`,
    lines: [`This call is for ${here}; its leases are on ${there}.`],
  };
}

function factsOf(raise: Raise): Fact[] {
  return [
    address('Guardian', raise.guardian),
    words('Budget', raise.budgetId.toString()),
    words('Generation', isFinal(raise) ? 'ended' : raise.generation.toString()),
  ];
}

function isFinal({ generation }: Raise): boolean {
  return generation === ENDED_GENERATION;
}
