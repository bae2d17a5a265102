// A decent death, in order: say Terminal on chain (from that block the lease moves nothing), disable the links
// given to children, send the leftover gas home, ask the owner to end the rest, say goodbye, zero the key.
//
// Every step asks the chain whether it was done before, so a death that was interrupted goes on where it
// was. A step that the chain refuses is told and passed over; one that cannot be tried now ends the attempt.

import type { Hex } from 'viem';
import { hashDelegation } from '../../core/delegations/delegation';
import type { RequestOf, ResponseOf } from '../../core/protocol/api';
import { asLine, endingTypedData } from '../../core/protocol/last-words';
import { golemIdOf } from '../../core/protocol/messages';
import type { EndedBy } from '../../core/runway/ended';
import { isFinal, reasonOf } from '../chain/reverts';
import { sweepGas } from '../runway/gas';
import { planDisable } from '../runway/revoke';
import { isDisabled, readVitality } from '../runway/runway-state';
import { guardianOf } from './adoption';
import { accountOf, type DeathAccount, sweptHome } from './death-account';
import { beginDeath, buried, isReplaced, tellCompleted } from './dying';
import { type Golem, signerOf } from './golem';
import { sendHeartbeat } from './heartbeat';
import { hasOwnRecord, report } from './oracle';

export const DEATH_STEPS = ['report', 'disable', 'sweep', 'ending', 'heartbeat', 'zero'] as const;
export type DeathStep = (typeof DEATH_STEPS)[number];

/** `skipped`: there was nothing to do. `refused`: it cannot be done, now or later. */
export type StepOutcome = {
  step: DeathStep;
  outcome: 'done' | 'skipped' | 'refused';
  detail: string | null;
};

export type Death =
  | {
      dead: true;
      steps: StepOutcome[];
      ending: ResponseOf<'end'> | null;
      /** null = it had died before. */
      account: DeathAccount | null;
    }
  /** Try again: nothing that was done is done twice. */
  | { dead: false; at: DeathStep; reason: string; steps: StepOutcome[] };

export type DeathOptions = {
  /** In its own words, shown to the owner as such; its key signs them. At most 280 characters are kept. */
  reason: string;
  /** What it learned, under the id of its record: signed with the reason, handed to its successor. */
  knowledgeRecord?: string | null;
  cause?: EndedBy;
  /** How often the control plane is tried; it must not keep a key alive. */
  attempts?: number;
  /** Between attempts. */
  pauseMs?: number;
};

type Step = (golem: Golem, options: DeathOptions) => Promise<Omit<StepOutcome, 'step'>>;

/** Transactions that sent gas home, also in an earlier attempt of this process; those of earlier ones are in the records. */
const sweeps = new WeakMap<Golem, Hex[]>();

const RECORD = /^[a-z0-9-]{1,64}$/;

/** Throws before anything is done for a record that could never be named. A death that was begun keeps its reason and record. */
export async function die(golem: Golem, given: DeathOptions): Promise<Death> {
  const { knowledgeRecord } = given;
  if (knowledgeRecord && !RECORD.test(knowledgeRecord)) {
    throw new Error('die: knowledgeRecord must be 1 to 64 small letters, digits or dashes.');
  }
  const steps: StepOutcome[] = [];
  let ending: ResponseOf<'end'> | null = null;
  if (golem.key.destroyed) return { dead: true, steps, ending, account: null };
  const options = { ...given, ...(await beginDeath(golem, given)) };
  const acts: Record<DeathStep, Step> = {
    report: unlessReplaced(sayTerminal),
    disable: disableChildren,
    sweep: sendGasHome,
    ending: unlessReplaced(async () => {
      const body = await lastWords(golem, options);
      const answer = await patiently(options, () =>
        golem.plane.ask('end', { body, signer: signerOf(golem) }),
      );
      if (answer.ok) ending = answer.value;
      return answer.ok ? done() : refused(answer.reason);
    }),
    heartbeat: unlessReplaced(sayGoodbye),
    zero: zeroKeys,
  };
  let account: DeathAccount | null = null;
  for (const step of DEATH_STEPS) {
    if (step === 'zero') account = await accountOf(golem).catch(() => null);
    const outcome = await attempt(() => acts[step](golem, options));
    if (!outcome.ok) return { dead: false, at: step, reason: outcome.reason, steps };
    steps.push({ step, ...outcome.value });
    golem.events.emit('death:step', { golem: golem.id, step, ...outcome.value });
  }
  tellCompleted(golem, options, account);
  return { dead: true, steps, ending, account };
}

