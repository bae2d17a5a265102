// A lease: everything that will be signed is computed first, the owner reads it, and exactly that is signed.
// Whatever the site, the control plane or the chain say meanwhile changes no byte of it.
import type { Address } from 'viem';
import { besideLease } from '../../core/audit/beside';
import { sameAddress } from '../../core/chain/addresses';
import { encodeContext } from '../../core/delegations/delegation';
import { withLease } from '../../core/memory/leases';
import type { State } from '../../core/memory/state';
import type { RpcAnswers, RpcParams } from '../../core/protocol/rpc';
import { nameOf } from '../../core/protocol/status';
import { codeOfRequest } from '../../core/runway/asked-key';
import { type Judged, judgeGrant, readOneGrant, refuse } from '../../core/runway/grant';
import { oracleOrder, raiseOrder } from '../../core/runway/guardian-orders';
import { guardianAmong } from '../../core/runway/guardians';
import { budgetIdOf, type LeasePlan, planLease } from '../../core/runway/lease';
import { leaseCalls, leaseFactsOf } from '../../core/runway/lease-facts';
import { leasesOf } from '../../core/runway/lease-memory';
import type { LeaseAsk, LeaseScene } from '../../core/runway/lease-scene';
import { leaseSpeech } from '../../core/runway/lease-words';
import { calledWords } from '../../core/runway/speech';
import { readChain } from '../../host/chain';
import { nowSeconds } from '../../host/clock';
import { guardiansOf, signAs } from '../../host/keys';
import { PORTAL_HOST } from '../../host/portal';
import { loadState, updateState } from '../../host/state';
import { confirm } from '../../host/ui';
import { OrderDialog } from '../../views/order-dialog';

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
  const stranger = ownerProblem(await loadState(), scene.value.grant.owner);
  return stranger ? refusal(stranger) : sign(params, plan.value, scene.value);
}

/** The guardian that the grant itself names, if it is ours over this owner's Golem. */
async function sceneOf(params: Params): Promise<Judged<LeaseScene>> {
  const { golem, chainId, grant: context, sessionKey, request } = params;
  const claimed = readOneGrant(context, chainId);
  if (!claimed.ok) return claimed;
  const { account, redeemer } = claimed.value;
  const state = await loadState();
  const stranger = ownerProblem(state, account);
  if (stranger) return refuse(stranger);
  const code = request
    ? codeOfRequest(request, { golem, chainId, owner: account, sessionKey })
    : null;
  if (request && code === null)
    return refuse('the key of this lease did not sign the request it answers');
  const ours = await guardiansOf({ golem, owner: account });
  const guardian = guardianAmong(ours, [redeemer]);
  const judged = judgeGrant(context, { chainId, guardian });
  if (!judged.ok) return judged;
  const grant = judged.value;
  const budgetId = budgetIdOf(grant);
  const read = await readChain(chainId, leaseCalls(grant, { guardian, golem }, budgetId));
  if (!read.ok) return refuse(`the chain could not be read: ${read.reason}`);
  const facts = leaseFactsOf(read);
  if (!facts) return refuse("Bardo's contracts do not answer on this chain");
  const before = leasesOf(state.leases, { golem, chainId, guardian, budgetId });
  const now = nowSeconds();
  const beside = besideLease(state, { golem, grant, now: Math.min(now, facts.time) });
  return { ok: true, value: { guardian, grant, facts, before, beside, code, now } };
}

/** The one owner this Snap is bound to. Another is bound by a dialog of its own, never by a lease. */
function ownerProblem({ owner }: State, payer: Address): string | null {
  if (owner === null) return 'Bardo is not connected yet: connect it on the site first';
  if (sameAddress(owner, payer)) return null;
  return `the grant is of ${payer.toLowerCase()}, but Bardo watches for ${owner}`;
}

function askOf(params: Params): LeaseAsk {
  return {
    golem: params.golem,
    sessionKey: params.sessionKey,
    cap: BigInt(params.cap),
    replicantCap: BigInt(params.replicantCap),
    expiresAt: params.expiresAt,
    payees: params.payees,
    maxAgeSeconds: params.maxAgeSeconds,
  };
}

/** Remembered before it is handed out: a lease nobody remembers could not be told apart later. */
async function sign({ golem }: Params, plan: LeasePlan, scene: LeaseScene): Promise<Answer> {
  const { guardian, grant } = scene;
  const ward = { golem, owner: grant.owner };
  const { lease, raise, oracle } = plan.messages;
  const signed = await signAs(guardian, ward, async (sign) => ({
    lease: await sign(lease),
    raise: raise && raiseOrder(raise, await sign(raise)),
    oracle: oracle && oracleOrder(ward, oracle, await sign(oracle)),
  }));
  const { chainId } = grant;
  const context = encodeContext([{ ...plan.link, signature: signed.lease }, grant.root]);
  const record = { golem, chainId, context, signedAt: nowSeconds(), by: 'signed' as const };
  await updateState((state) => withLease(state, record));
  return {
    approved: true,
    guardian: plan.link.delegator,
    context,
    generation: Number(plan.terms.generation),
    budgetId: `${plan.terms.budgetId}`,
    raise: signed.raise,
    oracle: signed.oracle,
  };
}

function refusal(reason: string): Answer {
  return { approved: false, reason: `Refused: ${reason}.` };
}
