// What a redemption runs from the account that pays: money in the token's own words, every other call by
// function and target. The wallet shows none of it: for MetaMask it is one call to its manager.
import { nativeWords } from '../caveats/budget-words';
import { selectorWords } from '../caveats/selector-words';
import type { Execution } from '../chain/execution';
import { knownName } from '../findings/delegation';
import { address, type Fact, words } from '../findings/finding';
import type { Scene } from '../findings/scene';
import { tokenAmount } from './erc20';

/** Enough to read; the rest is counted. */
const MOST_SHOWN = 4;

export function moveFacts(executions: readonly Execution[], chainId: number, scene: Scene): Fact[] {
  const more = executions.length - MOST_SHOWN;
  return [
    ...executions.slice(0, MOST_SHOWN).flatMap((execution) => factsOf(execution, chainId, scene)),
    ...(more > 0 ? [words('And', `${more} more call${more === 1 ? '' : 's'}`)] : []),
  ];
}

function factsOf({ target, value, data }: Execution, chainId: number, scene: Scene): Fact[] {
  const native = value === 0n ? [] : [words('Moves', nativeWords(chainId)(value))];
  if (data === '0x') return [...native, address(`To${namedWords(scene, target)}`, target)];
  const transfer = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/i.exec(data);
  if (!transfer) {
    return [
      ...native,
      words('Calls', selectorWords(`0x${data.slice(2, 10)}`)),
      address('On', target),
    ];
  }
  const to = `0x${transfer[1]}` as const;
  const amount = BigInt(`0x${transfer[2]}`);
  return [
    ...native,
    words('Moves', tokenAmount({ chainId, to: target }, amount)),
    address(`To${namedWords(scene, to)}`, to),
  ];
}

function namedWords(scene: Scene, party: string): string {
  const name = knownName(scene, party);
  return name ? ` (${name})` : '';
}
