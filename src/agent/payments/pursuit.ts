// A payment that was signed and is not over: sent again as it is, signed again at a better price, or given up.
import { sameAddress } from '../../core/chain/addresses';
import { isFinal } from '../chain/reverts';
import type { Call } from './call';
import type { Dispatch, Try } from './dispatch';
import { settle, waitFor } from './settling';
import type { Line } from './way';

/** Handed over once more, signed for higher fees where it needs them, and waited for. */
export async function pursued(line: Line, dispatch: Dispatch, waitMs: number): Promise<Dispatch> {
  const { way, address } = line;
  const before = await settle(line, dispatch);
  if (before.state !== 'open' || before.way !== way.name) return before;
  // A key that is gone signs nothing again.
  const ours = sameAddress(before.from, address);
  if (ours && (await way.isTooCheap(lastTry(before)))) {
    return waitFor(line, await signedAgain(line, before), waitMs);
  }
  const refusal = await way.submit(lastTry(before));
  const after = refusal && ours && way.renews ? await signedAgain(line, before) : before;
  return waitFor(line, after, waitMs);
}

/** For the same place in line; as it was, where the chain would refuse it by now. */
async function signedAgain({ way, journal }: Line, before: Dispatch): Promise<Dispatch> {
  const place = { nonce: before.nonce, instead: lastTry(before) };
  const { to, data, value } = before;
  const more = await way.sign({ to, data, value }, place).catch(() => null);
  if (!more) return before;
  const after = { ...before, tries: [...before.tries, more] };
  await journal.put(after);
  await way.submit(more);
  return after;
}

/** The chain would refuse it now, so nobody gains by waiting for it. */
export async function isHopeless(
  { chain }: Line,
  { from, to, data, value }: Dispatch,
): Promise<boolean> {
  return chain.client.call({ account: from, to, data, value }).then(
    () => false,
    (error: unknown) => isFinal(error),
  );
}

export function lastTry({ tries }: Dispatch): Try {
  const last = tries.at(-1);
  if (!last) throw new Error('A dispatch without a signature was never sent.');
  return last;
}

export function isSameCall(one: Dispatch, { to, data = '0x', value = 0n }: Call): boolean {
  return sameAddress(one.to, to) && one.data === data && one.value === value;
}
