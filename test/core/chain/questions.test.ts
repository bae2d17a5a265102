import { readdirSync, readFileSync } from 'node:fs';
import {
  type Abi,
  type AbiFunction,
  encodeAbiParameters,
  encodeFunctionData,
  getAbiItem,
  type Hex,
  parseAbi,
  toFunctionSelector,
} from 'viem';
import { describe, expect, it } from 'vitest';
import {
  dailySpendLimitEnforcerAbi,
  golemPolicyEnforcerAbi,
  replicantBudgetEnforcerAbi,
  vitalityOracleAbi,
} from '../../../src/core/chain/bardo-abis.generated';
import * as QUESTIONS from '../../../src/core/chain/questions';
import {
  ACCOUNT_VIEWS,
  BARDO_VIEWS,
  ENFORCER_VIEWS,
  MANAGER_VIEWS,
} from '../../../src/core/decoders/view-functions';
import { aHash, anAddress } from '../../vectors/builders';

const MANAGER = '0xdb9b1e94b5b69df7e401ddbede43491141047db3';
const [A, B, C] = [anAddress(1), anAddress(2), anAddress(3)];
const HASH = aHash(0xab);
/** No whole word, so its padding counts. */
const TERMS: Hex = `0x${'5a'.repeat(77)}`;

type Case = {
  abi: Abi;
  view: string;
  asked: () => { to: string; data: Hex };
  args: unknown[];
  /** One answer of the contract, and what is read of it. */
  answer: unknown[];
  read: unknown;
};

const one = (signature: string) => parseAbi([`function ${signature}`] as never) as Abi;
const AVAILABLE =
  'getAvailableAmount(bytes32, address, bytes) view returns (uint256, bool, uint256)';

const CASES: { [name in keyof typeof QUESTIONS]: Case } = {
  paused: {
    ...{ abi: one('paused() view returns (bool)'), view: 'paused', args: [] },
    ...{ asked: () => QUESTIONS.paused.ask(), answer: [true], read: true },
  },
  disabled: {
    abi: one('disabledDelegations(bytes32) view returns (bool)'),
    ...{ view: 'disabledDelegations', args: [HASH], asked: () => QUESTIONS.disabled.ask(HASH) },
    ...{ answer: [false], read: false },
  },
  nonce: {
    abi: one('currentNonce(address, address) view returns (uint256)'),
    ...{ view: 'currentNonce', args: [MANAGER, A], asked: () => QUESTIONS.nonce.ask(A) },
    ...{ answer: [7n], read: 7n },
  },
  available: {
    ...{ abi: one(AVAILABLE), view: 'getAvailableAmount', args: [HASH, MANAGER, TERMS] },
    asked: () => QUESTIONS.available.ask(C, HASH, TERMS),
    ...{ answer: [5n, true, 3n], read: 5n },
  },
  epoch: {
    ...{ abi: golemPolicyEnforcerAbi, view: 'epochs', args: [A] },
    ...{ asked: () => QUESTIONS.epoch.ask(A), answer: [4n], read: 4n },
  },
  budget: {
    ...{ abi: golemPolicyEnforcerAbi, view: 'getBudget', args: [MANAGER, A, 9n] },
    ...{ asked: () => QUESTIONS.budget.ask(A, '9'), answer: [2, true, 55n, 6n] },
    read: { floor: 2n, ended: true, units: 55n, replicantUnits: 6n },
  },
  leaseLeft: {
    ...{ abi: golemPolicyEnforcerAbi, view: 'getAvailable', args: [TERMS, MANAGER, A, B] },
    ...{ asked: () => QUESTIONS.leaseLeft.ask(TERMS, A, B), answer: [8n], read: 8n },
  },
  dailyLeft: {
    ...{ abi: dailySpendLimitEnforcerAbi, view: 'getAvailable', args: [TERMS, MANAGER, A] },
    ...{ asked: () => QUESTIONS.dailyLeft.ask(C, TERMS, A), answer: [8n], read: 8n },
  },
  replicantsSpent: {
    ...{ abi: replicantBudgetEnforcerAbi, view: 'spentOf', args: [MANAGER, HASH] },
    ...{ asked: () => QUESTIONS.replicantsSpent.ask(C, HASH), answer: [8n], read: 8n },
  },
  vitality: {
    ...{ abi: vitalityOracleAbi, view: 'getVitality', args: [A, HASH] },
    ...{ asked: () => QUESTIONS.vitality.ask(A, HASH), answer: [2n, 9000n, 1_790_000_000n] },
    read: { phasePlusOne: 2, score: 9000, reportedAt: 1_790_000_000 },
  },
  phase: {
    ...{ abi: vitalityOracleAbi, view: 'getPhase', args: [A, HASH] },
    ...{ asked: () => QUESTIONS.phase.ask(A, HASH), answer: [true, 4], read: { phase: 4 } },
  },
  record: {
    ...{ abi: vitalityOracleAbi, view: 'recordOf', args: [A, HASH] },
    ...{ asked: () => QUESTIONS.record.ask(A, HASH), answer: [B, 3n, false] },
    read: { reporter: B, nonce: 3n },
  },
  manager: {
    abi: one('delegationManager() view returns (address)'),
    ...{ view: 'delegationManager', args: [], asked: () => QUESTIONS.manager.ask(A) },
    ...{ answer: [MANAGER], read: MANAGER },
  },
  balance: {
    abi: one('balanceOf(address) view returns (uint256)'),
    ...{ view: 'balanceOf', args: [A], asked: () => QUESTIONS.balance.ask(C, A) },
    ...{ answer: [2n ** 255n], read: 2n ** 255n },
  },
  holder: {
    abi: one('ownerOf(uint256) view returns (address)'),
    ...{ view: 'ownerOf', args: [7n], asked: () => QUESTIONS.holder.ask(C, 7n) },
    ...{ answer: [MANAGER], read: MANAGER },
  },
  agentWallet: {
    abi: one('getAgentWallet(uint256) view returns (address)'),
    ...{ view: 'getAgentWallet', args: [7n], asked: () => QUESTIONS.agentWallet.ask(C, 7n) },
    ...{ answer: [MANAGER], read: MANAGER },
  },
  agentFile: {
    abi: one('tokenURI(uint256) view returns (string)'),
    ...{ view: 'tokenURI', args: [7n], asked: () => QUESTIONS.agentFile.ask(C, 7n) },
    ...{ answer: ['ipfs://bafy'], read: 'ipfs://bafy' },
  },
  agentNote: {
    abi: one('getMetadata(uint256, string) view returns (bytes)'),
    ...{ view: 'getMetadata', args: [7n, 'bardo.golem'] },
    asked: () => QUESTIONS.agentNote.ask(C, 7n, 'bardo.golem'),
    ...{ answer: ['0xa71a50'], read: '0xa71a50' },
  },
  name: {
    abi: one('name() view returns (string)'),
    ...{ view: 'name', args: [], asked: () => QUESTIONS.name.ask(C) },
    ...{ answer: ['USD Coin'], read: 'USD Coin' },
  },
  coins: {
    abi: one('getEthBalance(address) view returns (uint256)'),
    ...{ view: 'getEthBalance', args: [A], asked: () => QUESTIONS.coins.ask(A) },
    ...{ answer: [1n], read: 1n },
  },
  blockHash: {
    abi: one('getBlockHash(uint256) view returns (bytes32)'),
    ...{ view: 'getBlockHash', args: [98n], asked: () => QUESTIONS.blockHash.ask(98) },
    ...{ answer: [HASH], read: BigInt(HASH) },
  },
};

