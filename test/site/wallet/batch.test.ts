// A batch is what its status says (EIP-5792): MetaMask gives the id before its owner decides and forgets a cancelled one.
import { describe, expect, it } from 'vitest';
import { batchingOf } from '../../../site/wallet/batch';
import { dispatch } from '../../../site/wallet/dispatch';
import { errorWords, isRejection } from '../../../site/wallet/errors';
import type { Provider } from '../../../site/wallet/provider';
import type { Outgoing } from '../../../site/wallet/send';
import { ledgerIn } from '../../../site/wallet/sent';
import { walletWords } from '../../../site/wallet/wallet.words';
import { walletError } from '../scripted-wallet';
import { storageInMemory } from '../stage';

const OWNER = `0x${'0a'.repeat(20)}` as const;
const HASH = `0x${'ab'.repeat(32)}` as const;
const call: Outgoing = { to: `0x${'0b'.repeat(20)}`, value: 0n, data: '0x1234' };
const waiting = { pollMs: 1, patienceMs: 200 };

type Answer = object | Error;

/** The answers in turn; the last one stays. */
function walletThat(method: string, answers: readonly Answer[]) {
  let looks = 0;
  return {
    looks: () => looks,
    request: async (asked: { method: string }) => {
      if (asked.method === 'eth_chainId') return '0x14a34';
      if (asked.method === 'wallet_sendCalls') return { id: '0xb0' };
      if (asked.method === 'eth_sendTransaction') return HASH;
      if (asked.method !== method) throw walletError(-32601);
      const answer = answers[Math.min(looks, answers.length - 1)];
      looks += 1;
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
}

const receipt = (status: '0x0' | '0x1') => ({ status, transactionHash: HASH });
const pending = { status: 100 };
const gone = walletError(5730, 'No matching bundle found');

async function dispatched(provider: Provider, calls: readonly Outgoing[]) {
  const errand = { from: OWNER, chainId: 84_532, keys: ['test'], calls };
  const ledger = ledgerIn(storageInMemory());
  return (await dispatch(errand, { provider, ledger, waiting })).transaction;
}

function sent(...answers: Answer[]) {
  return dispatched(walletThat('wallet_getCallsStatus', answers), [call, call]);
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => {
      throw new Error('It went well.');
    },
    (error: unknown) => error,
  );
}

describe('a batch', () => {
  it('is done when its status says so', async () => {
    expect(await sent(pending, { status: 200, receipts: [receipt('0x1')] })).toBe(HASH);
    expect(await sent({ status: 200 })).toBeNull();
  });

  it('was refused when the wallet forgets it while it waits', async () => {
    const error = await failureOf(sent(pending, pending, gone));

    expect(isRejection(error)).toBe(true);
    expect(errorWords(error)).toBe(walletWords.errors[4001]);
  });

  it('is not called refused when the wallet never knew it', async () => {
    const error = await failureOf(sent(gone));

    expect(isRejection(error)).toBe(false);
    expect(errorWords(error)).toContain('Bardo does not know what became of it');
    expect(errorWords(error)).toContain('No matching bundle found');
  });

  it.each<[number, object[], string]>([
    [400, [], walletWords.send.batchUnsent],
    [500, [receipt('0x0')], walletWords.send.reverted],
    [600, [receipt('0x1'), receipt('0x0')], walletWords.send.batchPartly],
    [200, [receipt('0x0')], walletWords.send.reverted],
    [200, [receipt('0x1'), receipt('0x0')], walletWords.send.batchPartly],
    [300, [], walletWords.send.batchStatus(300)],
    [700, [], walletWords.send.batchStatus(700)],
  ])('with the status %i says what that means', async (status, receipts, sentence) => {
    expect(errorWords(await failureOf(sent(pending, { status, receipts })))).toBe(sentence);
  });

  it.each([
    ['an error nobody knows', walletError(-1, 'the vault is on fire')],
    ['an error of the wallet', walletError(-32603, 'the vault is on fire')],
    ['no such method', walletError(-32601, 'the vault is on fire')],
  ])('shows %s instead of waiting for nothing', async (_, error) => {
    const said = errorWords(await failureOf(sent(pending, error)));

    expect(said).toContain('Bardo does not know what became of it');
    expect(said).toContain('the vault is on fire');
    expect(said).not.toContain('sent but not mined');
  });

  it('outlives a hiccup', async () => {
    const hiccup = walletError(-32002, 'RPC endpoint returned too many errors');

    expect(await sent(pending, hiccup, hiccup, pending, hiccup, { status: 200 })).toBeNull();
  });

  it('that is undecided when patience ends is never called sent', async () => {
    expect(errorWords(await failureOf(sent(pending)))).toBe(walletWords.send.batchSlow);
    expect(walletWords.send.batchSlow).not.toMatch(/is sent/);
  });

  it('is not for a wallet that does not say it can', async () => {
    const of = (answer: Answer) =>
      batchingOf(walletThat('wallet_getCapabilities', [answer]), OWNER, 84_532);
    const status = (text: string) => ({ '0x14a34': { atomic: { status: text } } });

    expect(await of(status('supported'))).toBe('yes');
    expect(await of(status('ready'))).toBe('upgrades');
    expect(await of({})).toBe('no');
    expect(await of(walletError(-32601))).toBe('no');
    expect(await of(walletError(4100))).toBe('no');
    expect(await of(status('maybe'))).toBe('no');
  });
});

describe('a transaction', () => {
  const send = (...answers: Answer[]) =>
    dispatched(walletThat('eth_getTransactionReceipt', answers), [call]);

  it('is mined when there is a receipt, after any hiccup', async () => {
    expect(await send(walletError(-32603), receipt('0x1'))).toBe(HASH);
    expect(errorWords(await failureOf(send(receipt('0x0'))))).toBe(walletWords.send.reverted);
  });

  it('is sent, and what keeps its receipt is told', async () => {
    const error = await failureOf(send(walletError(4900, 'the node is gone')));

    expect(errorWords(error)).toContain('The transaction is sent');
    expect(errorWords(error)).toContain('the node is gone');
  });
});
