// A lease: everything that will be signed is computed first, the owner reads it, and exactly that is signed.
// Whatever the site, the control plane or the chain say meanwhile changes no byte of it.
import type { Address, Hex } from 'viem';
import { sameAddress } from '../core/chain/addresses';
import { encodeContext } from '../core/delegations/delegation';
import { withLease } from '../core/memory/leases';
import type { State } from '../core/memory/state';
import type { RpcAnswers, RpcParams } from '../core/protocol/rpc';
import { nameOf } from '../core/protocol/status';
import { type Grant, type Judged, judgeGrant, refuse } from '../core/runway/grant';
import { oracleOrder, raiseOrder } from '../core/runway/guardian-orders';
import {
  budgetIdOf,
  type LeaseAsk,
  type LeasePlan,
  type LeaseScene,
  planLease,
} from '../core/runway/lease';
import { leaseCalls, leaseFactsOf } from '../core/runway/lease-facts';
import { leasesOf } from '../core/runway/lease-memory';
import { leaseSpeech } from '../core/runway/lease-words';
import { calledWords } from '../core/runway/speech';
import { readChain } from '../host/chain';
import { nowSeconds } from '../host/clock';
import { guardianOf, signAs } from '../host/keys';
import { PORTAL_HOST } from '../host/portal';
import { loadState, updateState } from '../host/state';
import { confirm } from '../host/ui';
import { OrderDialog } from '../views/order-dialog';

type Params = RpcParams<'issueLease'>;
type Answer = RpcAnswers['issueLease'];

export async function issueLease(params: Params): Promise<Answer> {
  const scene = await sceneOf(params);
  if (!scene.ok) return refusal(scene.reason);
  const plan = planLease(askOf(params), scene.value);
  if (!plan.ok) return refusal(plan.reason);
  const name = calledWords(params.golem, nameOf({ id: params.golem, name: params.name }));
  const speech = leaseSpeech(name, plan.value, scene.value);
  if (!(await confirm(<OrderDialog asker={PORTAL_HOST} speech={speech} />))) {
    return { approved: false };
  }
  const stranger = ownerProblem(await loadState(), scene.value.grant);
  return stranger ? refusal(stranger) : sign(params, plan.value, scene.value.grant);
}

async function sceneOf({ golem, chainId, grant: context }: Params): Promise<Judged<LeaseScene>> {
  const guardian = await guardianOf(golem);
  const judged = judgeGrant(context as Hex, { chainId, guardian });
  if (!judged.ok) return judged;
  const grant = judged.value;
  const state = await loadState();
  const stranger = ownerProblem(state, grant);
  if (stranger) return refuse(stranger);
  const budgetId = budgetIdOf(grant);
  const read = await readChain(chainId, leaseCalls(grant, { guardian, golem }, budgetId));
  if (!read.ok) return refuse(`the chain could not be read: ${read.reason}`);
  const facts = leaseFactsOf(read);
  if (!facts) return refuse("Bardo's contracts do not answer on this chain");
  const before = leasesOf(state.leases, { golem, chainId, budgetId });
  return { ok: true, value: { guardian, grant, facts, before, now: nowSeconds() } };
}

/** The one owner this Snap is bound to. Another is bound by a dialog of its own, never by a lease. */
function ownerProblem({ owner }: State, grant: Grant): string | null {
  if (owner === null) return 'Bardo is not connected yet: connect it on the site first';
  if (sameAddress(owner, grant.owner)) return null;
  return `the grant is of ${grant.owner}, but Bardo watches for ${owner}`;
}

function askOf(params: Params): LeaseAsk {
  return {
    golem: params.golem,
    sessionKey: params.sessionKey as Address,
    cap: BigInt(params.cap),
    replicantCap: BigInt(params.replicantCap),
    expiresAt: params.expiresAt,
    payees: params.payees as Address[],
    maxAgeSeconds: params.maxAgeSeconds,
  };
}

/** Remembered before it is handed out: a lease nobody remembers could not be told apart later. */
async function sign({ golem }: Params, plan: LeasePlan, grant: Grant): Promise<Answer> {
  const { lease, ended, raise, oracle } = plan.messages;
  const wanted = [lease, ended, ...(raise ? [raise] : []), ...(oracle ? [oracle] : [])];
  const signatures = await signAs(golem, wanted);
  const signatureOf = (message: (typeof wanted)[number]) =>
    signatures[wanted.indexOf(message)] as Hex;
  const { chainId } = grant;
  const context = encodeContext([{ ...plan.link, signature: signatureOf(lease) }, grant.root]);
  const record = { golem, chainId, context, signedAt: nowSeconds(), by: 'signed' as const };
  await updateState((state) => withLease(state, record));
  return {
    approved: true,
    guardian: plan.link.delegator,
    context,
    ended: signatureOf(ended),
    generation: Number(plan.terms.generation),
    budgetId: `${plan.terms.budgetId}`,
    raise: raise && raiseOrder(raise, signatureOf(raise)),
    oracle: oracle && oracleOrder(golem, oracle, signatureOf(oracle)),
  };
}

function refusal(reason: string): Answer {
  return { approved: false, reason: `Refused: ${reason}.` };
}
