// One message in the form that each kind of target reads, and the signature that lets a webhook know whose it is.
import { createHmac } from 'node:crypto';
import type { AlertMessage, TargetKind } from '../../../src/core/protocol/alert-shapes';
import type { Letter } from './post';
import type { Secrets } from './seal';

/** Telegram takes 4096 characters, ntfy 4096 bytes. */
const MAX_TEXT = 1500;

export type Addressed = { kind: TargetKind; secrets: Secrets };

/** `now`: signed with it, so that nobody can play an old message again. */
export function letterOf(message: AlertMessage, { kind, secrets }: Addressed, now: number): Letter {
  switch (kind) {
    case 'webhook':
      return signed(message, secrets.secret ?? '', now);
    case 'slack':
      return json(message, { text: forSlack(wordsOf(message)) });
    case 'telegram':
      return json(message, {
        chat_id: secrets.chat,
        text: wordsOf(message),
        link_preview_options: { is_disabled: true },
      });
    case 'ntfy': {
      const { title, text, urgency, link } = message;
      const { topic, token } = secrets;
      const priority = Math.max(3, 6 - urgency);
      const body = { topic, title, message: cut(text), priority, click: link };
      return json(message, body, token ? { authorization: `Bearer ${token}` } : {});
    }
  }
}

/** HMAC-SHA-256 over the time, a point and the body, with the secret's characters as key. */
export function signatureOf(secret: string, timestamp: string, body: string): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

function signed(message: AlertMessage, secret: string, now: number): Letter {
  const { body, headers } = json(message, message);
  const timestamp = `${now}`;
  return {
    body,
    headers: {
      ...headers,
      'bardo-timestamp': timestamp,
      'bardo-signature': signatureOf(secret, timestamp, body),
    },
  };
}

/** The same id with every try: a receiver that remembers it takes nothing twice. */
function json({ id }: AlertMessage, body: object, more: Letter['headers'] = {}): Letter {
  return {
    body: JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      'idempotency-key': id,
      'bardo-delivery': id,
      ...more,
    },
  };
}

function wordsOf({ title, text, link }: AlertMessage): string {
  return `${title}\n${cut(text)}\n${link}`;
}

function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - 1)}…`;
}

/** What Slack would read as a link, a mention of everybody, or the end of either. */
function forSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
