// The meters of a chain of links and what the chain showed was paid through them. A context never changes, so
// it is read once; an estate's payments are gathered once for all its permissions.
import type { Hex } from 'viem';
import { limitsOfChain, readDelegationChain } from '../../../src/core/delegations/delegation-chain';
import { metersFor } from '../../../src/core/delegations/limits';
import type { Meter, Payment } from '../../../src/core/delegations/meter';
import { leaseKey } from '../../../src/core/delegations/meter-terms';
import type { Estate } from './estate';

const MAX_READ = 5000;
const read = new Map<string, readonly Meter[]>();

/** That its redeemer must pass, nothing paid yet. Our own store holds only contexts that core can read. */
export function metersOf(chainId: number, context: Hex): readonly Meter[] {
  const key = `${chainId} ${context}`;
  const known = read.get(key);
  if (known) return known;
  const chain = readDelegationChain(context, chainId);
  const meters = metersFor(limitsOfChain(chain), chain.redeemer);
  if (read.size >= MAX_READ) read.delete(read.keys().next().value ?? '');
  read.set(key, meters);
  return meters;
}

type Paid = (key: string) => readonly Payment[];

const gathered = new WeakMap<Estate, Map<number, Paid>>();

/** By the meter's key. */
export function paymentsOf(estate: Estate, chainId: number): Paid {
  const known = gathered.get(estate) ?? new Map<number, Paid>();
  gathered.set(estate, known);
  const paid = known.get(chainId) ?? gather(estate, chainId);
  known.set(chainId, paid);
  return paid;
}

function gather(estate: Estate, chainId: number): Paid {
  const paid = new Map<string, Payment[]>();
  const pay = (key: string, payment: Payment) => {
    const before = paid.get(key);
    if (before) before.push(payment);
    else paid.set(key, [payment]);
  };
  const leases = new Map(estate.leases.map((lease) => [lease.hash, lease]));
  for (const event of estate.events.filter((one) => one.chain_id === chainId)) {
    const { at, delegation_hash: hash } = event;
    // The total of the period so far; of an older period it is outside the window.
    if (event.event === 'transferred') {
      pay(`${chainId} ${hash}`, { at, amount: BigInt(event.total ?? 0) });
    }
    const lease = event.event === 'spent' ? hash && leases.get(hash) : undefined;
    if (!lease) continue;
    const key = leaseKey({ chainId, guardian: lease.guardian, budgetId: lease.budget_id });
    const payment = { at, amount: BigInt(event.amount ?? 0) };
    pay(key, payment);
    if (event.redeemer !== lease.session_key) pay(`${key} replicants`, payment);
  }
  // A period meter is named after its link and its place there; a link has one.
  return (key) => paid.get(key) ?? paid.get(key.replace(/ \d+$/, '')) ?? [];
}