/** A refusal of the chain is final; anything else may pass. */
async function attempt(
  act: () => Promise<Omit<StepOutcome, 'step'>>,
): Promise<{ ok: true; value: Omit<StepOutcome, 'step'> } | { ok: false; reason: string }> {
  try {
    return { ok: true, value: await act() };
  } catch (error) {
    return isFinal(error)
      ? { ok: true, value: refused(reasonOf(error)) }
      : { ok: false, reason: reasonOf(error) };
  }
}

/** The owner has leased another key: this one goes, and the Golem lives on. Its word would kill the other. */
function unlessReplaced(step: Step): Step {
  return async (golem, options) =>
    (await isReplaced(golem))
      ? skipped('another key has its lease by now: the Golem lives on without this one')
      : step(golem, options);
}

const sayTerminal: Step = async (golem) => {
  const guardian = guardianOf(golem);
  if (!guardian || !hasOwnRecord(golem)) return skipped('it has no record of its own on chain');
  const vitality = await readVitality(golem.chain, guardian, golemIdOf(golem.id));
  if (vitality.phase === 'terminal') return skipped('the chain shows it already');
  await report(golem, { phase: 'terminal', vitality: 0 });
  return done();
};

const disableChildren: Step = async (golem) => {
  let count = 0;
  for (const { link } of golem.children) {
    if (await isDisabled(golem.chain, hashDelegation(link))) continue;
    await golem.sender.send(planDisable(golem.chain, link));
    count += 1;
  }
  return count > 0
    ? done(`${count} of ${golem.children.length}`)
    : skipped('no child link is open');
};

const sendGasHome: Step = async (golem) => {
  const { chain, owner, pendingKey, senderFor } = golem;
  // The owner may have given gas to the next key already; it dies with this one.
  if (pendingKey) {
    const next = await sweepGas(chain, senderFor(pendingKey), owner).catch((error: unknown) => {
      if (!isFinal(error)) throw error;
      return null;
    });
    if (next?.ok) remember(golem, next.sent.transaction);
  }
  const swept = await sweepGas(chain, golem.sender, owner);
  if (swept.ok) remember(golem, swept.sent.transaction);
  return swept.ok ? done(`${swept.value} wei`) : skipped(swept.reason);
};

function remember(golem: Golem, transaction: Hex): void {
  sweeps.set(golem, [...(sweeps.get(golem) ?? []), transaction].slice(-4));
}

async function lastWords(golem: Golem, options: DeathOptions): Promise<RequestOf<'end'>> {
  const { id, owner, chain, key } = golem;
  const { reason, knowledgeRecord = null } = options;
  const words = { reason: asLine(`${reason}`), at: golem.now(), knowledgeRecord };
  const whose = { owner, golem: id, chainId: chain.chainId };
  const signature = await key.signTypedData(endingTypedData(whose, words));
  const recorded = (await sweptHome(golem))?.map(({ result }) => result?.transaction ?? '0x') ?? [];
  const all = [...new Set([...recorded, ...(sweeps.get(golem) ?? [])])];
  return { ...words, signature, sweeps: all.slice(-4) };
}

const sayGoodbye: Step = async (golem, options) => {
  const head = await golem.chain.head();
  const last = { phase: 'terminal', vitality: 0 } as const;
  const answer = await patiently(options, () => sendHeartbeat(golem, last, head, 604_800));
  return answer.ok ? done() : refused(answer.reason);
};

const zeroKeys: Step = async (golem, { cause = 'terminal' }) => {
  const { pendingKey, key } = golem;
  const problem = await buried(golem);
  pendingKey?.destroy(cause);
  key.destroy(cause);
  return done(problem);
};

async function patiently<T extends { ok: boolean }>(
  { attempts = 3, pauseMs = 500 }: DeathOptions,
  ask: () => Promise<T>,
): Promise<T> {
  for (let left = attempts - 1; ; left -= 1) {
    const answer = await ask();
    if (answer.ok || left <= 0) return answer;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

function done(detail: string | null = null) {
  return { outcome: 'done', detail } as const;
}

function skipped(detail: string) {
  return { outcome: 'skipped', detail } as const;
}

function refused(detail: string) {
  return { outcome: 'refused', detail } as const;
}
