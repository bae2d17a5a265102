import type { TargetKind } from '../../src/core/protocol/alert-shapes';

export const alertFormWords = {
  heading: 'Add a target',
  full: (most: number) => `You have ${most} targets, and more are not kept. Remove one first.`,
  kind: 'What is it?',
  kinds: {
    webhook: 'Webhook: signed JSON to a server of yours',
    slack: 'Slack, or another chat with incoming webhooks',
    telegram: 'Telegram bot',
    ntfy: 'ntfy: a push message on your phone',
  } satisfies Record<TargetKind, string>,
  label: 'Name',
  labelHint: 'For you alone, to tell your targets apart.',
  url: 'Web address',
  urlHints: {
    webhook:
      'Begins with https:// and leads to the public internet. It is kept sealed and never shown again.',
    slack:
      'In Slack: Apps, Incoming Webhooks, choose a channel, copy the address. It is kept sealed and never shown again.',
    ntfy: 'Your server, or https://ntfy.sh.',
    telegram: '',
  } satisfies Record<TargetKind, string>,
  topic: 'Topic',
  topicHint:
    'Subscribe to it in the ntfy app. Who knows the topic can read it, so choose one that nobody guesses.',
  topicToken: 'Access token (only where your topic wants one)',
  botToken: 'Bot token',
  botHint: 'From @BotFather in Telegram: /newbot, then copy the token. It is kept sealed.',
  chat: 'Chat',
  chatHint:
    'The number of your chat, or @name of a channel. Write to your bot first, then open api.telegram.org/bot<token>/getUpdates: the number stands behind “chat” and “id”.',
  submit: 'Add',
  adding: 'Adding the target…',
  added: (label: string) => `${label} is added. Send it a test.`,
  missing: 'Fill this in.',
  demo: 'In this demo world a webhook may lead to this computer. This address shows what arrives:',
  demoUse: 'Fill it in',
  demoOpen: 'Open what arrived',
} as const;
