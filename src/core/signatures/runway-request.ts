// PermissionRequest: the owner's recorded intent to feed a Golem. It moves nothing; the wallet's own
// permission request comes after it.
import { chainName, tokenOf } from '../chain/addresses';
import { tokenAmount } from '../chain/money';
import { address, type Finding, MAX_TITLE, words } from '../findings/finding';
import { golemWithId, shortName } from '../findings/scene';
import type { Golem } from '../protocol/status';
import { USUAL_DAYS, USUAL_USDC } from '../runway/usual';
import {
  type BardoValues,
  deadlineFacts,
  golemFacts,
  pastDeadline,
  textOf,
  uintOf,
  unknownGolem,
  warning,
} from './bardo-values';
import { NO_CHAIN, type PortalScene } from './reader';

export function explainRunwayRequest(values: BardoValues, scene: PortalScene): Finding[] {
  const token = textOf(values, 'token');
  const amount = uintOf(values, 'amount');
  const days = uintOf(values, 'days');
  const known = token === null ? null : tokenOf(scene.chainId, token);
  const golem = golemWithId(scene, textOf(values, 'golem'));
  const perDay = amount === null ? null : `${tokenAmount(known, amount)}/day`;
  const title = `A Bardo runway subscription: ${perDay} for ${daysWords(days)}`;
  const readable = perDay !== null && days !== null && title.length <= MAX_TITLE;
  return [
    {
      level: 'info',
      title: readable ? title : 'A Bardo runway subscription',
      lines: [
        ...(golem ? [`It is for ${shortName(golem)}.`] : []),
        'It records what you intend and moves no money; the wallet asks for the grant itself.',
      ],
      facts: [
        ...golemFacts(values, scene),
        ...(perDay === null ? [] : [words('At most', perDay)]),
        ...(days === null ? [] : [words('For', daysWords(days))]),
        ...(token === null ? [] : [address('Token', token)]),
        ...deadlineFacts(values),
      ],
    },
    ...unknownToken(token, known),
    ...(amount === 0n || days === 0n ? [warning('A runway of nothing: no money or no time')] : []),
    ...overLimits(amount, days, known),
    ...(golem ? [...dead(golem), ...otherChain(golem, scene)] : unknownGolem(values, scene)),
    ...pastDeadline(values, scene),
  ];
}

function daysWords(days: bigint | null): string {
  return days === 1n ? '1 day' : `${days} days`;
}

function unknownToken(token: string | null, known: ReturnType<typeof tokenOf>): Finding[] {
  if (token === null || known) return [];
  return [warning('A runway in a token Bardo does not know', 'Its amount is shown in base units.')];
}

function overLimits(
  amount: bigint | null,
  days: bigint | null,
  token: ReturnType<typeof tokenOf>,
): Finding[] {
  const most = token ? BigInt(USUAL_USDC) * 10n ** BigInt(token.decimals) : null;
  const tooMuch = amount !== null && most !== null && amount > most;
  const tooLong = days !== null && days > USUAL_DAYS;
  if (!tooMuch && !tooLong) return [];
  const over = [
    ...(tooMuch ? [`more than ${USUAL_USDC} USDC a day`] : []),
    ...(tooLong ? [`longer than ${USUAL_DAYS} days`] : []),
  ];
  return [
    warning(
      'Over the usual limits of a runway: sign only if you chose this',
      `It is ${over.join(' and ')}.`,
    ),
  ];
}

function dead(golem: Golem): Finding[] {
  if (golem.phase !== 'terminal') return [];
  return [
    warning(
      `${shortName(golem)} is terminal: this feeds a dead Golem`,
      'Its phase never improves again.',
    ),
  ];
}

/** Money granted on one chain does not reach a Golem that lives on another. */
function otherChain(golem: Golem, scene: PortalScene): Finding[] {
  if (golem.chainId === scene.chainId) return [];
  const claimed = scene.chainId === NO_CHAIN ? 'no chain' : chainName(scene.chainId);
  const name = shortName(golem);
  return [
    warning(
      `This runway is for another chain than ${name}'s`,
      `${name} lives on ${chainName(golem.chainId)}, the message names ${claimed}.`,
    ),
  ];
}
