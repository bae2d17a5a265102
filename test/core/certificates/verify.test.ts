// A certificate against a chain of plain records: what is true passes, and every forged fact is named by its check.
import { type Address, encodeAbiParameters, encodeEventTopics, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { type CertifyingChain, verifyCertificate } from '../../../src/core/certificates/verify';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import { vitalityOracleAbi } from '../../../src/core/chain/bardo-abis.generated';
import { BARDO } from '../../../src/core/chain/bardo-addresses.generated';
import type { Certificate } from '../../../src/core/protocol/certificate';
import { golemIdOf } from '../../../src/core/protocol/messages';
import { aHash, BASE, GUARDIAN, NOW, OWNER } from '../../vectors/builders';

const golemId = golemIdOf('atlas');

function phaseLog(phase: number) {
  const args = { guardian: GUARDIAN, golemId };
  const topics = encodeEventTopics({ abi: vitalityOracleAbi, eventName: 'PhaseReported', args });
  const event = vitalityOracleAbi.find(
    (one) => one.type === 'event' && one.name === 'PhaseReported',
  );
  const rest = (event && 'inputs' in event ? event.inputs : []).filter(
    (input) => !('indexed' in input && input.indexed),
  );
  const data = encodeAbiParameters(
    rest as { type: string }[],
    rest.map(({ name }) => (name === 'phase' ? phase : 0)),
  );
  return {
    address: BARDO.vitalityOracle as Address,
    topics: topics as [Hex, ...Hex[]],
    data,
    logIndex: 3,
  };
}

const CERTIFICATE: Certificate = {
  version: 1,
  golem: 'atlas',
  name: 'Atlas',
  chainId: BASE,
  owner: OWNER,
  guardian: GUARDIAN,
  golemId,
  manager: FRAMEWORK.delegationManager,
  grants: [],
  leases: [],
  diedAt: NOW,
  cause: 'terminal',
  spent: '0',
  steps: [
    {
      event: 'phase',
      at: NOW,
      blockNumber: 7,
      blockHash: aHash(7),
      transaction: aHash(1),
      logIndex: 3,
      delegationHash: null,
      amount: null,
      phase: 4,
    },
  ],
};

const CHAIN: CertifyingChain = {
  chainId: async () => BASE,
  receipt: async (hash) =>
    hash === aHash(1)
      ? { succeeded: true, blockHash: aHash(7), blockNumber: 7, logs: [phaseLog(4)] }
      : null,
  timeOf: async () => NOW,
  ask: async (question, ..._about) => {
    const answer = question.read(`0x${'1'.padStart(64, '0')}${'4'.padStart(64, '0')}`);
    if (answer === null) throw new Error('no answer');
    return answer;
  },
};

const failed = async (over: Partial<Certificate>, chain: Partial<CertifyingChain> = {}) => {
  const { checks } = await verifyCertificate({ ...CERTIFICATE, ...over }, { ...CHAIN, ...chain });
  return checks.filter(({ problems }) => problems.length > 0).map(({ what }) => what);
};
const [step] = CERTIFICATE.steps;
const withStep = (over: object) => ({ steps: [{ ...step, ...over }] }) as Partial<Certificate>;

describe('a death certificate', () => {
  it('is true where each of its facts stands on the chain, and each check is told', async () => {
    const told: string[] = [];

    const verdict = await verifyCertificate(CERTIFICATE, CHAIN, ({ what }) => told.push(what));

    expect(verdict).toMatchObject({ ok: true, steps: 1, problems: [] });
    expect(told).toEqual(['chain', 'name', 'step', 'sums', 'end']);
  });

  it.each<[string, Partial<Certificate>, string[]]>([
    ['of another chain', { chainId: 1 }, ['chain']],
    ['of another name', { golem: 'vesta' }, ['name']],
    ['of another sum', { spent: '1' }, ['sums']],
    ['of another moment', { diedAt: NOW - 1 }, ['sums']],
    ['of another end', { cause: 'disabled' }, ['sums', 'end']],
    ['with a transaction that never was', withStep({ transaction: aHash(2) }), ['step']],
    ['in another block', withStep({ blockHash: aHash(8) }), ['step']],
    ['at another time', withStep({ at: NOW - 1 }), ['step', 'sums']],
    ['with another log', withStep({ logIndex: 4 }), ['step']],
    ['in another phase', withStep({ phase: 3 }), ['step', 'sums']],
    ['with its end told twice', { steps: [step, step] as Certificate['steps'] }, ['sums']],
  ])('%s is told by that check', async (_, over, checks) => {
    expect(await failed(over)).toEqual(checks);
  });

  it('is not true where the transaction failed, or the oracle has changed its mind', async () => {
    const receipt = async () => ({
      ...{ succeeded: false, blockHash: aHash(7), blockNumber: 7, logs: [phaseLog(4)] },
    });
    const ask: CertifyingChain['ask'] = async (question, ..._about) =>
      question.read(`0x${'1'.padStart(64, '0')}${'2'.padStart(64, '0')}`) as never;

    expect(await failed({}, { receipt })).toEqual(['step']);
    expect(await failed({}, { ask })).toEqual(['end']);
  });

  it('is not judged by a node that is silent', async () => {
    const silent = async () => {
      throw new Error('silent');
    };

    await expect(failed({}, { receipt: silent })).rejects.toThrow('silent');
  });
});
