// A bundler of our own: takes user operations by ERC-7769's RPC and brings each to the real EntryPoint in a transaction of
// its own. It estimates generously and keeps no mempool.

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createPublicClient,
  createWalletClient,
  type Hex,
  hexToBigInt,
  http,
  numberToHex,
  parseEventLogs,
  type SignedAuthorization,
} from 'viem';
import {
  entryPoint07Abi,
  getUserOperationHash,
  toPackedUserOperation,
  type UserOperation,
} from 'viem/account-abstraction';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { mined as minedOn } from '../../../contracts/mined';
import type { Chain } from '../../../site/world/chain/chain';
import { baseSepolia } from '../../../site/world/chain/viem-chain';
import { FRAMEWORK } from '../../../src/core/chain/addresses';

export type Bundler = {
  url: string;
  account: PrivateKeyAccount;
  /** Hashes of the operations it took, in order. */
  taken: Hex[];
  /** It takes what comes and brings nothing to the chain. */
  lazy: boolean;
  /** Brings what it sat on, and is lazy no more. */
  wake: () => Promise<void>;
  /** Lets go of what it sat on, and is lazy no more. */
  forget: () => void;
  close: () => void;
};

const GAS = { preVerificationGas: 80_000n, verificationGasLimit: 300_000n, callGasLimit: 900_000n };

export async function aBundler(chain: Chain): Promise<Bundler> {
  const account = privateKeyToAccount(chain.accounts[7]?.privateKey as Hex);
  const wallet = createWalletClient({
    account,
    chain: baseSepolia,
    transport: http(chain.rpcUrl),
  });
  const client = createPublicClient({ transport: http(chain.rpcUrl) });
  const mined = new Map<Hex, Hex>();
  const bundler = { account, taken: [] as Hex[], lazy: false };
  const late: (() => Promise<void>)[] = [];

  const take = async (raw: { [field: string]: Hex } & { eip7702Auth?: never }) => {
    const operation = operationOf(raw);
    const entryPointAddress = FRAMEWORK.entryPoint;
    const chainId = chain.chainId;
    const hash = getUserOperationHash({
      ...{ chainId, entryPointAddress, entryPointVersion: '0.7' },
      userOperation: operation,
    });
    bundler.taken.push(hash);
    const bring = async () => {
      const transaction = await wallet.writeContract({
        ...{ address: entryPointAddress, abi: entryPoint07Abi, functionName: 'handleOps' },
        args: [[toPackedUserOperation(operation)], account.address],
        gas: 3_000_000n,
        ...(raw.eip7702Auth ? { authorizationList: [authorizationOf(raw.eip7702Auth)] } : {}),
      });
      await minedOn(client, transaction);
      mined.set(hash, transaction);
    };
    if (bundler.lazy) late.push(bring);
    else await bring();
    return hash;
  };
  const receiptOf = async (hash: Hex) => {
    const transaction = mined.get(hash);
    if (!transaction) return null;
    const receipt = await client.request({
      method: 'eth_getTransactionReceipt',
      params: [transaction],
    });
    const { logs } = await client.getTransactionReceipt({ hash: transaction });
    const [event] = parseEventLogs({
      abi: entryPoint07Abi,
      logs,
      eventName: 'UserOperationEvent',
    });
    if (!event) throw new Error('The EntryPoint did not take it.');
    const { success, actualGasCost, actualGasUsed, nonce, sender } = event.args;
    const figures = { actualGasCost, actualGasUsed, nonce };
    const told = Object.entries(figures).map(([name, value]) => [name, numberToHex(value)]);
    return {
      ...{ userOpHash: hash, sender, success, logs: [], receipt },
      ...Object.fromEntries(told),
      entryPoint: FRAMEWORK.entryPoint,
    };
  };
  const answer = async (method: string, [first]: never[]): Promise<unknown> => {
    switch (method) {
      case 'eth_chainId':
        return numberToHex(chain.chainId);
      case 'eth_supportedEntryPoints':
        return [FRAMEWORK.entryPoint];
      case 'eth_estimateUserOperationGas':
        return Object.fromEntries(
          Object.entries(GAS).map(([name, gas]) => [name, numberToHex(gas)]),
        );
      case 'eth_sendUserOperation':
        return take(first as never);
      case 'eth_getUserOperationReceipt':
        return receiptOf(first as never);
      default:
        throw new Error(`This bundler does not know ${method}.`);
    }
  };
  const server = createServer(async (request, response) => {
    const { id, method, params } = JSON.parse(await textOf(request));
    const reply = await answer(method, params).then(
      (result) => ({ result }),
      (error: Error) => ({ error: { code: -32_500, message: error.message } }),
    );
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...reply }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(bundler, {
    url: `http://127.0.0.1:${port}`,
    forget: () => {
      bundler.lazy = false;
      late.splice(0);
    },
    wake: async () => {
      bundler.lazy = false;
      for (const bring of late.splice(0)) await bring();
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
}

const NUMBERS = [
  ...['nonce', 'callGasLimit', 'verificationGasLimit', 'preVerificationGas'],
  ...['maxFeePerGas', 'maxPriorityFeePerGas'],
];

function operationOf(raw: { [field: string]: Hex }): UserOperation<'0.7'> {
  const { eip7702Auth: _, ...rest } = raw;
  const fields = Object.entries(rest).map(([name, value]) => [
    name,
    NUMBERS.includes(name) ? hexToBigInt(value) : value,
  ]);
  return Object.fromEntries(fields) as UserOperation<'0.7'>;
}

function authorizationOf(raw: { [field: string]: Hex }): SignedAuthorization {
  const { address, chainId, nonce, r, s, yParity } = raw as { [field: string]: Hex };
  return {
    address: address as Hex,
    chainId: Number(chainId),
    nonce: Number(nonce),
    r: r as Hex,
    s: s as Hex,
    yParity: Number(yParity),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
