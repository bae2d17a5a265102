// What a swap means for the owner's Golems, whichever router runs it: who is paid, and whether the
// price is bounded.

import type { Address, Hex } from 'viem';
import { byteLength } from '../bytes/abi';
import { sameAddress } from '../chain/addresses';
import type { Call } from '../chain/call';
import { address, type Fact, type Finding, words } from '../findings/finding';
import {
  actingGolem,
  firstGolem,
  inOwnersName,
  isKnownParty,
  landingLines,
  pastRunway,
  titleName,
} from '../findings/parties';
import type { Scene } from '../findings/scene';

export type Swap = {
  recipients: readonly Address[];
  facts: readonly Fact[];
  /** No bound that Bardo could read keeps the price from being arbitrarily bad. */
  anyPrice: boolean;
  /** Something may stay in the router. */
  leaves?: boolean;
  /** At least one of its steps trades. */
  swaps?: boolean;
  /** Steps whose bytes were not read: they could pay anybody. */
  unread: number;
};

const TO_SENDER = '0x0000000000000000000000000000000000000001';
const TO_ROUTER = '0x0000000000000000000000000000000000000002';

/** An input of 0 tells the routers to use whatever they hold at that moment. */
export const HELD = 'what the router holds by then';

/** The routers' stand-ins: 1 is the caller, 2 the router itself, which a later step pays out of. */
export function paidAddresses(call: Call, recipient: Address): Address[] {
  if (sameAddress(recipient, TO_SENDER)) return [call.from];
  return staysInRouter(call, recipient) ? [] : [recipient];
}

export function staysInRouter(call: Call, recipient: Address): boolean {
  return sameAddress(recipient, TO_ROUTER) || sameAddress(recipient, call.to);
}

/** First and last token of a V3 path: tokens of 20 bytes with a 3-byte fee between each two. */
export function endsOfPath(path: Hex): [Address | null, Address | null] {
  const hops = (byteLength(path) - 20) / 23;
  if (hops < 1 || !Number.isInteger(hops)) return [null, null];
  return [`0x${path.slice(2, 42)}`, `0x${path.slice(-40)}`];
}

export type Asset = { chainId: number; token: Address | null; amount: bigint };

export function explainSwap(call: Call, scene: Scene, swap: Swap): Finding[] {
  const actor = actingGolem(scene, call);
  const paid = firstGolem(scene, swap.recipients);
  if (!actor && !paid && !inOwnersName(scene, call)) return [];

  const verdict = strangerVerdict(call, scene, swap) ?? golemVerdict(call, scene, swap);
  const what = swap.swaps ? 'swaps on Uniswap' : "uses Uniswap's router without a swap";
  const fallback = actor ? `${titleName(actor.golem)} ${what}` : null;
  if (!verdict && !fallback) return [];
  return [
    {
      level: verdict ? 'warning' : 'info',
      title: verdict?.title ?? fallback ?? '',
      lines: verdict?.lines ?? (swap.swaps ? [NO_PRICE] : []),
      facts: [
        ...swap.facts,
        ...swap.recipients.map((one) => address('Paid out to', one)),
        ...(actor ? [words('Policy tier', `${actor.golem.policyTier}`)] : []),
        address('Router', call.to ?? ''),
      ],
    },
  ];
}

const NO_PRICE = 'Bardo knows no market price: compare what it pays with what it gets at least.';

type Verdict = { title: string; lines: string[] };

function strangerVerdict(call: Call, scene: Scene, swap: Swap): Verdict | null {
  if (swap.recipients.every((one) => isKnownParty(scene, call, one))) return null;
  return {
    title: 'Swap pays out to an address Bardo does not know as yours',
    lines: ['The executing account pays, another receives. Check the address before signing.'],
  };
}

function golemVerdict(call: Call, scene: Scene, swap: Swap): Verdict | null {
  const paid = firstGolem(
    scene,
    swap.recipients.filter((one) => !sameAddress(one, call.from)),
  );
  if (paid) {
    return {
      title: `Swap pays ${titleName(paid.golem)}'s ${paid.role}${pastRunway(call)}`,
      lines: landingLines(paid, call),
    };
  }
  if (swap.unread > 0) {
    return {
      title: 'Uniswap call with steps that Bardo cannot read',
      lines: ['A step that is not read could pay anybody.'],
    };
  }
  const stays = 'Anyone can take what stays in the router after the call.';
  if (swap.anyPrice) {
    return {
      title: 'Swap accepts any price: it may return next to nothing',
      lines: [
        'It sets no lower bound on what is received, or no upper bound on what is paid.',
        ...(swap.leaves ? [stays] : []),
      ],
    };
  }
  if (!swap.leaves) return null;
  return { title: 'Leaves money in the router, where anyone can take it', lines: [stays] };
}
