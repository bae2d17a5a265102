// A transaction that the Portal itself asks for and that is none of its uses: a site that was taken over asks for
// money with the good name of the real one. Every use of the Portal is spoken of elsewhere, first gas aside.

import { chainName, hasFramework, sameAddress } from '../chain/addresses';
import { limitWords } from '../chain/money';
import { moneyRows } from '../decoders/redemption-moves';
import type { Placed } from '../findings/effect';
import { address, type Finding, titled, words } from '../findings/finding';
import { gasCeiling } from '../findings/gas-ceiling';
import type { Scene } from '../findings/scene';
import { hostOf } from '../signatures/reader';
import type { TransactionInput } from './parse-transaction';

/** More than this are not listed: the wallet shows the whole transaction beside it. */
const LISTED = 4;

/** `portalOrigin` null: nobody knows where the Portal is. */
export function portalFindings(
  input: TransactionInput,
  placed: readonly Placed[],
  scene: Scene,
  portalOrigin: string | null,
): Finding[] {
  if (portalOrigin === null || scene.origin !== portalOrigin) return [];
  const host = hostOf(portalOrigin) ?? portalOrigin;
  if (isPlain(input, scene)) return [firstGas(input, scene)];
  const taken = placed.filter(({ effect }) => leaves(effect, input));
  const calls = input.data === '0x' ? [] : [words('Function selector', input.data.slice(0, 10))];
  return [
    {
      level: taken.length > 0 ? 'critical' : 'warning',
      title: titled(
        `${host} asks for a transaction Bardo does not know`,
        'The site asks for a transaction Bardo does not know',
      ),
      lines: [
        'Bardo has no use for it, and its site never asks for such a transaction: the site may have been taken over. Reject it.',
      ],
      facts: [
        ...moneyRows(taken, scene).slice(0, LISTED).flat(),
        ...(input.to === null ? [] : [address('Sent to', input.to)]),
        ...calls,
      ],
    },
  ];
}

function leaves(effect: Placed['effect'], { from }: TransactionInput): boolean {
  if (effect.kind !== 'pays' && effect.kind !== 'allows') return false;
  return sameAddress(effect.payer, from) && !sameAddress(effect.to, from);
}

/** Ether to a plain address: the key of a Golem that is not listed yet gets its first gas so. */
function isPlain({ data, value, to, authorizations }: TransactionInput, { chainId }: Scene) {
  const sends = data === '0x' && value > 0n && to !== null && authorizations === null;
  return sends && hasFramework(chainId);
}

function firstGas({ to, value }: TransactionInput, { chainId }: Scene): Finding {
  const amount = limitWords(chainId, null);
  const ceiling = gasCeiling(chainId);
  const facts = [words('Amount', amount(value)), ...(to === null ? [] : [address('Key', to)])];
  const decides =
    'The site sends its first gas to the key of a new Golem. Whoever holds that key decides over it: confirm only while you grant a runway.';
  if (value <= ceiling) {
    const title = 'Gas money for a key that Bardo does not know yet';
    return { level: 'info', title, lines: [decides], facts };
  }
  const title = titled(
    `Sends ${amount(value)} to a key that Bardo does not know`,
    'Sends money to a key that Bardo does not know',
  );
  const much = `Gas for a hundred payments on ${chainName(chainId)} hardly ever costs more than ${amount(ceiling)}.`;
  return { level: 'warning', title, lines: [decides, much], facts };
}
