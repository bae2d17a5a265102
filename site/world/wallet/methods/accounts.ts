// Connecting: EIP-1102 accounts, EIP-2255 permissions, MIP-2 revocation.
import { lower } from '../../../../src/core/bytes/hex';
import { pending, RpcError, rejected, unauthorized } from '../errors';
import { accountOf, accountsFor, type Wallet } from '../host/wallet';
import type { Call, Methods } from './method';

export const accountMethods: Methods = {
  eth_accounts: async ({ wallet, origin }) => accountsFor(wallet, origin),
  eth_requestAccounts: async ({ wallet, origin }) => {
    await wallet.lock.unlocked();
    if (!wallet.memory.permitted.has(origin)) await connect(wallet, origin, 'eth_requestAccounts');
    return accountsFor(wallet, origin);
  },
  wallet_getPermissions: async ({ wallet, origin }) => permissionsOf(wallet, origin),
  wallet_requestPermissions: async ({ wallet, origin, params }) => {
    const [wanted] = (Array.isArray(params) ? params : []) as [object?];
    if (!wanted || !('eth_accounts' in wanted)) throw unauthorized();
    await connect(wallet, origin, 'wallet_requestPermissions');
    return permissionsOf(wallet, origin);
  },
  wallet_revokePermissions: async ({ wallet, origin }) => {
    disconnect(wallet, origin);
    return null;
  },
};

const asking = new WeakMap<Wallet, Set<string>>();

async function connect(wallet: Wallet, origin: string, method: string): Promise<void> {
  const open = asking.get(wallet) ?? new Set<string>();
  asking.set(wallet, open);
  if (open.has(origin)) {
    throw method === 'eth_requestAccounts'
      ? new RpcError(-32002, 'Already processing eth_requestAccounts. Please wait.')
      : pending(method, origin);
  }
  open.add(origin);
  try {
    const { selected } = wallet.memory;
    const answer = await wallet.windows.ask({
      kind: 'connect',
      title: 'Connect this site',
      origin,
      lead: 'It will see your address, balance and activity, and may suggest transactions.',
      facts: [
        { label: 'Account', value: selected, kind: 'address' },
        { label: 'Network', value: chainName(wallet), kind: 'words' },
      ],
      confirm: 'Connect',
    });
    if (!answer.confirmed) throw rejected();
    wallet.memory.permitted.set(origin, [lower(selected)]);
    wallet.emit('accountsChanged', accountsFor(wallet, origin));
    wallet.changed();
  } finally {
    open.delete(origin);
  }
}

export function disconnect(wallet: Wallet, origin: string): void {
  if (!wallet.memory.permitted.delete(origin)) return;
  wallet.emit('accountsChanged', []);
  wallet.changed();
}

/** The owner picks another account in the wallet; connected sites then see that one. */
export function selectAccount(wallet: Wallet, address: string): void {
  const account = accountOf(wallet, address);
  if (!account) return;
  wallet.memory.selected = lower(account.address);
  for (const [origin] of wallet.memory.permitted) {
    wallet.memory.permitted.set(origin, [wallet.memory.selected]);
    wallet.emit('accountsChanged', accountsFor(wallet, origin));
  }
  wallet.changed();
}

function chainName({ memory }: Wallet): string {
  return memory.chains.find((chain) => chain.id === memory.chainId)?.name ?? memory.chainId;
}

function permissionsOf(wallet: Wallet, origin: string) {
  const accounts = wallet.memory.permitted.get(origin);
  if (!accounts) return [];
  const of = (parentCapability: string, type: string, value: unknown) => ({
    id: `${origin}/${parentCapability}`,
    parentCapability,
    invoker: origin,
    caveats: [{ type, value }],
    date: 0,
  });
  return [
    of('eth_accounts', 'restrictReturnedAccounts', accounts),
    of('endowment:permitted-chains', 'restrictNetworkSwitching', [wallet.memory.chainId]),
  ];
}

/** Refused unless the site is connected to this account. */
export function permittedAccount({ wallet, origin }: Call, address: unknown) {
  const known = accountsFor(wallet, origin).some(
    (one) => typeof address === 'string' && one === address.toLowerCase(),
  );
  const account = wallet.accounts.find(
    (one) => typeof address === 'string' && lower(one.address) === address.toLowerCase(),
  );
  if (!known || !account) throw unauthorized();
  return account;
}
