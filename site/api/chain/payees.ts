// Whom payments went to. The meter's event names no payee: the token's own Transfer does, later in the same
// transaction, and of native money the call that the manager was given. Read beside the index, newest first, and only
// for grants that are registered here; a transaction is asked for once.
import { decodeFunctionData, type Hex, type PublicClient } from 'viem';
import { lower } from '../../../src/core/bytes/hex';
import { MANAGER_ABI } from '../../../src/core/certificates/framework-abis';
import { FRAMEWORK, sameAddress } from '../../../src/core/chain/addresses';
import { decodeExecutions, decodeMode } from '../../../src/core/chain/execution';
import { check } from '../../../src/core/protocol/check';
import { AnyHex } from '../../../src/core/protocol/fields';
import { document, hex, list, orNull, type Struct } from '../../../src/core/protocol/schema';
import type { Store } from '../store/store';
import { nodeOn } from './node';
import { Silence } from './node-answer';

/** Transactions per round. */
const MAX_ASKED = 20;
/** Of one transaction. */
const MAX_PAYMENTS = 200;
/** A node that has thrown a transaction away will not have it later. */
const PATIENCE_SECONDS = 3600;
/** Of grants that nobody registered here nobody will ask. */
const STRANGERS_SECONDS = 86_400;

export type Payment = {
  /** Where the meter's event stood: what another block says of the same transaction is numbered otherwise. */
  block_hash: Hex;
  log_index: number;
  amount: string;
  owner: Hex;
  /** '' = native money. */
  token: Hex | '';
};

export async function readPayees(
  store: Store,
  client: PublicClient,
  chainId: number,
  now: number,
): Promise<void> {
  await store.query(
    `update events set payee = '' where chain_id = $1 and event = 'transferred' and payee is null and at < $2
       and not exists (select 1 from grants where grants.chain_id = $1 and grants.root_hash = events.delegation_hash)`,
    [chainId, now - STRANGERS_SECONDS],
  );
  for (const { transaction, at } of await unread(store, chainId)) {
    const payments = await paymentsIn(store, chainId, transaction);
    const payees = await payeesOf(client, transaction, payments).catch(unheard);
    if (payees === 'unheard') continue;
    if (!payees && at > now - PATIENCE_SECONDS) continue;
    for (const [index, { block_hash, log_index }] of payments.entries()) {
      await store.query(
        'update events set payee = $4 where chain_id = $1 and block_hash = $2 and log_index = $3',
        [chainId, block_hash, log_index, payees?.[index] ?? ''],
      );
    }
    // More payments than anybody makes in one transaction: of the rest nobody can say.
    await store.query(
      `update events set payee = '' where chain_id = $1 and transaction = $2 and payee is null and event = 'transferred'
         and log_index > $3`,
      [chainId, transaction, payments.at(-1)?.log_index ?? 0],
    );
  }
}

/** Each owner's newest in turn: one who pays a thousand times a minute keeps nobody else waiting. */
function unread(store: Store, chainId: number) {
  return store.query<{ transaction: Hex; at: number }>(
    `select transaction, max(at) as at from (
       select e.transaction, e.at, row_number() over (partition by g.owner order by e.seq desc) as turn
         from events e join grants g on g.chain_id = e.chain_id and g.root_hash = e.delegation_hash
         where e.chain_id = $1 and e.event = 'transferred' and e.payee is null) found
       group by transaction order by min(turn) limit ${MAX_ASKED}`,
    [chainId],
  );
}

function paymentsIn(store: Store, chainId: number, transaction: Hex): Promise<Payment[]> {
  return store.query<Payment>(
    `select e.block_hash, e.log_index, e.amount, g.owner, coalesce(g.token, '') as token
       from events e join grants g on g.chain_id = e.chain_id and g.root_hash = e.delegation_hash
       where e.chain_id = $1 and e.transaction = $2 and e.event = 'transferred' order by e.log_index limit ${MAX_PAYMENTS}`,
    [chainId, transaction],
  );
}

