// What the chain is asked about one Golem, each question under a name, so that Golems share what is the same
// for all of an owner. Calls are put together from words by hand: no ABI is carried in the bundle.
import type { Address, Hex } from 'viem';
import { FRAMEWORK } from '../chain/addresses';
import { BARDO } from '../chain/bardo-addresses.generated';
import { type ChainCall, MULTICALL3 } from '../chain/multicall';
import { golemIdOf } from '../protocol/messages';
import type { Golem, Permission } from '../protocol/status';
import type { Held } from './held';

/** One Golem on one chain, as the server tells it, and the signed bytes known of it. */
export type Subject = {
  id: string;
  chainId: number;
  owner: string;
  /** null = signed for here, and not listed by the server. */
  golem: Golem | null;
  permissions: readonly Permission[];
  /** Whose bytes and signatures were checked. */
  held: readonly Held[];
};

export type Book = ReadonlyMap<string, ChainCall>;

const MANAGER = FRAMEWORK.delegationManager;

/** `spoken`: the block the server speaks of, whose hash tells whether it is on our chain. */
export function questionsOf(subjects: readonly Subject[], spoken: number | null): Book {
  const book = new Map<string, ChainCall>();
  if (spoken !== null) book.set(`block:${spoken}`, blockHash(spoken));
  for (const subject of subjects) {
    for (const [key, call] of ownersQuestions(subject.owner)) book.set(key, call);
    for (const [key, call] of hashQuestions(subject)) book.set(key, call);
    for (const [key, call] of leaseQuestions(subject)) book.set(key, call);
    for (const [key, call] of lifeQuestions(subject)) book.set(key, call);
  }
  return book;
}

type Questions = [string, ChainCall][];

function ownersQuestions(owner: string): Questions {
  return [
    ['paused', ask(MANAGER, '5c975abb')],
    [`nonce:${owner}`, ask(FRAMEWORK.nonceEnforcer, '2bd4ed21', word(MANAGER), word(owner))],
    [`epoch:${owner}`, ask(BARDO.golemPolicyEnforcer, 'dc132c02', word(owner))],
    // A 7702 account of MetaMask names its manager; a plain account answers nothing.
    [`upgraded:${owner}`, ask(owner, 'ea4d3c9b')],
  ];
}

function hashQuestions({ permissions, held }: Subject): Questions {
  const hashes = [
    ...permissions.flatMap(({ delegationHashes }) => delegationHashes),
    ...held.flatMap(({ hashes }) => hashes),
  ];
  return [...new Set(hashes)].map((hash) => [
    `disabled:${hash}`,
    ask(MANAGER, '2d40d052', hash.slice(2)),
  ]);
}

function leaseQuestions({ golem, permissions, held, owner }: Subject): Questions {
  const ledgers = [
    ...held.flatMap(({ lease }) => (lease ? [[lease.guardian, `${lease.budgetId}`]] : [])),
    ...permissions.flatMap(({ lease }) =>
      lease && golem?.guardian ? [[golem.guardian, lease.budgetId]] : [],
    ),
  ] as [string, string][];
  return [
    ...ledgers.map(([guardian, budget]): [string, ChainCall] => [
      `budget:${guardian}:${budget}`,
      ask(BARDO.golemPolicyEnforcer, '22a4cb1f', word(MANAGER), word(guardian), number(budget)),
    ]),
    ...held.map(({ hashes, grant }): [string, ChainCall] => {
      const root = hashes.at(-1) ?? '0x';
      const words = [root.slice(2), word(MANAGER), number(96), bytes(grant.period.terms)];
      return [`period:${root}`, ask(grant.period.enforcer, '6a9843f6', ...words)];
    }),
    ...held.flatMap(
      ({ grant }): Questions =>
        grant.token
          ? [[`held:${grant.token}:${owner}`, ask(grant.token, '70a08231', word(owner))]]
          : [],
    ),
  ];
}

function lifeQuestions({ id, golem, held }: Subject): Questions {
  const guardians = new Set(held.flatMap(({ lease }) => lease?.guardian ?? []));
  if (golem?.guardian) guardians.add(golem.guardian as Address);
  const keys = new Set(held.map(({ redeemer }) => redeemer));
  const block = golem?.heartbeat?.blockNumber;
  return [
    ...[...guardians].map((guardian): [string, ChainCall] => [
      `vitality:${guardian}:${id}`,
      ask(BARDO.vitalityOracle, '7640a6f2', word(guardian), golemIdOf(id).slice(2)),
    ]),
    ...[...keys].map((key): [string, ChainCall] => [
      `gas:${key}`,
      ask(MULTICALL3, '4d2301cc', word(key)),
    ]),
    ...(block === undefined ? [] : [[`block:${block}`, blockHash(block)] as [string, ChainCall]]),
  ];
}

/** Answers for the last 256 blocks, zero for any other. */
function blockHash(block: number): ChainCall {
  return ask(MULTICALL3, 'ee82ac5e', number(block));
}

function ask(to: string, selector: string, ...words: string[]): ChainCall {
  return { to: to as Address, data: `0x${selector}${words.join('')}` };
}

function word(address: string): string {
  return address.slice(2).toLowerCase().padStart(64, '0');
}

function number(value: number | string): string {
  return BigInt(value).toString(16).padStart(64, '0');
}

/** `bytes` at the end of the arguments: length, then the bytes in whole words. */
function bytes(value: Hex): string {
  const hex = value.slice(2);
  return number(hex.length / 2) + hex.padEnd(Math.ceil(hex.length / 64) * 64, '0');
}
