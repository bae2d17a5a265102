// Checks a death certificate against any node of its chain: each step is a log of a known contract in the
// transaction it names, sums and cause follow from the steps, and the chain still shows the Golem ended.
import type { Hex } from 'viem';
import type { Certificate, CertifiedStep } from '../protocol/certificate';
import { golemIdOf } from '../protocol/messages';
import type { Fact } from './event-fact';
import { factOf, type KnownLog } from './event-facts';
import { type Asking, endProblems, spentBy, sumProblems } from './verify-ends';

export type ShownReceipt = {
  succeeded: boolean;
  blockHash: Hex;
  blockNumber: number;
  logs: readonly (KnownLog & { logIndex: number })[];
};

/** A node of the chain, whoever asks it: the command by its RPC, the page through the owner's wallet. Throws when silent. */
export type CertifyingChain = {
  chainId: () => Promise<number>;
  /** null = the chain has no such transaction. */
  receipt: (transaction: Hex) => Promise<ShownReceipt | null>;
  timeOf: (block: Hex) => Promise<number>;
  ask: Asking;
};

/** One thing that was held against the chain. `step`: its place in the certificate, from one. */
export type Check = {
  what: 'chain' | 'name' | 'step' | 'sums' | 'end';
  step: number | null;
  problems: string[];
};

export type Verdict = { ok: boolean; steps: number; problems: string[]; checks: Check[] };

/** Never throws for a wrong certificate; a node that does not answer throws. `tell` hears each check when it is made. */
export async function verifyCertificate(
  certificate: Certificate,
  chain: CertifyingChain,
  tell: (check: Check) => void = () => undefined,
): Promise<Verdict> {
  const checks: Check[] = [];
  const note = (what: Check['what'], problems: string[], step: number | null = null) => {
    const check = { what, step, problems };
    checks.push(check);
    tell(check);
  };
  const chainId = await chain.chainId();
  const known = chainId === certificate.chainId;
  note('chain', known ? [] : [`The node is of chain ${chainId}, not ${certificate.chainId}.`]);
  if (!known) return verdict(certificate, checks);
  const named = certificate.golemId === golemIdOf(certificate.golem);
  note('name', named ? [] : ['The id on chain is not the one of this Golem.']);
  const totals = new Map<string, Fact>();
  for (const [index, step] of certificate.steps.entries()) {
    const wrong = await stepProblem(certificate, step, chain, totals);
    note('step', wrong ? [`Step ${index + 1}, ${step.event}: ${wrong}.`] : [], index + 1);
  }
  note('sums', sumProblems(certificate));
  note('end', await endProblems(certificate, chain.ask));
  return verdict(certificate, checks);
}

function verdict({ steps }: Certificate, checks: Check[]): Verdict {
  const problems = checks.flatMap((check) => check.problems);
  return { ok: problems.length === 0, steps: steps.length, problems, checks };
}

async function stepProblem(
  certificate: Certificate,
  step: CertifiedStep,
  chain: CertifyingChain,
  totals: Map<string, Fact>,
): Promise<string | null> {
  const receipt = await chain.receipt(step.transaction);
  if (!receipt?.succeeded) return 'the chain has no such transaction';
  if (receipt.blockHash !== step.blockHash || receipt.blockNumber !== step.blockNumber) {
    return 'its transaction is in another block';
  }
  if ((await chain.timeOf(receipt.blockHash)) !== step.at) return 'its block is of another time';
  const log = receipt.logs.find(({ logIndex }) => logIndex === step.logIndex);
  const fact = log ? factOf(log) : null;
  if (!fact) return 'its transaction says nothing of the kind';
  return contentProblem(certificate, step, fact, totals);
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
