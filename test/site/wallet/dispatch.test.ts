// What the owner sends is sent once, whatever the wallet, the page or the chain do meanwhile: the real chain, whose
// blocks come when the test says so, and a wallet whose windows the test answers.
import { createWalletClient, type Hex, http, numberToHex } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { baseSepolia } from 'viem/chains';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dispatch, type Post } from '../../../site/wallet/dispatch';
import { errorWords } from '../../../site/wallet/errors';
import { ledgerIn } from '../../../site/wallet/sent';
import { walletWords } from '../../../site/wallet/wallet.words';
import { sessionWords } from '../../../site/words/session.words';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { type ScriptedWallet, scriptedWallet, walletError } from '../scripted-wallet';
import { storageInMemory } from '../stage';

const KEY = '0xcacacacacacacacacacacacacacacacacacacaca';
const ETHER = 10n ** 18n;
const gone = walletError(5730, 'No matching bundle found');

let chain: Chain;
let owner: PrivateKeyAccount;
let wallet: ScriptedWallet;
let post: Post;
let before: bigint;

beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain?.stop());
beforeEach(async () => {
  owner = privateKeyToAccount(generatePrivateKey());
  await chain.cheat('anvil_setBalance', [owner.address, numberToHex(10n * ETHER)]);
  wallet = scriptedWallet(chain, owner);
  const ledger = ledgerIn(storageInMemory());
  post = { provider: wallet, ledger, waiting: { pollMs: 5, patienceMs: 20_000 } };
  before = await held();
});
afterEach(async () => {
  await chain.cheat('evm_setAutomine', [true]);
  await mine();
});

const mine = () => chain.cheat('evm_mine', []);
const hold = () => chain.cheat('evm_setAutomine', [false]);
const held = async () => BigInt((await chain.cheat('eth_getBalance', [KEY, 'latest'])) as Hex);
const asks = (method = 'eth_sendTransaction') =>
  wallet.asked.filter((asked) => asked === method).length;

const payment = { to: KEY, value: 7n, data: '0x' } as const;
const note = { to: KEY, value: 0n, data: '0x1234' } as const;
const errand = (calls: readonly (typeof payment | typeof note)[] = [payment]) => ({
  from: owner.address,
  chainId: chain.chainId,
  keys: ['gas:key'],
  calls,
});
const pay = (by: Post = post) => dispatch(errand(), by);
const payBatch = (by: Post = post) => dispatch(errand([payment, note]), by);
/** Who looks once and goes. */
const impatient = (): Post => ({ ...post, waiting: { pollMs: 5, patienceMs: 0 } });
const failure = async (work: Promise<unknown>) =>
  work.then(
    () => 'it went well',
    (error: unknown) => errorWords(error),
  );

/** What MetaMask does when its owner speeds up or cancels: another transaction under the same number. */
async function replace(call: { to: Hex; value: bigint }, nonce: number): Promise<Hex> {
  const client = createWalletClient({
    account: owner,
    chain: baseSepolia,
    transport: http(chain.rpcUrl),
  });
  const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 10n };
  return client.sendTransaction({ ...call, nonce, gas: 30_000n, ...fees });
}

