// A transaction that the Portal itself asks for and that is none of its uses: a site that was taken over asks for
// money with the good name of the real one. Every use of the Portal is spoken of elsewhere, first gas aside.

import { chainName, hasFramework, sameAddress } from '../chain/addresses';
import { limitWords } from '../chain/money';
import { effectsIn, leavesIn, type Outcome } from '../decoders/outcome';
import { moneyRows } from '../decoders/redemption-moves';
import type { Allowance, Payment, Placed } from '../findings/effect';
import { address, type Finding, titled, words } from '../findings/finding';
import { gasCeiling } from '../findings/gas-ceiling';
import { keyHolder, type Scene } from '../findings/scene';
import { hostOf } from '../signatures/reader';
import type { TransactionInput } from './parse-transaction';

/** More than this are not listed: the wallet shows the whole transaction beside it. */
const LISTED = 4;

/** `spoken`: Bardo has something to say about a part of it. */
type Told = { outcome: Outcome; spoken: boolean };

/** `portalOrigin` null: nobody knows where the Portal is. */
export function portalFindings(
  input: TransactionInput,
  { outcome, spoken }: Told,
  scene: Scene,
  portalOrigin: string | null,
): Finding[] {
  if (portalOrigin === null || scene.origin !== portalOrigin) return [];
  const host = hostOf(portalOrigin) ?? portalOrigin;
  const taken = effectsIn(outcome).filter((one) => leaves(one, input));
  if (spoken) return amongOthers(outcome, taken, { scene, host });
  if (isPlain(input, scene)) return [firstGas(input, scene)];
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

/** A use of the Portal in the same batch makes nothing of the rest of it one. */
function amongOthers(
  outcome: Outcome,
  leaving: readonly Placed<Payment | Allowance>[],
  { scene, host }: { scene: Scene; host: string },
): Finding[] {
  const parts = leavesIn(outcome);
  if (parts.length < 2) return [];
  const gas = gasAmong(leaving, scene);
  const taken = leaving.filter((one) => !gas.includes(one) && !keyHolder(scene, one.effect.to));
  const unknown = parts.filter(({ kind, call }) => kind === 'unknown' && call.data !== '0x');
  if (taken.length + unknown.length === 0) return [];
  return [
    {
      level: taken.length > 0 ? 'critical' : 'warning',
      title: titled(
        `${host} asks for more than it has a use for`,
        'The site asks for more than it has a use for',
      ),
      lines: [
        'Its own calls stand beside others that Bardo has no use for: the site may have been taken over. Reject it.',
      ],
      facts: moneyRows(taken, scene).slice(0, LISTED).flat(),
    },
  ];
}

/** The first gas of a key rides along with an upgrade: all ether of the batch together is no more than that. */
function gasAmong(leaving: readonly Placed<Payment | Allowance>[], { chainId }: Scene) {
  const ether = leaving.filter(({ effect, call }) => effect.token === null && call.data === '0x');
  const sum = ether.reduce((total, { effect }) => total + effect.amount, 0n);
  return sum <= gasCeiling(chainId) ? ether : [];
}

function leaves(one: Placed, { from }: TransactionInput): one is Placed<Payment | Allowance> {
  const { effect } = one;
  if (effect.kind !== 'pays' && effect.kind !== 'allows') return false;
  return effect.amount > 0n && sameAddress(effect.payer, from) && !sameAddress(effect.to, from);
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
    'The site sends its first gas to the key of a new Golem. Anyone with that key can spend it. Confirm only while you grant a runway.';
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
