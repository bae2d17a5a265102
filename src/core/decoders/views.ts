// Functions that only answer: asked in a transaction they cost gas and change nothing, whatever their
// arguments. Bardo's own site asks one beside the account's upgrade, because a wallet upgrades for a batch.
// Said only of code that is known: at an unknown contract the same four bytes could do anything.
import type { Hex } from 'viem';
import { decodeStrict, Unreadable } from '../bytes/abi';
import { abiFunction } from '../bytes/abi-text';
import { type Json, namedJson } from '../bytes/json';
import { CAVEATS } from '../caveats/list';
import { FRAMEWORK, hasFramework, sameAddress } from '../chain/addresses';
import { BARDO } from '../chain/bardo-addresses.generated';
import type { Call } from '../chain/call';
import { address, type Finding } from '../findings/finding';
import type { Decoded } from './outcome';
import {
  ACCOUNT_VIEWS,
  BARDO_VIEWS,
  ENFORCER_VIEWS,
  MANAGER_VIEWS,
  type View,
} from './view-functions';

const ACCOUNT = 'Smart account';

type Place = { contract: string; views: readonly View[] };

/** null: not a function that only answers, as far as Bardo knows. */
export function readView(call: Call): Decoded | null {
  const selector = call.data.slice(0, 10).toLowerCase();
  const place = placeOf(call);
  const view = place?.views.find(([one]) => one === selector);
  if (!place || !view) return null;
  const [, text] = view;
  const { contract } = place;
  return {
    contract,
    name: text.split('(')[0] ?? '',
    args: argsOf(text, call.data),
    calls: [],
    effects: [],
    explain: () => [answer(contract, call)],
  };
}

function placeOf({ chainId, from, to }: Call): Place | null {
  const own = Object.entries(BARDO).find(([, at]) => sameAddress(at, to));
  if (own)
    return { contract: `${own[0].charAt(0).toUpperCase()}${own[0].slice(1)}`, views: BARDO_VIEWS };
  if (sameAddress(from, to)) return { contract: ACCOUNT, views: ACCOUNT_VIEWS };
  if (!hasFramework(chainId)) return null;
  if (sameAddress(to, FRAMEWORK.delegationManager)) {
    return { contract: 'DelegationManager', views: MANAGER_VIEWS };
  }
  const enforcer = CAVEATS.find(({ address: at }) => sameAddress(at, to));
  return enforcer ? { contract: enforcer.name, views: ENFORCER_VIEWS } : null;
}

function answer(contract: string, { to, value }: Call): Finding {
  const facts = [address('Contract', to ?? '')];
  if (value > 0n) {
    const lines = ['It sends money along with a question: the contract takes none.'];
    return { level: 'warning', title: `Will be refused: a question to ${contract}`, lines, facts };
  }
  return {
    level: 'info',
    title: `Reads only from ${contract}: changes nothing`,
    lines: [
      contract === ACCOUNT
        ? "MetaMask's account code only answers it. No money moves, no permission changes."
        : 'It asks the contract a question. No money moves, no permission changes.',
    ],
    facts,
  };
}

/** A question that is put badly is refused or answered, and changes nothing either way. */
function argsOf(text: string, data: Hex): { [key: string]: Json } {
  const { params } = abiFunction(text);
  const body: Hex = `0x${data.slice(10)}`;
  try {
    return namedJson(params, decodeStrict(params, body) as readonly unknown[]);
  } catch (error) {
    if (error instanceof Unreadable) return { unread: body };
    throw error;
  }
}
