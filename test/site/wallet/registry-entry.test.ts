// A Golem's entry, read from the real twin registry: found by what is kept, by the logs, and not by a foreign number.
import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dispatch } from '../../../site/wallet/dispatch';
import { fileCall, registration, registryNumber, unsetCall } from '../../../site/wallet/identity';
import { keepNumber, keptNumber } from '../../../site/wallet/kept-numbers';
import type { Outgoing } from '../../../site/wallet/provider';
import { registrationFile } from '../../../site/wallet/registration-file';
import { findEntry } from '../../../site/wallet/registry-entry';
import { ledgerIn } from '../../../site/wallet/sent';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { lower } from '../../../src/core/bytes/hex';
import { registriesOn } from '../../../src/core/decoders/erc8004';
import { type ScriptedWallet, scriptedWallet, walletError } from '../scripted-wallet';
import { storageInMemory } from '../stage';

const KEY = '0xcacacacacacacacacacacacacacacacacacacaca';

let chain: Chain;
let wallet: ScriptedWallet;
let owner: Hex;
let errands = 0;

beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain?.stop());
beforeEach(async () => {
  const account = privateKeyToAccount(generatePrivateKey());
  owner = lower(account.address);
  await chain.cheat('anvil_setBalance', [owner, '0x8ac7230489e80000']);
  wallet = scriptedWallet(chain, account);
});

const about = () => ({ chainId: chain.chainId, golem: 'atlas', owner });

async function send(call: Outgoing | null): Promise<Hex> {
  if (!call) throw new Error('There is no registry on this chain.');
  errands += 1;
  const errand = { from: owner, chainId: chain.chainId, keys: [`test:${errands}`], calls: [call] };
  const ledger = ledgerIn(storageInMemory());
  const { transaction } = await dispatch(errand, { provider: wallet, ledger });
  return transaction ?? '0x';
}

async function registered(golem = 'atlas'): Promise<bigint> {
  const { chainId } = chain;
  const hash = await send(registration(chainId, { golem, name: 'Atlas', agentKey: KEY }));
  const number = await registryNumber(wallet, chainId, hash);
  if (number === null) throw new Error('The registry gave no number.');
  return number;
}

describe('the entry of a Golem', () => {
  it('names the owner as wallet once it is registered, and holds the file of the call', async () => {
    const number = await registered();

    expect(await findEntry(wallet, about(), number)).toMatchObject({
      number,
      wallet: owner,
      file: registrationFile({ ...about(), name: 'Atlas', active: true, number: null }),
    });
  });

  it('is found by the logs where no number is kept, or a false one', async () => {
    const other = await registered('vesta');
    const number = await registered();

    for (const kept of [null, other, 10n ** 30n])
      expect(await findEntry(wallet, about(), kept)).toMatchObject({ number });
  });

  it('shows what the owner changed', async () => {
    const number = await registered();
    const file = registrationFile({ ...about(), name: 'Atlas', active: false, number });
    await send(fileCall(chain.chainId, number, file));
    await send(unsetCall(chain.chainId, number));

    expect(await findEntry(wallet, about(), number)).toMatchObject({ wallet: null, file });
  });

  it('is none once the owner gave it away, and says how far the search went', async () => {
    const number = await registered();
    const abi = parseAbi(['function transferFrom(address, address, uint256)']);
    const data = encodeFunctionData({ abi, args: [owner, KEY, number] });
    const [to] = registriesOn(chain.chainId);
    await send(to ? { to, value: 0n, data } : null);

    expect(await findEntry(wallet, about(), number)).toEqual({ none: true, from: 0 });
  });

  it('is not called none by a wallet that looks through no logs, is silent, or is elsewhere', async () => {
    const number = await registered();
    wallet.script.eth_getLogs = () => {
      throw walletError(-32_005);
    };
    expect(await findEntry(wallet, about(), null)).toEqual({ none: true, from: null });
    wallet.script.eth_call = () => {
      throw walletError(-32_000, 'no answer');
    };
    await expect(findEntry(wallet, about(), number)).rejects.toThrow('no answer');
    wallet.script.eth_chainId = () => '0x1';
    expect(await findEntry(wallet, about(), number)).toBeNull();
  });
});

describe('a kept number', () => {
  it('belongs to one owner, chain and Golem; the newest counts', () => {
    const storage = storageInMemory();
    keepNumber(storage, about(), 7n);
    keepNumber(storage, { ...about(), golem: 'vesta' }, 9n);
    keepNumber(storage, about(), 8n);

    expect(keptNumber(storage, about())).toBe(8n);
    expect(keptNumber(storage, { ...about(), chainId: 1 })).toBeNull();
    expect(keptNumber(storage, { ...about(), owner: KEY })).toBeNull();
  });

  it.each(['', '{', '7', '[{"chainId":84532,"golem":"atlas","number":"-1"}]', '[null]'])(
    'is none where the storage holds nonsense: %j',
    (text) => {
      const storage = storageInMemory();
      storage.setItem(`bardo.agents.${owner}`, text);

      expect(keptNumber(storage, about())).toBeNull();
    },
  );
});
