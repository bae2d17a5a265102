// What leaves each account over all calls of a transaction, by kind of money.
import { sameAddress, shortHex } from '../chain/addresses';
import { isOwn } from '../findings/delegation';
import type { Payment, Placed } from '../findings/effect';
import { type Fact, words } from '../findings/finding';
import { moneyWords, totalsOf } from '../findings/money';
import { keyHolder, type Scene, shortName } from '../findings/scene';

/** More than this are counted. */
const MAX_TOTALS = 12;

/** Per account and kind of money, of everything the transaction pays; one payment is its own total. */
export function totalFacts(placed: readonly Placed<Payment>[], scene: Scene): Fact[] {
  if (placed.length < 2) return [];
  const payments = placed.map(({ effect }) => effect);
  const payers = [...new Map(payments.map(({ payer }) => [payer.toLowerCase(), payer])).values()];
  const facts = payers
    .sort((a, b) => Number(isOwn(scene, b)) - Number(isOwn(scene, a)))
    .flatMap((payer) =>
      totalsOf(
        payments.filter((one) => sameAddress(one.payer, payer)),
        scene.chainId,
      ).map(({ token, amount }) =>
        words(
          `Leaves ${payerName(payer, scene)} in total`,
          moneyWords(scene.chainId, token, amount),
        ),
      ),
    );
  const more = facts.length - MAX_TOTALS;
  return [
    ...facts.slice(0, MAX_TOTALS),
    ...(more > 0 ? [words('And', `${more} more totals of tokens Bardo does not know`)] : []),
  ];
}

function payerName(payer: string, scene: Scene): string {
  if (isOwn(scene, payer)) return 'your account';
  const holder = keyHolder(scene, payer);
  return holder ? `${shortName(holder.golem)}'s ${holder.role}` : shortHex(payer);
}
