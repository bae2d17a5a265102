import { plural } from '../words/plural';

export const outlookWords = {
  heading: 'What your agents can spend',
  reading: 'Reading the chain…',
  now: (amount: string) => `Agents can still spend ${amount} right now`,
  unknownNow: 'What agents can still spend is not known',
  atLeast: (amount: string) => `Agents can still spend at least ${amount} right now`,
  nothing: 'No agent can spend anything',
  onlyGas: 'Agents can spend nothing but gas',
  none: (chain: string) =>
    `Bardo’s server lists no open grant to an agent on ${chain}. Nothing was asked of the chain.`,
  worst: (amount: string) => `worst case ${amount} in 24 h`,
  balance: (amount: string) => `balance ${amount}`,
  balanceUnknown: 'balance not known',
  checked: (block: number) => `Your wallet read this from the chain at block ${block}.`,
  unknown: (names: readonly string[]) =>
    `The chain did not say what ${names.join(', ')} can spend: it may be more.`,
  gas: (amount: string) => `${amount} for gas in 24 h`,
  elsewhere: (count: number, chain: string) =>
    `${plural(count, 'Golem')} on ${chain} ${count === 1 ? 'is' : 'are'} not counted: your wallet is on another chain.`,
  more: (count: number) =>
    `${plural(count, 'more Golem')} ${count === 1 ? 'is' : 'are'} not counted.`,
  unread: 'The chain could not be read, so nobody can say what agents can spend right now.',
  connect: 'Connect your wallet to see what agents can spend right now: it reads the chain itself.',
} as const;
