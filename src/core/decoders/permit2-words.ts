// What a Permit2 call means for the owner's Golems. An allowance there has an expiry of its own, but
// no daily cap, no phase and no end by the guardian.
import type { Address } from 'viem';
import { sameAddress } from '../chain/addresses';
import type { Call } from '../chain/call';
import { dateWords } from '../chain/time';
import { exposureFindings } from '../findings/exposed';
import { address, type Fact, type Finding, words } from '../findings/finding';
import { byAmount } from '../findings/money';
import {
  actingGolem,
  firstGolem,
  isKnownParty,
  landingLines,
  type Party,
  paidWords,
  partyName,
  pastRunway,
  titleName,
} from '../findings/parties';
import type { Scene } from '../findings/scene';
import { nameOf } from '../protocol/status';

export type Allowance = { token: Address; amount: bigint; expiration: number };
export type Grant = {
  payer: Address;
  spender: Address;
  details: readonly Allowance[];
  /** Given by the payer's signature, whoever hands it in. */
  signed?: boolean;
};
export type Transfer = {
  from: Address;
  to: Address;
  amount: bigint;
  token: Address;
  /** By a signature of `from` for this one transfer; else by an allowance given earlier. */
  signed?: boolean;
};

/** More entries than this are counted, not listed: an insight is read in seconds. */
const LISTED = 4;

export function explainAllowances(call: Call, scene: Scene, grant: Grant): Finding[] {
  const found = firstGolem(scene, [grant.spender]);
  if (grant.details.length === 0) return [];
  if (!found) return explainExposure(scene, grant);
  const facts = [
    ...listed(grant.details, (one) => words('Allowance', allowanceWords(call, scene, one))),
    address(`${nameOf(found.golem)}'s ${found.role}`, grant.spender),
    address('Tokens of', grant.payer),
  ];
  if (grant.details.every(({ amount }) => amount === 0n)) {
    return [
      {
        level: 'info',
        title: `Ends ${partyName(found)}'s Permit2 allowance`,
        lines: [],
        facts,
      },
    ];
  }
  if (!isKnownParty(scene, call, grant.payer)) return [byStranger(found, facts)];
  return [
    {
      level: 'critical',
      title: `Permit2 lets ${partyName(found)} take tokens, no daily cap`,
      lines: [
        'The runway does not limit a Permit2 allowance. No daily cap or phase applies to it, and Bardo cannot end it.',
      ],
      facts,
    },
  ];
}

function explainExposure(scene: Scene, { payer, spender, details, signed = false }: Grant) {
  const findings = details.flatMap(({ token, amount, expiration }) => {
    const more = [words('Allowed', expiryWords(expiration, scene.now))];
    return exposureFindings({ payer, to: spender, token, amount, signed, more }, scene);
  });
  return worstOf(findings, 'allowances');
}

function byStranger(found: Party, facts: Fact[]): Finding {
  return {
    level: 'info',
    title: `Gives ${partyName(found)} a Permit2 allowance of others`,
    lines: ['The tokens belong to an account Bardo does not know as yours.'],
    facts,
  };
}

export function explainTransfers(
  call: Call,
  scene: Scene,
  transfers: readonly Transfer[],
): Finding[] {
  const largest = [...transfers].sort(byAmount);
  return worstOf(
    largest.flatMap((one) => explainTransfer(call, scene, one)),
    'transfers',
  );
}

/** The loudest, and of one level the first; the others are counted. */
function worstOf(findings: readonly Finding[], what: string): Finding[] {
  const rank = ({ level }: Finding) => ['critical', 'warning', 'info'].indexOf(level);
  const shown = [...findings].sort((a, b) => rank(a) - rank(b)).slice(0, LISTED);
  const more = findings.length - shown.length;
  if (more > 0) shown.at(-1)?.facts.push(words('Not listed', `${more} more ${what}`));
  return shown;
}

function explainTransfer(call: Call, scene: Scene, move: Transfer): Finding[] {
  const facts = [
    words('Amount', paidWords({ chainId: call.chainId, token: move.token, amount: move.amount })),
    address('Tokens of', move.from),
    address('Goes to', move.to),
  ];
  const receiver = firstGolem(scene, [move.to]);
  if (receiver) return [transferInto(call, receiver, facts)];

  const taker = actingGolem(scene, call);
  if (taker && sameAddress(move.from, scene.watched?.owner)) {
    const title = `${titleName(taker.golem)} takes your tokens by Permit2, outside its runway`;
    const lines = ['It uses an earlier allowance. No daily cap or phase limits it.'];
    return [{ level: 'warning', title, lines, facts }];
  }
  const isHanded = move.signed || !sameAddress(move.from, call.from);
  const isOwners = sameAddress(move.from, scene.watched?.owner);
  if (isHanded && isOwners && !isKnownParty(scene, call, move.to)) {
    const title = 'Takes tokens from your account by Permit2';
    const lines = ['It goes to an address that Bardo does not know as yours.'];
    return [{ level: 'warning', title, lines, facts }];
  }
  const payer = firstGolem(scene, [move.from]);
  if (!payer) return [];
  const title = `Takes tokens out of ${titleName(payer.golem)}'s ${payer.role} by Permit2`;
  const level = move.signed && !isKnownParty(scene, call, move.to) ? 'warning' : 'info';
  return [{ level, title, lines: [], facts }];
}

function transferInto(call: Call, receiver: Party, facts: Fact[]): Finding {
  return {
    level: 'warning',
    title: `Sends tokens to ${titleName(receiver.golem)}'s ${receiver.role}${pastRunway(call)}`,
    lines: landingLines(receiver, call),
    facts,
  };
}

export function listed<T>(items: readonly T[], fact: (item: T) => Fact): Fact[] {
  const more = items.length - LISTED;
  return [
    ...items.slice(0, LISTED).map(fact),
    ...(more > 0 ? [words('Not listed', `${more} more`)] : []),
  ];
}

function allowanceWords(
  call: Call,
  scene: Scene,
  { token, amount, expiration }: Allowance,
): string {
  const asset = paidWords({ chainId: call.chainId, token, amount });
  return `${asset}, ${expiryWords(expiration, scene.now)}`;
}

/** Permit2 turns an expiration of 0 into the time of the block it is set in. */
function expiryWords(expiration: number, now: number): string {
  if (expiration === 0) return 'only in the block that includes it';
  if (expiration < now) return `already expired (${dateWords(expiration)})`;
  return `until ${dateWords(expiration)}`;
}
