// MetaMask's NonceEnforcer. `incrementNonce` is the panic button: every ERC-7715 grant carries the
// account's counter, so raising it ends all of them on this chain with one transaction.
import type { Address } from 'viem';
import { chainName, FRAMEWORK, hasFramework, sameAddress } from '../chain/addresses';
import type { Call } from '../chain/call';
import { isMetaMasks, isOwner } from '../findings/aftermath';
import { fateLines, fateOf } from '../findings/fate';
import { address, type Finding } from '../findings/finding';
import { isLive, type Scene } from '../findings/scene';
import { type Decoder, functionReader } from './decoder';

export const nonceEnforcer: Decoder = {
  contract: 'NonceEnforcer',
  targets: (chainId) => (hasFramework(chainId) ? [FRAMEWORK.nonceEnforcer] : []),
  functions: [
    functionReader('0xf5743c4c', 'incrementNonce(address delegationManager)', {
      effects: ([manager], call) =>
        isEnforcer(call) && isMetaMask(manager)
          ? [{ kind: 'ends grants', account: call.from }]
          : [],
      explain: ([manager], call, scene) => explainIncrement(manager, call, scene),
    }),
  ],
};

function explainIncrement(manager: Address, call: Call, scene: Scene): Finding[] {
  const forManager = isMetaMask(manager);
  if (!isEnforcer(call)) return forManager ? [endsNothing(NOT_THE_ENFORCER, call.to)] : [];
  if (!forManager) return [endsNothing(NOT_THE_MANAGER, manager)];
  const chain = chainName(call.chainId);
  return [
    {
      level: 'warning',
      title: `Ends every MetaMask grant of this account on ${chain}`,
      lines: [...golemLines(call, scene), 'This cannot be undone: each needs a new grant.'],
      facts: [address('Account', call.from)],
    },
  ];
}

function golemLines(call: Call, scene: Scene): string[] {
  if (!scene.watched) return [];
  if (!isOwner(call.from, scene)) {
    return ['It is not the account that feeds your Golems: theirs stay as they are.'];
  }
  const ended = scene.watched.permissions.filter((one) => isLive(one, scene) && isMetaMasks(one));
  const lines = fateLines(fateOf(ended, scene), scene);
  if (ended.length > 0) return lines;
  return [`Bardo knows no live permission of your Golems on ${chainName(call.chainId)}.`, ...lines];
}

const NOT_THE_MANAGER = {
  title: "Ends nothing: it is for another manager than MetaMask's",
  label: 'Manager it names',
};
/** Others have a function of this name too; it is said only where MetaMask's manager is meant. */
const NOT_THE_ENFORCER = {
  title: "Ends nothing: it is not sent to MetaMask's NonceEnforcer",
  label: 'Sent to',
};

function endsNothing({ title, label }: typeof NOT_THE_MANAGER, named: Address | null): Finding {
  return {
    level: 'warning',
    title,
    lines: ['Every grant of your Golems stays valid after this.'],
    facts: named ? [address(label, named)] : [],
  };
}

function isEnforcer({ chainId, to }: Call): boolean {
  return hasFramework(chainId) && sameAddress(to, FRAMEWORK.nonceEnforcer);
}

function isMetaMask(manager: Address): boolean {
  return sameAddress(manager, FRAMEWORK.delegationManager);
}
