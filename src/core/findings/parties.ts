// Who takes part in a call, seen from this owner: the one question every decoder of a public
// protocol asks before it says anything.
import type { Address } from 'viem';
import { chainName, sameAddress } from '../chain/addresses';
import type { Call } from '../chain/call';
import { type Rounding, STRANGE_TOKEN, tokenAmount, UNLIMITED } from '../chain/money';
import { swapTokenOf } from '../chain/uniswap';
import { type Golem, nameOf } from '../protocol/status';
import { type KeyHolder, keyHolder, nameWithin, type Scene } from './scene';

export type Party = KeyHolder & { address: string };

/** Longest name in a title: two lines of a narrow panel must hold the whole verdict. */
const TITLE_NAME = 20;

export function firstGolem(scene: Scene, addresses: readonly (string | null)[]): Party | null {
  for (const address of addresses) {
    const found = keyHolder(scene, address);
    if (found && address) return { ...found, address };
  }
  return null;
}

/** The Golem whose key runs this call, or signs for the account that runs it. */
export function actingGolem(scene: Scene, call: Call): Party | null {
  return firstGolem(scene, [call.from, scene.signer]);
}

/** Run as the owner's account by a delegation, or by its own power out of the wallet's sight. */
export function inOwnersName(scene: Scene, call: Call): boolean {
  if (call.unbounded && sameAddress(call.from, scene.signer)) return true;
  return sameAddress(call.from, scene.watched?.owner) && !sameAddress(call.from, scene.signer);
}

/** Whether the address is the executing account, the signer, the owner or one of the Golems. */
export function isKnownParty(scene: Scene, call: Call, address: string): boolean {
  return (
    [call.from, scene.signer, scene.watched?.owner].some((one) => sameAddress(one, address)) ||
    keyHolder(scene, address) !== null
  );
}

export function titleName(golem: Golem): string {
  return nameWithin(golem, TITLE_NAME);
}

/** "Atlas" for its session key, "Atlas's guardian" for the key that Bardo holds. */
export function partyName({ golem, role }: KeyHolder): string {
  return role === 'session key' ? titleName(golem) : `${titleName(golem)}'s guardian`;
}

/** Said of value that reaches a Golem past its runway; inside a redemption it comes from one. */
export function pastRunway({ delegated }: Call): string {
  return delegated ? '' : ', outside its runway';
}

/** What becomes of value that lands on a Golem's address. */
export function landingLines({ golem, role }: Party, call: Call): string[] {
  const name = nameOf(golem);
  const fate = call.delegated
    ? `${name}'s key alone decides over what arrives there.`
    : `No daily cap or expiry limits what is sent directly. ${name}'s key alone decides over it.`;
  return [
    role === 'session key'
      ? fate
      : `${name}'s guardian signs only permissions and never sends: value there would be stuck.`,
    ...(golem.chainId === call.chainId ? [] : [`${name} lives on ${chainName(golem.chainId)}.`]),
  ];
}

type Asset = { chainId: number; token: Address | null; amount: bigint };

/** What leaves the owner at most. */
export function paidWords(asset: Asset): string {
  return assetWords(asset, 'up');
}

/** What arrives at least. */
export function gotWords(asset: Asset): string {
  return assetWords(asset, 'down');
}

function assetWords({ chainId, token, amount }: Asset, rounding: Rounding): string {
  const known = token ? swapTokenOf(chainId, token) : null;
  if (amount >= UNLIMITED) return `unlimited ${known?.symbol ?? 'amounts of an unknown token'}`;
  return tokenAmount(known, amount, STRANGE_TOKEN, rounding);
}
