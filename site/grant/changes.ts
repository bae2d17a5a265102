// Whether terms are the same as before, judged by what they are: shortened for the eye, two addresses can look alike.
import { sameAddress } from '../../src/core/chain/addresses';

/** In whichever order they stand. */
export function sameAddresses(now: readonly string[], next: readonly string[]): boolean {
  const within = (all: readonly string[]) => (one: string) =>
    all.some((other) => sameAddress(one, other));
  return now.every(within(next)) && next.every(within(now));
}
