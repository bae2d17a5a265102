// What the chain is asked about one Golem, each question under a name, so that Golems share what is the same
// for all of an owner.
import type { Address } from 'viem';
import { isHex } from '../bytes/hex';
import { tokenOf } from '../chain/addresses';
import type { ChainCall } from '../chain/multicall';
import * as QUESTIONS from '../chain/questions';
import type { GrantedChain } from '../delegations/delegation-chain';
import { golemIdOf } from '../protocol/messages';
import type { Golem, Permission } from '../protocol/status';

/** One Golem on one chain, as the server tells it, and the signed bytes known of it. */
export type Target = {
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

export type Calls = ReadonlyMap<string, ChainCall>;

/** `spoken`: the block the server speaks of, whose hash tells whether it is on our chain. */
export function questionsOf(targets: readonly Target[], spoken: number | null): Calls {
  const calls = new Map<string, ChainCall>();
  if (spoken !== null) calls.set(`block:${spoken}`, QUESTIONS.blockHash.ask(spoken));
  for (const target of targets) {
    for (const [key, call] of [...ownersQuestions(target.owner), ...questionsFor(target)]) {
      calls.set(key, call);
    }
  }
  return calls;
}

function questionsFor(target: Target): Questions {
  return [...hashQuestions(target), ...leaseQuestions(target), ...lifeQuestions(target)];
}

type Questions = (readonly [string, ChainCall])[];

function ownersQuestions(owner: string): Questions {
  return [
    ['paused', QUESTIONS.paused.ask()],
    [`nonce:${owner}`, QUESTIONS.nonce.ask(owner)],
    [`epoch:${owner}`, QUESTIONS.epoch.ask(owner)],
    ...(isHex(owner, 20) ? [[`manager:${owner}`, QUESTIONS.manager.ask(owner)] as const] : []),
  ];
}

function hashQuestions({ permissions, held }: Target): Questions {
  const hashes = [
    ...permissions.flatMap(({ delegationHashes }) => delegationHashes),
    ...held.flatMap(({ hashes }) => hashes),
  ];
  return [...new Set(hashes)].map((hash) => [`disabled:${hash}`, QUESTIONS.disabled.ask(hash)]);
}

function leaseQuestions({ golem, chainId, permissions, held, owner }: Target): Questions {
  const ledgers = [
    ...held.flatMap(({ lease }) => (lease ? [[lease.guardian, `${lease.terms.budgetId}`]] : [])),
    ...permissions.flatMap(({ lease }) =>
      lease && golem?.guardian ? [[golem.guardian, lease.budgetId]] : [],
    ),
  ] as [string, string][];
  return [
    ...ledgers.map(([guardian, budget]): [string, ChainCall] => [
      `budget:${guardian}:${budget}`,
      QUESTIONS.budget.ask(guardian, budget),
    ]),
    ...held.map(({ hashes, grant }): [string, ChainCall] => {
      const root = hashes.at(-1) ?? '0x';
      const { enforcer, terms } = grant.period;
      return [`period:${root}`, QUESTIONS.available.ask(enforcer, root, terms)];
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
export function foreignQuestions({ chainId, held, owner }: Target): Calls {
  return new Map(
    held.flatMap(
      ({ grant: { token } }): Questions =>
        token && !tokenOf(chainId, token) ? [balanceQuestion(token, owner)] : [],
    ),
  );
}

function balanceQuestion(token: Address, owner: string): [string, ChainCall] {
  return [`held:${token}:${owner}`, QUESTIONS.balance.ask(token, owner)];
}

export function vitalityQuestion(guardian: Address, golem: string): [string, ChainCall] {
  return [`vitality:${guardian}:${golem}`, QUESTIONS.vitality.ask(guardian, golemIdOf(golem))];
}

function lifeQuestions({ id, golem, held }: Target): Questions {
  const guardians = new Set(held.flatMap(({ lease }) => lease?.guardian ?? []));
  if (golem?.guardian) guardians.add(golem.guardian);
  const keys = new Set(held.map(({ redeemer }) => redeemer));
  const block = golem?.heartbeat?.blockNumber;
  return [
    ...[...guardians].map((guardian) => vitalityQuestion(guardian, id)),
    ...[...keys].map((key): [string, ChainCall] => [`gas:${key}`, QUESTIONS.coins.ask(key)]),
    ...(block === undefined
      ? []
      : [[`block:${block}`, QUESTIONS.blockHash.ask(block)] as [string, ChainCall]]),
  ];
}
