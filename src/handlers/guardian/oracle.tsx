import { namedGuardians } from '../../core/memory/guardians';
import type { State } from '../../core/memory/state';
import type { RpcAnswers, RpcParams } from '../../core/protocol/rpc';
import { nameOf } from '../../core/protocol/status';
import { oracleOrder } from '../../core/runway/guardian-orders';
import { guardianAmong } from '../../core/runway/guardians';
import { oracleCalls, oracleRecordOf } from '../../core/runway/lease-facts';
import { oracleSpeech, planOracle } from '../../core/runway/oracle-plan';
import { calledWords } from '../../core/runway/speech';
import { readChain } from '../../host/chain';
import { nowSeconds } from '../../host/clock';
import { guardiansOf, signAs } from '../../host/keys';
import { PORTAL_HOST } from '../../host/portal';
import { loadState } from '../../host/state';
import { confirm } from '../../host/ui';
import { OrderDialog } from '../../views/order-dialog';

type Answer = RpcAnswers['signOracle'];

/** A guardian's word about one Golem's record, against the record as the chain shows it now. */
export async function signOracle(params: RpcParams<'signOracle'>): Promise<Answer> {
  const { golem, chainId, act, reporter, phase, score } = params;
  const state = await loadState();
  if (state.owner === null)
    return refusal('Bardo is not connected yet: connect it on the site first');
  const ward = { golem, owner: state.owner };
  const guardian = guardianAmong(await guardiansOf(ward), namedGuardians(state, ward));
  const read = await readChain(chainId, oracleCalls({ guardian, golem }));
  if (!read.ok) return refusal(`the chain could not be read: ${read.reason}`);
  const record = oracleRecordOf(read.results);
  if (!record) return refusal("Bardo's oracle does not answer on this chain");
  const ask = {
    act,
    reporter: reporter ?? null,
    phase: phase ?? null,
    score: score ?? null,
  };
  const { block, time } = read;
  const scene = { golem, guardian, record, chainId, block, time, now: nowSeconds() };
  const plan = planOracle(ask, scene);
  if (!plan.ok) return refusal(plan.reason);
  const speech = oracleSpeech(nameFor(state, golem), plan.value, scene);
  if (!(await confirm(<OrderDialog asker={PORTAL_HOST} speech={speech} />))) {
    return { approved: false };
  }
  const signature = await signAs(guardian, ward, (sign) => sign(plan.value));
  return { approved: true, order: oracleOrder(ward, plan.value, signature) };
}

/** The name the control plane lists, with the id that cannot be imitated. */
function nameFor({ golems }: State, golem: string): string {
  const known = golems.find((record) => record.golem.id === golem);
  return calledWords(golem, known ? nameOf(known.golem) : golem);
}

function refusal(reason: string): Answer {
  return { approved: false, reason: `Refused: ${reason}.` };
}
