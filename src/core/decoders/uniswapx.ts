// UniswapX order submission: the reactor's `execute` family. Whoever sends it fills a signed order;
// for the owner it matters when one of their Golems, or their own account, is on either side.
import type { Hex } from 'viem';
import { sameAddress } from '../chain/addresses';
import type { Call } from '../chain/call';
import { orderKindAt, reactorsOn } from '../chain/uniswap';
import { address, type Finding } from '../findings/finding';
import {
  actingGolem,
  firstGolem,
  isKnownParty,
  landingLines,
  type Party,
  titleName,
} from '../findings/parties';
import type { Scene } from '../findings/scene';
import { type Golem, nameOf } from '../protocol/status';
import { type Decoder, functionReader } from './decoder';
import { LISTED, more, tierWords, tradeFacts } from './uniswapx-facts';
import { readOrder, type Trade } from './uniswapx-orders';

type SignedOrder = { order: Hex; sig: Hex };

const UNKNOWN_REACTOR =
  'Bardo does not know this reactor: it only looks like UniswapX, and its orders are not decoded.';

export const uniswapx: Decoder = {
  contract: 'UniswapX',
  targets: reactorsOn,
  functions: [
    functionReader('0x3f62192e', 'execute((bytes order, bytes sig) order)', {
      explain: ([order], call, scene) => explainFill(call, scene, [order]),
    }),
    functionReader(
      '0x0d335884',
      'executeWithCallback((bytes order, bytes sig) order, bytes callbackData)',
      { explain: ([order], call, scene) => explainFill(call, scene, [order]) },
    ),
    functionReader('0x0d7a16c3', 'executeBatch((bytes order, bytes sig)[] orders)', {
      explain: ([orders], call, scene) => explainFill(call, scene, orders),
    }),
    functionReader(
      '0x13fb72c7',
      'executeBatchWithCallback((bytes order, bytes sig)[] orders, bytes callbackData)',
      { explain: ([orders], call, scene) => explainFill(call, scene, orders) },
    ),
  ],
};

function explainFill(call: Call, scene: Scene, orders: readonly SignedOrder[]): Finding[] {
  const kind = orderKindAt(call.chainId, call.to);
  const trades = orders.map(({ order }) => (kind ? readOrder(kind, order) : null));
  const read = trades.filter((trade) => trade !== null);
  const swappers = read.map(({ swapper }) => swapper);
  const paid = read.flatMap(({ gets }) => gets.map(({ recipient }) => recipient));
  const trader = actingGolem(scene, call) ?? firstGolem(scene, swappers);
  const receiver = trader ? null : firstGolem(scene, paid);
  const part = ownPart(call, scene, { swappers, paid, isKnown: kind !== null });
  const golems = golemsHere(scene);
  const golem = trader ?? receiver;
  if (!golem && !(part && golems.length > 0)) return [];

  const doubts = doubtsOf(call, scene, trades);
  const isDoubtful = golem !== null && (!kind || doubts.length > 0 || receiver !== null);
  return [
    {
      level: isDoubtful ? 'warning' : 'info',
      title: golem
        ? golemTitle(golem, trader !== null, kind !== null)
        : `${part}; ${tierWords(golems)}`,
      lines: [
        ...(kind ? [] : [UNKNOWN_REACTOR]),
        ...doubts,
        ...(receiver ? landingLines(receiver, call) : []),
      ],
      facts: [
        ...(golem ? [address(`${nameOf(golem.golem)}'s ${golem.role}`, golem.address)] : []),
        ...trades.slice(0, LISTED).flatMap((trade) => tradeFacts(call, trade)),
        ...more('orders', trades.length),
        address('Reactor', call.to ?? ''),
      ],
    },
  ];
}

function golemTitle({ golem, role }: Party, trades: boolean, isKnown: boolean): string {
  const tier = `policy tier ${golem.policyTier}`;
  const name = titleName(golem);
  if (!trades) return `UniswapX trade pays ${name}'s ${role}: ${tier}`;
  return isKnown
    ? `Agent trade by ${name} on UniswapX: ${tier}`
    : `Agent trade by ${name}, unknown reactor: ${tier}`;
}

type Roles = { swappers: readonly string[]; paid: readonly string[]; isKnown: boolean };

/** What the owner's account does in it: pays for an order, fills somebody's, or is only paid. */
function ownPart(call: Call, scene: Scene, { swappers, paid, isKnown }: Roles): string | null {
  const isOwner = (one: string) => sameAddress(one, scene.watched?.owner);
  if (swappers.some(isOwner)) return 'UniswapX trade by your account';
  if (isOwner(call.from)) {
    if (!isKnown) return 'Trade at an unknown reactor';
    return swappers.length > 0
      ? 'UniswapX trade your account fills'
      : 'UniswapX call by your account';
  }
  return paid.some(isOwner) ? 'UniswapX trade pays your account' : null;
}

function golemsHere(scene: Scene): readonly Golem[] {
  return (scene.watched?.golems ?? []).filter((one) => one.chainId === scene.chainId);
}

function doubtsOf(call: Call, scene: Scene, trades: readonly (Trade | null)[]): string[] {
  const read = trades.filter((trade) => trade !== null);
  const lines: string[] = [];
  if (read.some(({ reactor }) => !sameAddress(reactor, call.to))) {
    lines.push('An order names another reactor than the one called: it cannot settle here.');
  }
  const ours = read.filter(({ swapper }) => isKnownParty(scene, call, swapper));
  const lost = ours.some(
    ({ gets, swapper }) => !gets.some(({ recipient }) => sameAddress(recipient, swapper)),
  );
  if (lost) lines.push('Nothing of an order comes back to the account that pays for it.');
  return lines;
}
