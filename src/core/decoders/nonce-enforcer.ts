// MetaMask's NonceEnforcer. `incrementNonce` is the panic button: every ERC-7715 grant carries the
// account's counter, so raising it ends all of them on this chain with one transaction.
import type { Address } from 'viem';
import { chainName, FRAMEWORK, FRAMEWORK_CHAINS, sameAddress } from '../chain/addresses';
import { address, type Finding, words } from '../findings/finding';
import { isLive, type Scene, shortName } from '../findings/scene';
import { type Call, type Decoder, functionReader } from './decoder';

export const nonceEnforcer: Decoder = {
  contract: 'NonceEnforcer',
  targets: (chainId) => (FRAMEWORK_CHAINS.includes(chainId) ? [FRAMEWORK.nonceEnforcer] : []),
  functions: [
    functionReader('0xf5743c4c', 'incrementNonce(address delegationManager)', {
      explain: ([manager], call, scene) => explainIncrement(manager, call, scene),
    }),
  ],
};

function explainIncrement(manager: Address, call: Call, scene: Scene): Finding[] {
  const forManager = sameAddress(manager, FRAMEWORK.delegationManager);
  if (!isEnforcer(call)) return forManager ? [endsNothing(NOT_THE_ENFORCER, call.to)] : [];
  if (!forManager) return [endsNothing(NOT_THE_MANAGER, manager)];
  const chain = chainName(call.chainId);
  const isOwner = sameAddress(call.from, scene.watched?.owner);
  const golems = isOwner ? fedGolems(call, scene) : [];
  return [
    {
      level: 'warning',
      title: `Ends every MetaMask grant of this account on ${chain}`,
      lines: [
        ...golemLines(golems, isOwner, scene),
        'This cannot be undone: each needs a new grant.',
      ],
      facts: [
        address('Account', call.from),
        ...(golems.length > 0 ? [words('Golems that lose their grant', listOf(golems))] : []),
      ],
    },
  ];
}

function golemLines(golems: readonly string[], isOwner: boolean, scene: Scene): string[] {
  if (golems.length > 0) return [`${listOf(golems)} can no longer spend from it.`];
  if (!scene.watched) return [];
  return isOwner
    ? ['Bardo knows no live permission of your Golems there.']
    : ['It is not the account that feeds your Golems: theirs stay as they are.'];
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
  return FRAMEWORK_CHAINS.includes(chainId) && sameAddress(to, FRAMEWORK.nonceEnforcer);
}

/** Golems with a live permission of MetaMask's manager on this chain, each once. */
function fedGolems(call: Call, scene: Scene): string[] {
  const { golems = [], permissions = [] } = scene.watched ?? {};
  const live = permissions.filter(
    (one) =>
      one.chainId === call.chainId &&
      isLive(one, scene) &&
      sameAddress(one.manager, FRAMEWORK.delegationManager),
  );
  return golems.filter((golem) => live.some((one) => one.golem === golem.id)).map(shortName);
}

function listOf(names: readonly string[]): string {
  const shown = names.slice(0, 5);
  const rest = names.length - shown.length;
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ');
}
