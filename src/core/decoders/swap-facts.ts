// The facts of a swap: what is paid at most, what comes at least, what stays in the router.
import type { Address } from 'viem';
import type { Call } from '../chain/call';
import { STRANGE_TOKEN, UNLIMITED } from '../chain/money';
import { swapTokenOf } from '../chain/uniswap';
import { type Fact, words } from '../findings/finding';
import { gotWords, isKnownParty, paidWords } from '../findings/parties';
import type { Scene } from '../findings/scene';
import type { Flow } from './swap-flow';
import { type Move, NO_CEILING, type SwapMove } from './swap-steps';
import { type Asset, HELD } from './swap-words';

/** Nothing is pulled from the payer: the router sells what it has. */
export function heldFacts({ paid }: Flow, moves: readonly (Move | SwapMove)[]): Fact[] {
  const sells = moves.some((one) => one.kind === 'swap' && one.most === 'all');
  return sells && paid.size === 0 ? [words('Pays at most', HELD)] : [];
}

function ceilingWords({ amount, ...asset }: Asset): string {
  return paidWords({ ...asset, amount: amount >= NO_CEILING ? UNLIMITED : amount });
}

/** A floor of zero is none. */
function floorFact(asset: Asset, mayFail: boolean): Fact {
  if (asset.amount > 0n) return words('Gets at least', gotWords(asset));
  if (mayFail) return words('Gets', `${tokenName(asset.chainId, asset.token)}, if no step fails`);
  return words('Gets', `${tokenName(asset.chainId, asset.token)}, with no minimum`);
}

/** Whoever asks next gets it. */
function leftFacts({ chainId }: Call, { left }: Flow): Fact[] {
  return left.map(({ token, most }) =>
    words(
      'Left in the router',
      most === null
        ? `${tokenName(chainId, token)}, an amount not known before`
        : `up to ${ceilingWords({ chainId, token, amount: most })}`,
    ),
  );
}

/** Of a whole list of steps: what leaves the payer at most, and what the payer's own side gets at least. */
export function flowFacts({ chainId, ...call }: Call, scene: Scene, flow: Flow): Fact[] {
  const ours = flow.got.filter(({ to }) => isKnownParty(scene, { chainId, ...call }, to));
  return [
    ...[...flow.paid].map(([token, amount]) =>
      words('Pays at most', ceilingWords({ chainId, token, amount })),
    ),
    ...ours.map(({ token, least, mayFail }) =>
      floorFact({ chainId, token, amount: least }, mayFail),
    ),
    ...leftFacts({ chainId, ...call }, flow),
  ];
}

function tokenName(chainId: number, token: Address | null): string {
  return (token ? swapTokenOf(chainId, token)?.symbol : null) ?? STRANGE_TOKEN;
}
