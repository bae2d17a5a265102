// Checks a death certificate against any node of its chain: each step is a log of a known contract in the
// transaction it names, sums and cause follow from the steps, and the chain still shows the Golem ended.
import type { Hex, PublicClient, TransactionReceipt } from 'viem';
import type { Certificate, CertifiedStep } from '../../../src/core/protocol/certificate';
import { golemIdOf } from '../../../src/core/protocol/messages';
import { factOf } from '../chain/event-facts';
import type { Fact } from '../chain/event-row';
import { endProblems, spentBy, sumProblems } from './verify-ends';

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
  const totals = new Map<string, Fact>();
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
  totals: Map<string, Fact>,
): Promise<string | null> {
  const receipt = await receiptOf(client, step.transaction);
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
  totals: Map<string, Fact>,
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
