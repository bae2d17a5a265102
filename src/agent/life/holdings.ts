// What a Golem holds, found again: the control plane is asked first, and what it does not say is taken from the Golem's own
// memory. Either is only where to look: signatures are checked, and the chain says what lives.
import type { Hex } from 'viem';
import { recoverAddress } from 'viem';
import { sameAddress } from '../../core/chain/addresses';
import {
  type Delegation,
  decodeContext,
  digestOf,
  hashDelegation,
} from '../../core/delegations/delegation';
import type { ResponseOf } from '../../core/protocol/api';
import { isSignedRunway } from '../../core/protocol/runway-ask';
import type { GolemRecord } from '../memory/golem-record';
import { type Runway, readRunway, runwayProblem } from '../runway/runway';
import { isDisabled, type RunwayState, readRunwayState } from '../runway/runway-state';
import { adoptGas, adoptRunway } from './adoption';
import { type Child, type Golem, signerOf } from './golem';
import { goOnFrom } from './heartbeat';

export type Told = ResponseOf<'agentState'>;

/** null = the control plane did not say; so it is for a key that no lease names. */
export async function toldBy(golem: Golem): Promise<Told | null> {
  const answer = await golem.plane.ask('agentState', { signer: signerOf(golem) });
  if (!answer.ok) return null;
  goOnFrom(golem, answer.value.lastSequence);
  return answer.value;
}

type Candidate = { context: Hex; permission: string | null };
type Found = Candidate & { runway: Runway; state: RunwayState };

/** Takes on what lives; else what there was, so that its end is seen. Throws when the chain cannot be asked. */
export async function recoverHoldings(
  golem: Golem,
  told: Told | null,
  record: GolemRecord,
): Promise<RunwayState | null> {
  const known = [
    ...(told?.contexts ?? []),
    ...(record.runway ? [{ context: record.runway, permission: record.permission }] : []),
    ...(record.gas ? [{ context: record.gas, permission: null }] : []),
  ];
  const found: Found[] = [];
  for (const one of known) {
    if (found.some(({ context }) => context.toLowerCase() === one.context.toLowerCase())) continue;
    const own = await ownOf(golem, one);
    if (own) found.push(own);
  }
  const money = best(found.filter(({ runway }) => runway.token !== null));
  const gas = best(found.filter(({ runway }) => runway.token === null));
  if (money) await adoptRunway(golem, money.context, money.permission);
  if (gas && isLive(gas)) await adoptGas(golem, gas.context);
  return money?.state ?? null;
}

/** null for what is not the owner's gift to this very key. */
async function ownOf(golem: Golem, { context, permission }: Candidate): Promise<Found | null> {
  const { chain, owner, sender } = golem;
  const runway = readOrNull(context, chain.chainId);
  if (!runway || !sameAddress(runway.redeemer, sender.address)) return null;
  const problem = await runwayProblem(chain, runway, { owner, redeemer: sender.address });
  if (problem !== null) return null;
  return { context, permission, runway, state: await readRunwayState(chain, runway) };
}

function isLive({ state }: Found): boolean {
  return state.ended === null && !state.behind;
}

/** What a node that is behind shows may live. */
function best(found: readonly Found[]): Found | null {
  return found.find(isLive) ?? found.find(({ state }) => state.ended === null) ?? found[0] ?? null;
}

/** Links that this key gave and has not taken back. */
export async function recoverChildren(
  golem: Golem,
  told: Told | null,
  record: GolemRecord,
): Promise<Child[]> {
  const known = [
    ...record.children,
    ...(told?.replicants ?? []).map(({ golem: id, context }) => ({ id, context })),
  ];
  const children: Child[] = [];
  for (const { id, context } of known) {
    if (children.some((child) => child.context === context)) continue;
    const link = await ownLink(golem, context);
    if (link) children.push({ id, link, context });
  }
  return children;
}

async function ownLink({ chain, key, runway }: Golem, context: Hex): Promise<Delegation | null> {
  const [link, parent] = linksOf(context);
  if (!link || !parent || !sameAddress(link.delegator, key.address)) return null;
  // A child of an earlier lease is an orphan: its link moves nothing any more.
  if (hashDelegation(parent) !== runway?.hashes[0]) return null;
  const hash = digestOf(link, chain.chainId, chain.manager);
  const signer = await recoverAddress({ hash, signature: link.signature }).catch(() => null);
  if (!sameAddress(signer, key.address)) return null;
  return (await isDisabled(chain, hashDelegation(link))) ? null : link;
}

function linksOf(context: Hex): Delegation[] {
  try {
    return decodeContext(context);
  } catch {
    return [];
  }
}

export function readOrNull(context: Hex, chainId: number): Runway | null {
  try {
    return readRunway(context, chainId);
  } catch {
    return null;
  }
}

/** The request of this very key that waits, as it was signed: for a process whose memory knows of none. */
export function recoverRequest(golem: Golem, told: Told | null): GolemRecord['request'] {
  const own = told?.requests.find(
    (one) =>
      sameAddress(one.sessionKey, golem.key.address) &&
      (one.state === 'open' || one.state === 'intended') &&
      one.deadline > golem.now() &&
      isSignedRunway(one),
  );
  if (!own?.nonce || !own.signature) return null;
  const { nonce, signature, payees = [], replaces = null } = own;
  const { name, chainId, owner, sessionKey, token, amount, days, deadline, reason } = own;
  const signed = { golem: own.golem, chainId, owner, sessionKey, token, amount, days, deadline };
  const named = payees.length > 0 ? { payees } : {};
  return { body: { ...signed, ...named, name, reason, nonce, signature }, replaces };
}
