// A wallet for tests: EIP-1193 on a real key and a real chain. Signing, sending and ERC-7715 grants are real
// bytes; only the windows are missing, so each can be answered yes, no, or with an error by the test.
import { createWalletClient, type Hex, http } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { baseSepolia } from 'viem/chains';
import type { Provider } from '../../site/wallet/provider';
import type { Chain } from '../../site/world/chain/chain';

export type Method = (params: never) => unknown;
export type Script = { [method: string]: Method };

export type ScriptedWallet = Provider & {
  /** Methods asked, in order. */
  asked: string[];
  /** Replaces the answer of a method from now on. */
  script: Script;
  emit: (event: string, value: unknown) => void;
};

/** The error a wallet rejects with. */
export function walletError(code: number, message = 'in its own words'): Error & { code: number } {
  return Object.assign(new Error(message), { code });
}

export function scriptedWallet(
  chain: Chain,
  owner: PrivateKeyAccount,
  script: Script = {},
): ScriptedWallet {
  const asked: string[] = [];
  const listeners = new Map<string, ((value: unknown) => void)[]>();
  const wallet: ScriptedWallet = {
    asked,
    script: { ...basics(chain, owner), ...script },
    request: async ({ method, params }) => {
      asked.push(method);
      const answer = wallet.script[method];
      if (answer) return answer(params as never);
      if (method.startsWith('wallet_')) throw walletError(-32601);
      return chain.cheat(method, (params ?? []) as unknown[]);
    },
    on: (event, listener) => {
      listeners.set(event, [...(listeners.get(event) ?? []), listener]);
    },
    emit: (event, value) => {
      for (const listener of listeners.get(event) ?? []) listener(value);
    },
  };
  return wallet;
}

function basics(chain: Chain, owner: PrivateKeyAccount): Script {
  const client = createWalletClient({
    account: owner,
    chain: baseSepolia,
    transport: http(chain.rpcUrl),
  });
  return {
    eth_requestAccounts: () => [owner.address],
    eth_accounts: () => [owner.address],
    personal_sign: ([message]: [Hex]) => owner.signMessage({ message: { raw: message } }),
    eth_signTypedData_v4: ([, json]: [Hex, string]) => owner.signTypedData(JSON.parse(json)),
    eth_sendTransaction: async ([call]: [{ to: Hex; data?: Hex; value?: Hex }]) => {
      // After a 7702 upgrade anvil's count of pending transactions lags behind the mined one.
      const nonce = await chain.cheat('eth_getTransactionCount', [owner.address, 'latest']);
      return client.sendTransaction({
        to: call.to,
        ...(call.data ? { data: call.data } : {}),
        value: BigInt(call.value ?? 0),
        nonce: Number(nonce),
      });
    },
  };
}
