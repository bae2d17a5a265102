// Native money that reaches a Golem's key: gas is normal, but it is said whose key gets it, and only what gas
// can cost is called gas. All of a transaction counts together: fifty small sums are one large one.

import { chainName, sameAddress } from '../chain/addresses';
import type { Call } from '../chain/call';
import { limitWords } from '../chain/money';
import { isOnlySuffix } from '../decoders/suffix';
import { type Payment, type Placed, paymentsIn } from '../findings/effect';
import { address, type Fact, type Finding, titled, words } from '../findings/finding';
import { gasCeiling } from '../findings/gas-ceiling';
import { titleName } from '../findings/parties';
import { type KeyHolder, keyHolder, type Scene, shortName } from '../findings/scene';

export function nativeTransferFindings(placed: readonly Placed[], scene: Scene): Finding[] {
  const groups = new Map<string, { holder: KeyHolder; sent: Placed<Payment>[] }>();
  for (const one of paymentsIn(placed).filter(({ effect }) => effect.token === null)) {
    const holder = keyHolder(scene, one.effect.to);
    if (!holder) continue;
    const key = `${holder.role} ${holder.golem.id}`;
    const group = groups.get(key) ?? { holder, sent: [] };
    group.sent.push(one);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ holder, sent }) => transferFinding(holder, sent, scene));
}

/** Its value lands on a Golem's key, which is told above; or nothing at all does, by a call without bytes. */
export function isToGolem({ to, value, data }: Call, scene: Scene): boolean {
  return (value > 0n || data === '0x') && to !== null && keyHolder(scene, to) !== null;
}

function transferFinding(holder: KeyHolder, sent: Placed<Payment>[], scene: Scene): Finding {
  const { golem, role } = holder;
  const name = shortName(golem);
  const amount = sent.reduce((sum, { effect }) => sum + effect.amount, 0n);
  const here = golem.chainId === scene.chainId;
  const plain = sent.every(
    ({ call: { to, data }, effect }) =>
      !sameAddress(to, effect.to) || data === '0x' || isOnlySuffix(data),
  );
  const ceiling = gasCeiling(scene.chainId);
  const facts = factsOf(holder, sent, amount, scene);
  const decides = `${name}'s session key alone decides over what is sent to it.`;
  if (role === 'session key' && here && amount > ceiling) {
    const most = limitWords(scene.chainId, null)(ceiling);
    const lines = [
      decides,
      `Gas for a hundred payments on ${chainName(scene.chainId)} hardly ever costs more than ${most}.`,
    ];
    return { level: 'warning', title: tooMuchTitle(holder, amount, scene), lines, facts };
  }
  if (role === 'session key' && plain && here) {
    return { level: 'info', title: `Gas money for ${name}`, lines: [decides], facts };
  }
  return {
    level: 'warning',
    title: here
      ? `Sends money to ${name}'s ${role}`
      : `Money for ${name}'s key on another chain than its own`,
    lines: [
      ...(here ? [] : [`${name} lives on ${chainName(golem.chainId)}.`]),
      ...(role === 'guardian' ? [STUCK] : []),
      ...(role === 'session key' && !plain ? [IGNORED] : []),
    ],
    facts,
  };
}

function tooMuchTitle({ golem }: KeyHolder, amount: bigint, { chainId }: Scene): string {
  const name = titleName(golem);
  return titled(
    `Sends ${limitWords(chainId, null)(amount)} to ${name}'s key: more than gas costs`,
    `Sends ${name}'s key far more than gas costs`,
  );
}

function factsOf(
  { golem, role }: KeyHolder,
  sent: readonly Placed<Payment>[],
  amount: bigint,
  { chainId }: Scene,
): Fact[] {
  const keys = [...new Map(sent.map(({ effect: { to } }) => [to.toLowerCase(), to])).values()];
  return [
    words('Amount', limitWords(chainId, null)(amount)),
    ...keys.map((key) => address(`${shortName(golem)}'s ${role}`, key)),
  ];
}

const STUCK =
  'A guardian key lives inside Bardo and sends no transactions: money sent to it is stuck.';
const IGNORED = 'The call carries data that a plain key ignores.';
