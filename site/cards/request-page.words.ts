export const requestPageWords = {
  unknownTitle: 'No such request',
  unknown:
    'No request is at this link. It may be cut short. Let your agent ask again, or print its link again.',
  gone: 'This request made room for others before it was answered. Let your agent ask again.',
  ofAnotherTitle: 'This request is for another account',
  ofAnother: (account: string) =>
    `You are signed in as ${account}, and this request is not for you. Switch to the account that it asks in MetaMask, and sign in again.`,
  answeredTitle: 'Answered',
  making: 'A grant in the making',
  asked: (date: string) => `Asked ${date}, id`,
  expired: (date: string) => `It expired ${date}. Nothing was granted. Let your agent ask again.`,
  refused: 'You refused it. Nothing was granted.',
  granted: 'You granted it.',
  begun:
    'You granted it, and its lease is not signed yet. Go on where you began, or on the Golem’s page.',
  open: (name: string) => `Open ${name}`,
} as const;
