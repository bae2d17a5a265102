// Checks a death certificate against any node of its chain: each step is a log of a known contract in the
// transaction it names, sums and cause follow from the steps, and the chain still shows the Golem ended.
import type { Hex, PublicClient, TransactionReceipt } from 'viem';
import { answerTo } from '../../../src/core/chain/answers';
import { QUESTIONS } from '../../../src/core/chain/questions';
import type { Certificate, CertifiedStep } from '../../../src/core/protocol/certificate';
import { golemIdOf } from '../../../src/core/protocol/messages';
import type { Fact } from '../chain/event-row';
import { factOf } from '../chain/events';
import { ENDED } from '../records/endings';

export type Verdict = { ok: boolean; steps: number; problems: string[] };

/** Never throws for a wrong certificate; a node that does not answer throws. */
export async function verifyCertificate(
  certificate: Certificate,
  client: PublicClient,
): Promise<Verdict> {
  const chainId = await client.getChainId();
  if (chainId !== certificate.chainId) {
    return verdict(certificate, [`The node is of chain ${chainId}, not ${certificate.chainId}.`]);
  }
  const problems: string[] = [];
  if (certificate.golemId !== golemIdOf(certificate.golem)) {
    problems.push('The id on chain is not the one of this Golem.');
  }
  const totals = new Map<string, string>();
  for (const [index, step] of certificate.steps.entries()) {
    const wrong = await stepProblem(certificate, step, client, totals);
    if (wrong) problems.push(`Step ${index + 1}, ${step.event}: ${wrong}.`);
  }
  problems.push(...sumProblems(certificate), ...(await endProblems(certificate, client)));
  return verdict(certificate, problems);
}

function verdict({ steps }: Certificate, problems: string[]): Verdict {
  return { ok: problems.length === 0, steps: steps.length, problems };
}

async function stepProblem(
  certificate: Certificate,
  step: CertifiedStep,
  client: PublicClient,
  totals: Map<string, string>,
): Promise<string | null> {
  const receipt = await receiptOf(client, step.transaction as Hex);
  if (receipt?.status !== 'success') return 'the chain has no such transaction';
  if (receipt.blockHash !== step.blockHash || Number(receipt.blockNumber) !== step.blockNumber) {
    return 'its transaction is in another block';
  }
  const block = await client.getBlock({ blockHash: receipt.blockHash });
  if (Number(block.timestamp) !== step.at) return 'its block is of another time';
  const log = receipt.logs.find(({ logIndex }) => logIndex === step.logIndex);
  const fact = log ? factOf(log) : null;
  if (!fact) return 'its transaction says nothing of the kind';
  return contentProblem(certificate, step, fact, totals);
}

async function receiptOf(client: PublicClient, hash: Hex): Promise<TransactionReceipt | null> {
  return client.getTransactionReceipt({ hash }).catch((error: Error) => {
    if (error.name === 'TransactionReceiptNotFoundError') return null;
    throw error;
  });
}

function contentProblem(
  certificate: Certificate,
  step: CertifiedStep,
  fact: Fact,
  totals: Map<string, string>,
): string | null {
  const wrong = Object.entries(factFor(certificate, step)).find(
    ([name, value]) => value !== null && fact[name as keyof Fact] !== value,
  );
  if (wrong) return `the chain says another ${wrong[0].replace('_', ' ')}`;
  if (step.event === 'redeemed' && `${spentBy(step, fact, totals)}` !== step.amount) {
    return 'the chain says another amount';
  }
  if (step.delegationHash && !certificate.grants.includes(step.delegationHash)) {
    return 'it is about a grant of somebody else';
  }
  return null;
}

function factFor(
  certificate: Certificate,
  step: CertifiedStep,
): Partial<{ [K in keyof Fact]: string | null }> {
  const record = { guardian: certificate.guardian, golem_id: certificate.golemId };
  switch (step.event) {
    case 'registered':
    case 'phase':
    case 'healed':
      return { event: step.event, ...record, number: `${step.phase}` };
    case 'raised':
      return { event: 'raised', guardian: certificate.guardian };
    case 'epoch':
      return { event: 'epoch', owner: certificate.owner };
    case 'disabled':
      return { event: 'disabled', delegation_hash: step.delegationHash };
    case 'redeemed':
      return { event: 'transferred', delegation_hash: step.delegationHash };
  }
}

/** The event tells the period's total; the payment is what it added since the step before. */
function spentBy(step: CertifiedStep, fact: Fact, totals: Map<string, string>): bigint {
  const hash = `${step.delegationHash}`;
  const [period, total] = (fact.number ?? '').split(':');
  const [lastPeriod, lastTotal] = (totals.get(hash) ?? '').split(':');
  totals.set(hash, fact.number ?? '');
  return BigInt(total ?? 0) - (lastPeriod === period ? BigInt(lastTotal ?? 0) : 0n);
}

function sumProblems({ steps, spent, diedAt, cause }: Certificate): string[] {
  const sum = steps.reduce((total, step) => total + BigInt(step.amount ?? 0), 0n);
  const ordered = steps.every((step, index) => {
    const before = steps[index - 1];
    return !before || before.blockNumber < step.blockNumber || before.logIndex < step.logIndex;
  });
  const last = steps.filter((step) => endsIn(step, cause)).at(-1);
  return [
    ...(`${sum}` === spent ? [] : ['The steps do not add up to what was spent.']),
    ...(ordered ? [] : ['The steps are not in the order of the chain.']),
    ...(last ? [] : ['No step shows the end it names.']),
    ...(cause !== 'terminal' || last?.at === diedAt ? [] : ['It died at another time.']),
  ];
}

function endsIn(step: CertifiedStep, cause: Certificate['cause']): boolean {
  if (cause === 'terminal') return step.event === 'phase' && step.phase === 4;
  return step.event === (cause === 'ended' ? 'raised' : 'disabled');
}

/** What the chain says today: the end must have lasted. */
async function endProblems(certificate: Certificate, client: PublicClient): Promise<string[]> {
  const { cause, guardian, golemId, leases, grants } = certificate;
  if (cause === 'terminal' && guardian) {
    const { phase } = await answerTo(client, QUESTIONS.phase, [guardian, golemId as Hex]);
    return phase === 4 ? [] : ['The oracle does not say terminal.'];
  }
  if (cause === 'ended' && guardian) {
    const budgets = [...new Set(leases.map(({ budgetId }) => budgetId))];
    const floors = await Promise.all(
      budgets.map((budgetId) => answerTo(client, QUESTIONS.budget, [guardian, budgetId])),
    );
    return floors.some(({ floor }) => floor === BigInt(ENDED)) ? [] : ['No budget of it is ended.'];
  }
  const disabled = await Promise.all(
    grants.map((hash) => answerTo(client, QUESTIONS.disabled, [hash])),
  );
  return disabled.includes(true) ? [] : ['None of its grants is disabled.'];
}
