export const alertHelpWords = {
  heading: 'Recipes',
  recipes: [
    {
      name: 'On your phone, with ntfy',
      steps: [
        'Install the ntfy app and subscribe to a topic that nobody guesses, for example bardo- and sixteen random letters.',
        'Add a target here: ntfy, server https://ntfy.sh, the same topic.',
        'A death comes with the highest priority, so it can break through “do not disturb”.',
      ],
    },
    {
      name: 'In Telegram',
      steps: [
        'Write /newbot to @BotFather and copy the token of your bot.',
        'Write any message to your bot. For a group, add the bot to it.',
        'Open https://api.telegram.org/bot<token>/getUpdates with your token in it. The number of your chat stands behind “chat” and “id”.',
        'Add a target here: Telegram bot, the token, and that number.',
      ],
    },
    {
      name: 'In Slack',
      steps: [
        'In Slack open Apps, add Incoming Webhooks, choose a channel and copy the address.',
        'Add a target here: Slack, with that address. The message is {"text": "…"}, which Mattermost and others take as well.',
      ],
    },
    {
      name: 'On a server of your own',
      steps: [
        'Add a webhook and keep the secret that is shown once.',
        'Check Bardo-Signature: “v1=” and the HMAC-SHA-256, with the secret as key, of Bardo-Timestamp, a point, and the body as it came. Refuse what is older than five minutes.',
        'Answer with a status from 200 to 299 within ten seconds. Remember Idempotency-Key: the same message has the same one with every try.',
      ],
    },
  ],
  rules:
    'Each thing is told once to each target. What surely did not arrive is tried again up to eight times in about eight hours; what may have arrived is not sent twice.',
} as const;
