// What the whole transaction pays, and to whom.
import { shortHex } from '../chain/addresses';
import { moneyRows } from '../decoders/redemption-moves';
import type { Payment, Placed } from '../findings/effect';
import { type Finding, titled, words } from '../findings/finding';
import { titleMoney, totalsOf, totalWords } from '../findings/money';
import type { Scene } from '../findings/scene';
import { LISTED } from './whole-allowances';

/** One finding for all: what runs without a rule must not stand before a larger payment, or behind it. */
export function paymentFindings(placed: Placed<Payment>[], scene: Scene): Finding[] {
  const payments = placed.map(({ effect }) => effect);
  if (payments.length === 0) return [];
  const open = placed.filter(({ call }) => !call.unbounded);
  const rows = moneyRows(open, scene);
  const more = rows.length - LISTED;
  const total = `In total ${totalWords(totalsOf(payments, scene.chainId))} in ${payments.length} payments.`;
  return [
    {
      level: open.length < placed.length ? 'critical' : 'warning',
      title: paymentTitle(payments, scene),
      lines: [
        ...(open.length < placed.length ? [unruled(placed.length - open.length, placed)] : []),
        ...(open.length > 0 ? ['It goes to addresses that Bardo does not know as yours.'] : []),
        ...(payments.length > 1 ? [total] : []),
      ],
      facts: [
        ...rows.slice(0, LISTED).flat(),
        ...(more > 0 ? [words('And', `${more} more; their money is in the total`)] : []),
      ],
    },
  ];
}

function unruled(count: number, { length }: readonly Placed[]): string {
  const what = count === length ? 'it: it runs' : `${count} of ${length} payments: they run`;
  return `No rule limits ${what} with all the power of your account.`;
}

/** Kinds of money cannot be weighed against each other: all are named, or only counted. */
function paymentTitle(payments: readonly Payment[], { chainId }: Scene): string {
  const totals = totalsOf(payments, chainId);
  const kinds = [...new Set(totals.map((one) => titleMoney(chainId, one)))];
  const what = [kinds.slice(0, -1).join(', '), ...kinds.slice(-1)].filter(Boolean).join(' and ');
  const payees = new Set(payments.map(({ to }) => to.toLowerCase()));
  const [payee = ''] = payees;
  const whom = payees.size === 1 ? shortHex(payee) : `${payees.size} addresses`;
  const counted = totals.length > 1 ? `${totals.length} kinds of money` : 'money';
  return titled(
    `Moves ${what} out of your account to ${whom}`,
    `Moves ${what} out of your account`,
    `Moves ${what}`,
    `Moves ${counted} out of your account`,
  );
}
