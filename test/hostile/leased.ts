// Golems leased by one owner on real chains: records opened and ended at the real oracle by their real keys.
import { type Address, encodeFunctionData, type Hex } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import type { Chain } from '../../site/world/chain/chain';
import { erc20PeriodTransfer } from '../../src/core/caveats/erc20-period-transfer';
import { timestamp } from '../../src/core/caveats/timestamp';
import { vitalityOracleAbi } from '../../src/core/chain/bardo-abis.generated';
import { BARDO } from '../../src/core/chain/bardo-addresses.generated';
import {
  type Delegation,
  encodeContext,
  hashDelegation,
  ROOT_AUTHORITY,
} from '../../src/core/delegations/delegation';
import { golemIdOf } from '../../src/core/protocol/messages';
import { leaseLink } from '../vectors/leases';
import { signedBy } from '../vectors/signed';

export type Leased = {
  id: string;
  chainId: number;
  guardian: PrivateKeyAccount;
  session: PrivateKeyAccount;
  /** Lease and grant, both really signed. */
  context: Hex;
  hashes: Hex[];
  /** Reports the terminal phase. */
  die: () => Promise<void>;
};

type Place = { chain: Chain; chainId: number };

export async function aLeased(owner: PrivateKeyAccount, id: string, place: Place): Promise<Leased> {
  const [guardian, session] = [aKey(), aKey()];
  const { chainId, chain } = place;
  const grant = await signedBy(
    owner,
    grantTo(guardian.address, owner.address, chain.usdc),
    chainId,
  );
  const terms = { golemId: golemIdOf(id), sessionKey: lower(session.address), generation: 5n };
  const unsigned = leaseLink(grant, { ...terms, owner: lower(owner.address) }, guardian.address);
  const lease = await signedBy(guardian, unsigned, chainId);
  const send = sender(chain);
  await send(guardian.address, 'register', [golemIdOf(id), session.address]);
  return {
    id,
    chainId,
    guardian,
    session,
    context: encodeContext([lease, grant]),
    hashes: [hashDelegation(lease), hashDelegation(grant)],
    die: () => send(session.address, 'report', [guardian.address, golemIdOf(id), 4, 0]),
  };
}

/** A grant to some other app, whose key passes it on as often as it likes: every link is really signed. */
export async function aForeignChain(
  owner: PrivateKeyAccount,
  id: string,
  { chain, chainId }: Place,
  salt: number,
): Promise<{ context: Hex; hashes: Hex[] }> {
  const app = aKey();
  const grant = await signedBy(owner, grantTo(app.address, owner.address, chain.usdc), chainId);
  const terms = { golemId: golemIdOf(id), generation: 4_000_000_000n + BigInt(salt) };
  const unsigned = leaseLink(grant, { ...terms, owner: lower(owner.address) }, app.address);
  const link = await signedBy(app, { ...unsigned, salt: BigInt(salt) }, chainId);
  return {
    context: encodeContext([link, grant]),
    hashes: [hashDelegation(link), hashDelegation(grant)],
  };
}

function aKey(): PrivateKeyAccount {
  return privateKeyToAccount(generatePrivateKey());
}

function grantTo(delegate: Address, owner: Address, token: Address): Omit<Delegation, 'signature'> {
  const now = BigInt(Math.floor(Date.now() / 1000));
  const budget = { token, periodAmount: 10_000_000n, periodDuration: 86_400n, startDate: now };
  const rule = (enforcer: Address, terms: Hex) => ({ enforcer, terms, args: '0x' as const });
  return {
    delegate: lower(delegate),
    delegator: lower(owner),
    authority: ROOT_AUTHORITY,
    caveats: [
      rule(erc20PeriodTransfer.address, erc20PeriodTransfer.encode(budget)),
      rule(timestamp.address, timestamp.encode({ after: 0n, before: now + 604_800n })),
    ],
    salt: now,
  };
}

/** The key's own call; anvil does the signing. */
function sender(chain: Chain) {
  return async (from: Address, functionName: 'register' | 'report', args: readonly unknown[]) => {
    const data = encodeFunctionData({ abi: vitalityOracleAbi, functionName, args } as never);
    await chain.cheat('anvil_setBalance', [from, '0xde0b6b3a7640000']);
    await chain.cheat('anvil_impersonateAccount', [from]);
    const call = { from, to: BARDO.vitalityOracle, data, gas: '0x7a120' };
    const hash = await chain.cheat('eth_sendTransaction', [call]);
    if ((await statusOf(chain, hash)) !== '0x1') throw new Error(`${functionName} was refused`);
  };
}

/** The node answers with the hash before the block is there. */
async function statusOf(chain: Chain, hash: unknown): Promise<Hex> {
  for (;;) {
    const receipt = await chain.cheat('eth_getTransactionReceipt', [hash]);
    if (receipt) return (receipt as { status: Hex }).status;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function lower(address: string): Address {
  return address.toLowerCase() as Address;
}
