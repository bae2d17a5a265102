// `bardo-agent status`: who is signed in here, their Golems, and what waits for their answer.
import { amountWords } from '../../core/chain/money';
import { dateWords } from '../../core/chain/time';
import type { ResponseOf } from '../../core/protocol/api';
import { nameOf } from '../../core/protocol/status';
import { EXIT } from './exit';
import type { Call } from './login';
import { planeOf } from './plane';
import { readerAt } from './session';

export async function status({ options, output, env }: Call): Promise<number> {
  const plane = planeOf(options.text('plane'), env);
  const { session, read } = await readerAt(plane, env);
  const { golems, permissions, serverTime } = await read('golems');
  const { requests } = await read('runwayRequests');
  const { owner, expiresAt } = session;
  output.tell(
    'status',
    { plane: plane.origin, owner, expires_at: expiresAt, golems, permissions, requests },
    [
      `Signed in as ${owner} at ${plane.origin} until ${dateWords(expiresAt)}, to read.`,
      golems.length === 0 ? 'No Golem is registered there.' : '',
      ...golems.map((golem) => golemLine(golem, permissions, serverTime)),
      requests.length === 0 ? 'Nothing waits for an answer.' : 'Waiting for an answer:',
      ...requests.map(requestLine),
    ].filter((line) => line !== ''),
  );
  return EXIT.ok;
}

type Golems = ResponseOf<'golems'>;

function golemLine(
  golem: Golems['golems'][number],
  permissions: Golems['permissions'],
  now: number,
): string {
  const live = permissions.find(
    (one) =>
      one.golem === golem.id && one.token !== null && one.revokedAt === null && one.expiresAt > now,
  );
  const runway = live
    ? `${amountWords(live, BigInt(live.left), 'down')} of ${amountWords(live, BigInt(live.cap))} left, until ${dateWords(live.expiresAt)}`
    : 'no live runway';
  return `  ${nameOf(golem)} (${golem.id}): ${golem.phase}, vitality ${golem.vitality}, ${runway}`;
}

function requestLine(request: ResponseOf<'runwayRequests'>['requests'][number]): string {
  const { golem, name, days, code, link } = request;
  const amount = amountWords(request, BigInt(request.amount));
  return `  ${nameOf({ id: golem, name })} asks for ${amount} a day for ${days} days  ${code ?? ''}  ${link ?? ''}`;
}