const BY_NAME = { ...QUESTIONS };

describe.each(Object.entries(CASES))('The question %s', (name, { abi, view, ...the }) => {
  const { read } = BY_NAME[name as keyof typeof QUESTIONS];

  it('is asked as its contract takes it', () => {
    const data = encodeFunctionData({ abi, functionName: view, args: the.args });

    expect(the.asked().data).toBe(data);
    expect(the.asked().to).toMatch(/^0x[0-9a-f]{40}$/);
  });

  it('is read as its contract answers it', () => {
    const { outputs } = getAbiItem({ abi, name: view }) as AbiFunction;
    const answer = encodeAbiParameters(outputs, the.answer);

    expect(read(answer)).toEqual(the.read);
  });

  it('has no answer in what is none', () => {
    for (const none of [null, undefined, '0x', '0x12', `0x${'00'.repeat(31)}`] as const) {
      expect(read(none)).toBeNull();
    }
  });
});

describe('The list of questions', () => {
  const house = new URL('../../../', import.meta.url);
  const files = ['src', 'site'].flatMap((room) =>
    readdirSync(new URL(room, house), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/generated|^dist/.test(file))
      .map((file) => `${room}/${file}`),
  );
  const views = new Set([
    ...Object.values(CASES).map(({ asked }) => asked().data.slice(2, 10)),
    ...[...MANAGER_VIEWS, ...ACCOUNT_VIEWS, ...ENFORCER_VIEWS, ...BARDO_VIEWS].map(([selector]) =>
      selector.slice(2),
    ),
    // Views of any token, and of Multicall3 itself.
    ...['decimals()', 'symbol()', 'totalSupply()', 'allowance(address,address)'].map((text) =>
      toFunctionSelector(text).slice(2),
    ),
  ]);

  it('knows every selector of a view that Bardo holds outside its decoders', () => {
    const bare = files.filter((file) => {
      const literals = readFileSync(new URL(file, house), 'utf8').matchAll(
        /['"`](?:0x)?([0-9a-f]{8})['"`]/g,
      );
      return [...literals].some(([, selector = '']) => views.has(selector));
    });

    expect(bare.filter((file) => !file.startsWith('src/core/decoders/'))).toEqual([
      'src/core/chain/questions.ts',
    ]);
  });

  it('is asked by who has a node, too: no contract is read by an encoder of its own', () => {
    const reading = files.filter((file) =>
      /readContract\(\{[^}]*(getBudget|epochs|disabledDelegations|currentNonce|getVitality|getPhase|recordOf|balanceOf|'paused')/.test(
        readFileSync(new URL(file, house), 'utf8'),
      ),
    );

    expect(reading.filter((file) => !file.startsWith('site/world/'))).toEqual([
      // The EntryPoint's deposit, not a token.
      'src/agent/payments/bundled-sender.ts',
    ]);
  });
});
