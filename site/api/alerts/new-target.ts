// What an owner typed, as a target: what its kind wants is there and nothing else, and it leads to where we may go.
import type { NewTarget } from '../../../src/core/protocol/alert-shapes';
import { demand } from '../plane/problem';
import { randomToken } from '../plane/secrets';
import { type Destination, destinationOf } from './destination';
import type { Secrets } from './seal';

type Field = 'url' | 'topic' | 'token' | 'chat';

const WANTED: Record<NewTarget['kind'], { needs: readonly Field[]; takes: readonly Field[] }> = {
  webhook: { needs: ['url'], takes: [] },
  slack: { needs: ['url'], takes: [] },
  telegram: { needs: ['token', 'chat'], takes: [] },
  ntfy: { needs: ['url', 'topic'], takes: ['token'] },
};

const FIELDS: Record<Field, string> = {
  url: 'web address',
  topic: 'topic',
  token: 'token',
  chat: 'chat',
};

const TELEGRAM = 'https://api.telegram.org';
const BOT = /^\d{5,20}:[A-Za-z0-9_-]{30,64}$/;

/** Throws what is wrong, in words. */
export function newTarget(
  body: NewTarget,
  loopback: boolean,
): { secrets: Secrets; destination: Destination } {
  const { needs, takes } = WANTED[body.kind];
  for (const field of Object.keys(FIELDS) as Field[]) {
    const isThere = body[field] !== undefined;
    demand(isThere || !needs.includes(field), 'bad_request', `Fill in the ${FIELDS[field]}.`);
    const fits = needs.includes(field) || takes.includes(field) || !isThere;
    demand(fits, 'bad_request', `This kind of target has no ${FIELDS[field]}.`);
  }
  const secrets = secretsOf(body);
  const destination = destinationOf(secrets.url, loopback);
  if (typeof destination !== 'string') return { secrets, destination };
  demand(false, 'bad_request', destination);
  throw new Error('never');
}

function secretsOf({ kind, url = '', topic = '', token, chat = '' }: NewTarget): Secrets {
  switch (kind) {
    case 'webhook':
      return { url, secret: randomToken() };
    case 'slack':
      return { url };
    case 'telegram':
      demand(BOT.test(token ?? ''), 'bad_request', 'This is no token of a Telegram bot.');
      return { url: `${TELEGRAM}/bot${token}/sendMessage`, chat };
    case 'ntfy': {
      // Published as JSON to the server itself: its headers take no letter beyond ASCII.
      const plain = URL.canParse(url) && /^\/?$/.test(new URL(url).pathname + new URL(url).search);
      demand(
        plain,
        'bad_request',
        'Give the server alone, as https://ntfy.sh, and the topic beside it.',
      );
      return { url: new URL(url).href, topic, ...(token === undefined ? {} : { token }) };
    }
  }
}