const LogStruct = document({
  address: hex(20),
  topics: list(hex(32), 0, 4),
  data: AnyHex,
  logIndex: AnyHex,
});
const ReceiptStruct = document({ blockHash: hex(32), logs: list(LogStruct, 0, 20_000) });
const CallStruct = document({ blockHash: orNull(hex(32)), to: orNull(hex(20)), input: AnyHex });

export type Log = { address: Hex; topics: readonly Hex[]; data: Hex; logIndex: Hex };

/** Nothing is known about the question, however old it is: it is asked again. */
function unheard(error: unknown): 'unheard' {
  if (error instanceof Silence) return 'unheard';
  throw error;
}

/** In the order of the payments; null where nobody can say. null alone: the node has no answer. Throws `Silence`. */
async function payeesOf(
  client: PublicClient,
  hash: Hex,
  payments: readonly Payment[],
): Promise<(Hex | null)[] | null> {
  const node = nodeOn(client);
  const block = payments[0]?.block_hash;
  const told = async <T>(method: string, struct: Struct<T>) => {
    const answer = await node.ask(method, [hash]).catch((error: unknown) => {
      if (error instanceof Silence) throw error;
      return null;
    });
    const read = check(answer, struct);
    return read.ok ? read.value : null;
  };
  if (payments.every(({ token }) => token === '')) {
    const call = await told('eth_getTransactionByHash', CallStruct);
    return call && call.blockHash === block ? nativePayees(call, payments) : null;
  }
  const receipt = await told('eth_getTransactionReceipt', ReceiptStruct);
  return receipt && receipt.blockHash === block ? tokenPayees(receipt.logs, payments) : null;
}

/** keccak256("Transfer(address,address,uint256)") */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** The first Transfer behind the meter's event, of the grant's token, from its owner, of the same amount, used once. */
export function tokenPayees(logs: readonly Log[], payments: readonly Payment[]): (Hex | null)[] {
  const used = new Set<Log>();
  return payments.map(({ token, owner, amount, log_index }) => {
    const found = logs.find(
      (log) =>
        !used.has(log) &&
        Number(log.logIndex) > log_index &&
        sameAddress(log.address, token || null) &&
        log.topics[0]?.toLowerCase() === TRANSFER &&
        sameAddress(addressIn(log.topics[1]), owner) &&
        /^0x[0-9a-f]{64}$/i.test(log.data) &&
        BigInt(log.data) === BigInt(amount),
    );
    if (found) used.add(found);
    return found ? addressIn(found.topics[2]) : null;
  });
}

/** Known where the manager was called directly: a wrapper's own calldata proves nothing. */
export function nativePayees(
  { to, input }: { to: Hex | null; input: Hex },
  payments: readonly Payment[],
): (Hex | null)[] {
  if (!sameAddress(to, FRAMEWORK.delegationManager)) return payments.map(() => null);
  const paid = executionsIn(input).filter(({ value }) => value > 0n);
  return payments.map(({ amount }) => {
    const place = paid.findIndex(({ value }) => value === BigInt(amount));
    const [found] = place < 0 ? [] : paid.splice(place, 1);
    return found ? lower(found.target) : null;
  });
}

function executionsIn(input: Hex) {
  try {
    const { functionName, args } = decodeFunctionData({ abi: MANAGER_ABI, data: input });
    if (functionName !== 'redeemDelegations') return [];
    const [, modes, executions] = args;
    return modes.flatMap((mode, index) => [
      ...decodeExecutions(decodeMode(mode), executions[index] ?? '0x'),
    ]);
  } catch {
    // Calldata of something that calls the manager otherwise.
    return [];
  }
}

function addressIn(topic: Hex | undefined): Hex | null {
  return topic && /^0x0{24}/.test(topic) ? `0x${topic.slice(26).toLowerCase()}` : null;
}
