// A request for a runway is one request, however often its agent is killed while the owner thinks: it is kept as it was signed
// before it is posted, posted again as it was, and forgotten only after its outcome was told.
import { sameAddress } from '../../core/chain/addresses';
import type { RunwayAskBody, RunwayRecord } from '../../core/protocol/runway-shapes';
import { type Golem, signerOf } from '../life/golem';
import type { PlaneAnswer } from '../life/plane-reply';
import { type Asked, signedAsk } from './runway-ask';
import { ToolRefused } from './tool';

/** `replaces`: the permission that lived when it was asked. */
export type Posted = {
  body: RunwayAskBody;
  record: RunwayRecord;
  replaces: string | null;
  /** It was asked before, by this process or an earlier one. */
  kept: boolean;
};

/** The one that waits, if it asks for the same; else a new one. Throws `ToolRefused` when it is not taken. */
export async function postRequest(golem: Golem, asking: Asked, seconds: number): Promise<Posted> {
  const kept = await waitingFor(golem, asking);
  if (kept) {
    const again = await golem.plane.ask('askRunway', { body: kept.body });
    if (again.ok && again.value.state !== 'expired')
      return { ...kept, record: again.value, kept: true };
    if (!again.ok && !isNo(again)) throw notTaken(again);
    await forgetRequest(golem, kept.body);
  }
  const replaces = golem.runway ? await permissionOf(golem) : null;
  const body = await signedAsk(golem, asking, Math.ceil(golem.now() + seconds));
  // Who is killed between these two lines posts the same again.
  await golem.memory.change(() => ({ request: { body, replaces } }));
  const posted = await golem.plane.ask('askRunway', { body });
  if (posted.ok) return { body, record: posted.value, replaces, kept: false };
  if (isNo(posted)) await forgetRequest(golem, body);
  throw notTaken(posted);
}

/** When the caller has run on with the outcome: who is killed before that hears it again. */
export function forgetWhenTold(golem: Golem, body: RunwayAskBody): void {
  setImmediate(() => void forgetRequest(golem, body).catch(() => undefined));
}

function forgetRequest({ memory }: Golem, { nonce }: RunwayAskBody): Promise<void> {
  return memory.change(({ request }) => ({
    request: request?.body.nonce === nonce ? null : request,
  }));
}

/** Signed by this very key for the same money, and not run out. The first runway is not asked for by who has one. */
async function waitingFor({ key, memory, now, runway }: Golem, { params, amount, payees }: Asked) {
  const { request } = await memory.recall();
  if (!request) return null;
  const { body } = request;
  const same =
    sameAddress(body.sessionKey, key.address) &&
    body.amount === `${amount}` &&
    body.days === params.duration_days &&
    (body.payees ?? []).join() === payees.join() &&
    body.deadline > now() &&
    !(request.replaces === null && runway !== null);
  return same ? request : null;
}

/** Under what name the control plane has the runway that lives. */
export async function permissionOf(golem: Golem): Promise<string | null> {
  const { runway, permission, plane } = golem;
  if (permission || !runway) return permission;
  const state = await plane.ask('agentState', { signer: signerOf(golem) });
  const found = state.ok
    ? state.value.contexts.find(
        ({ context }) => context.toLowerCase() === runway.context.toLowerCase(),
      )
    : undefined;
  golem.permission = found?.permission ?? null;
  return golem.permission;
}

/** It was understood and refused; all else may be taken the next time. */
function isNo(answer: PlaneAnswer<unknown>): boolean {
  return (
    !answer.ok &&
    ['bad_request', 'bad_signature', 'wrong_chain', 'expired', 'forbidden'].includes(answer.code)
  );
}

function notTaken(answer: PlaneAnswer<unknown>): ToolRefused {
  return answer.ok
    ? new ToolRefused('The request was not taken.')
    : new ToolRefused(`The request was not taken: ${answer.reason}.`, answer.said);
}
