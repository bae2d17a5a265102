// What the chain is asked about one Golem, each question under a name, so that Golems share what is the same
// for all of an owner. Calls are put together from words by hand: no ABI is carried in the bundle.
import type { Address, Hex } from 'viem';
import { FRAMEWORK, tokenOf } from '../chain/addresses';
import { BARDO } from '../chain/bardo-addresses.generated';
import { type ChainCall, MULTICALL3 } from '../chain/multicall';
import type { GrantedChain } from '../delegations/delegation-chain';
import { golemIdOf } from '../protocol/messages';
import type { Golem, Permission } from '../protocol/status';

/** One Golem on one chain, as the server tells it, and the signed bytes known of it. */
export type Subject = {
  id: string;
  chainId: number;
  owner: string;
  /** null = signed for here, and not listed by the server. */
  golem: Golem | null;
  /** Those that are asked about now. */
  permissions: readonly Permission[];
  /** Listed too, and without a place among the questions of this check. */
  unasked: readonly Permission[];
  /** Whose bytes and signatures were checked. */
  held: readonly GrantedChain[];
  /** Of the leases that this Snap signed; null = none is known. */
  guardian: Address | null;
};

export type Book = ReadonlyMap<string, ChainCall>;

const MANAGER = FRAMEWORK.delegationManager;

/** `spoken`: the block the server speaks of, whose hash tells whether it is on our chain. */
export function questionsOf(subjects: readonly Subject[], spoken: number | null): Book {
  const book = new Map<string, ChainCall>();
  if (spoken !== null) book.set(`block:${spoken}`, blockHash(spoken));
  for (const subject of subjects) {
    for (const [key, call] of [...ownersQuestions(subject.owner), ...questionsFor(subject)]) {
      book.set(key, call);
    }
  }
  return book;
}

function questionsFor(subject: Subject): Questions {
  return [...hashQuestions(subject), ...leaseQuestions(subject), ...lifeQuestions(subject)];
}

type Questions = [string, ChainCall][];

function ownersQuestions(owner: string): Questions {
  return [
    ['paused', ask(MANAGER, '5c975abb')],
    [`nonce:${owner}`, ask(FRAMEWORK.nonceEnforcer, '2bd4ed21', word(MANAGER), word(owner))],
    [`epoch:${owner}`, ask(BARDO.golemPolicyEnforcer, 'dc132c02', word(owner))],
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

function leaseQuestions({ golem, chainId, permissions, held, owner }: Subject): Questions {
  const ledgers = [
    ...held.flatMap(({ lease }) => (lease ? [[lease.guardian, `${lease.terms.budgetId}`]] : [])),
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
      ({ grant: { token } }): Questions =>
        token && tokenOf(chainId, token) ? [balanceQuestion(token, owner)] : [],
    ),
  ];
}

/**
 * Balances in tokens Bardo does not know. Whoever asked for such a grant chose the contract: it may burn all the gas
 * of a call or answer with a megabyte, so each is asked alone and never beside another question.
 */
export function foreignQuestions({ chainId, held, owner }: Subject): Book {
  return new Map(
    held.flatMap(
      ({ grant: { token } }): Questions =>
        token && !tokenOf(chainId, token) ? [balanceQuestion(token, owner)] : [],
    ),
  );
}

function balanceQuestion(token: Address, owner: string): [string, ChainCall] {
  return [`held:${token}:${owner}`, ask(token, '70a08231', word(owner))];
}

export function vitalityQuestion(guardian: Address, golem: string): [string, ChainCall] {
  const call = ask(BARDO.vitalityOracle, '7640a6f2', word(guardian), golemIdOf(golem).slice(2));
  return [`vitality:${guardian}:${golem}`, call];
}

function lifeQuestions({ id, golem, held }: Subject): Questions {
  const guardians = new Set(held.flatMap(({ lease }) => lease?.guardian ?? []));
  if (golem?.guardian) guardians.add(golem.guardian as Address);
  const keys = new Set(held.map(({ redeemer }) => redeemer));
  const block = golem?.heartbeat?.blockNumber;
  return [
    ...[...guardians].map((guardian) => vitalityQuestion(guardian, id)),
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