describe('a payment', () => {
  it('that is not mined in time is waited for, not sent again', async () => {
    await hold();
    expect(await failure(pay(impatient()))).toBe(walletWords.send.slow);
    expect(await failure(pay(impatient()))).toBe(walletWords.send.slow);
    await mine();

    expect((await pay()).transaction).toMatch(/^0x[0-9a-f]{64}$/);
    expect(asks()).toBe(1);
    expect(await held()).toBe(before + 7n);
  });

  it('is found on chain when the page was closed before the wallet answered', async () => {
    const send = wallet.script.eth_sendTransaction;
    wallet.script.eth_sendTransaction = async (params) => {
      await send?.(params);
      return new Promise(() => undefined);
    };
    void pay();
    await expect.poll(held).toBe(before + 7n);

    await pay();

    expect(asks()).toBe(1);
    expect(await held()).toBe(before + 7n);
  });

  it('whose window may still be open is told first, and asked for anew only after that', async () => {
    const send = wallet.script.eth_sendTransaction;
    wallet.script.eth_sendTransaction = () => new Promise(() => undefined);
    void pay();
    await expect.poll(asks).toBe(1);
    wallet.script.eth_sendTransaction = send as never;

    expect(await failure(pay())).toBe(walletWords.send.askedBefore);
    expect(asks()).toBe(1);
    await pay();
    expect(asks()).toBe(2);
    expect(await held()).toBe(before + 7n);
  });

  it('that the owner sped up has happened once', async () => {
    await hold();
    const paying = pay();
    await expect.poll(asks).toBe(1);
    await expect.poll(() => post.ledger.find(errand())?.nonce).toBe(0);
    const faster = await replace({ to: KEY, value: 7n }, 0);
    await mine();

    expect((await paying).transaction).toBe(faster);
    expect(await held()).toBe(before + 7n);
  });

  it('that the owner cancelled in the wallet did not happen, and can be asked for again', async () => {
    await hold();
    expect(await failure(pay(impatient()))).toBe(walletWords.send.slow);
    await replace({ to: owner.address, value: 0n }, 0);
    await mine();

    expect(await failure(pay())).toBe(walletWords.send.replaced);
    await chain.cheat('evm_setAutomine', [true]);
    await pay();
    expect(await held()).toBe(before + 7n);
  });

  it('that no node knows any more is told first', async () => {
    await hold();
    expect(await failure(pay(impatient()))).toBe(walletWords.send.slow);
    await chain.cheat('anvil_dropAllTransactions', []);
    await chain.cheat('evm_setAutomine', [true]);

    expect(await failure(pay())).toBe(walletWords.send.lost);
    expect(asks()).toBe(1);
    await pay();
    expect(await held()).toBe(before + 7n);
  });

  it.each([-32603, -32000, -32002])('that failed with %i is looked for on chain', async (code) => {
    const send = wallet.script.eth_sendTransaction;
    wallet.script.eth_sendTransaction = async (params) => {
      await send?.(params);
      throw walletError(code);
    };
    await expect(pay()).rejects.toMatchObject({ code });
    await pay();
    expect(await held()).toBe(before + 7n);

    wallet.script.eth_sendTransaction = () => {
      throw walletError(code);
    };
    await expect(pay()).rejects.toMatchObject({ code });
    wallet.script.eth_sendTransaction = send as never;
    await pay();
    expect(await held()).toBe(before + 14n);
  });

  it.each([4001, 4100, -32602, -32601, 4200])(
    'that was refused with %i leaves nothing',
    async (code) => {
      const send = wallet.script.eth_sendTransaction;
      wallet.script.eth_sendTransaction = () => {
        throw walletError(code);
      };
      await expect(pay()).rejects.toMatchObject({ code });
      expect(post.ledger.find(errand())).toBeNull();
      wallet.script.eth_sendTransaction = send as never;

      await pay();

      expect(await held()).toBe(before + 7n);
    },
  );

  it('never goes to another chain than it was meant for', async () => {
    wallet.script.eth_chainId = () => '0x1';

    expect(await failure(pay())).toBe(walletWords.chain.moved);
    expect(await failure(payBatch())).toBe(walletWords.chain.moved);
    expect(asks() + asks('wallet_sendCalls')).toBe(0);
    expect(post.ledger.find(errand())).toBeNull();
  });

  it('is not asked for when the account is gone before the wallet opens', async () => {
    const gone = { ...post, waiting: { signal: AbortSignal.abort() } };

    expect(await failure(pay(gone))).toBe(sessionWords.switched);
    expect(asks()).toBe(0);
    expect(post.ledger.find(errand())).toBeNull();
  });

  it('stops waiting when the account is gone, and is still known to the next visit', async () => {
    await hold();
    const control = new AbortController();
    const paying = failure(
      dispatch(errand(), { ...post, waiting: { pollMs: 5, signal: control.signal } }),
    );
    await expect.poll(asks).toBe(1);
    control.abort();

    expect(await paying).toBe(sessionWords.switched);
    await mine();
    await pay();
    expect(asks()).toBe(1);
  });
});

describe('a batch', () => {
  it('that is undecided is asked about by its own id', async () => {
    const asked: unknown[] = [];
    Object.assign(wallet.script, {
      wallet_sendCalls: () => ({ id: '0xb0' }),
      wallet_getCallsStatus: ([id]: [string]) => {
        asked.push(id);
        return { status: 100 };
      },
    });
    expect(await failure(payBatch(impatient()))).toBe(walletWords.send.batchSlow);
    expect(await failure(payBatch(impatient()))).toBe(walletWords.send.batchSlow);
    wallet.script.wallet_getCallsStatus = () => ({ status: 200, receipts: [] });

    await payBatch();

    expect(asks('wallet_sendCalls')).toBe(1);
    expect(new Set(asked)).toEqual(new Set(['0xb0']));
  });

  it('that was cancelled while nobody looked is asked for anew at once', async () => {
    Object.assign(wallet.script, {
      wallet_sendCalls: () => ({ id: '0xb0' }),
      wallet_getCallsStatus: () => ({ status: 100 }),
    });
    expect(await failure(payBatch(impatient()))).toBe(walletWords.send.batchSlow);
    let looks = 0;
    wallet.script.wallet_getCallsStatus = () => {
      looks += 1;
      if (looks === 1) throw gone;
      return { status: 200, receipts: [] };
    };

    await payBatch();

    expect(asks('wallet_sendCalls')).toBe(2);
  });

  it('that the wallet forgot while something left the account is told first', async () => {
    Object.assign(wallet.script, {
      wallet_sendCalls: () => ({ id: '0xb0' }),
      wallet_getCallsStatus: () => ({ status: 100 }),
    });
    expect(await failure(payBatch(impatient()))).toBe(walletWords.send.batchSlow);
    await replace({ to: KEY, value: 1n }, 0);
    wallet.script.wallet_getCallsStatus = () => {
      throw gone;
    };

    expect(await failure(payBatch())).toBe(walletWords.errors[5730]);
    expect(asks('wallet_sendCalls')).toBe(1);
  });

  it('that did more than is asked for answers for it', async () => {
    Object.assign(wallet.script, {
      wallet_sendCalls: () => ({ id: '0xb0' }),
      wallet_getCallsStatus: () => ({ status: 100 }),
    });
    const upgrade = { ...errand([payment, note]), keys: ['upgrade'] };
    expect(await failure(dispatch(upgrade, impatient(), ['gas:key']))).toBe(
      walletWords.send.batchSlow,
    );
    wallet.script.wallet_getCallsStatus = () => ({ status: 200, receipts: [] });

    expect((await pay()).keys).toEqual(['upgrade', 'gas:key']);
    expect(asks()).toBe(0);
  });
});
