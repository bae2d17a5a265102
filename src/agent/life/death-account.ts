// The account of a death: what the Golem spent in its life, what became of its gas, and what the chain shows as ended.
import { sameAddress } from '../../core/chain/addresses';
import { hashDelegation } from '../../core/delegations/delegation';
import type { Dispatch } from '../payments/dispatch';
import { isDisabled, readRunwayState } from '../runway/runway-state';
import type { Golem } from './golem';

export type DeathAccount = {
  /** Of the runway's money, in base units, over the whole life as its records reach back. */
  spent: bigint;
  payments: number;
  /** Wei that reached the owner, null = its sender keeps no records; wei that its keys still hold, null = nobody knows. */
  gasHome: bigint | null;
  gasStuck: bigint | null;
  /** Runway and child links that the chain shows as ended. */
  permissionsEnded: number;
};

/** Before the key is zeroed. */
export async function accountOf(golem: Golem): Promise<DeathAccount> {
  const [{ spent, payments }, gasHome, gasStuck, permissionsEnded] = await Promise.all([
    golem.journal.totals(golem.id),
    sentHome(golem),
    stuck(golem).catch(() => null),
    endedOnChain(golem),
  ]);
  return { spent, payments, gasHome, gasStuck, permissionsEnded };
}

/** A chain that cannot be asked shows nothing. */
export async function endedOnChain({ chain, runway, children }: Golem): Promise<number> {
  const own = runway
    ? readRunwayState(chain, runway).then(
        ({ ended }) => ended !== null,
        () => false,
      )
    : false;
  const links = children.map(({ link }) =>
    isDisabled(chain, hashDelegation(link)).catch(() => false),
  );
  return (await Promise.all([own, ...links])).filter(Boolean).length;
}

/** From the records, so that a death that was interrupted after its sweep still knows of it. null = there are none. */
export async function sweptHome(golem: Golem): Promise<Dispatch[] | null> {
  const { id, owner, key, pendingKey } = golem;
  const { journal } = golem.sender;
  if (!journal) return null;
  const keys = [key, ...(pendingKey ? [pendingKey] : [])];
  const settled = await Promise.all(keys.map(({ address }) => journal.settled(address)));
  return settled
    .flat()
    .filter((one) => one.golem === id && one.state === 'done' && one.result !== null)
    .filter(({ to, data }) => sameAddress(to, owner) && data === '0x');
}

async function sentHome(golem: Golem): Promise<bigint | null> {
  const swept = await sweptHome(golem);
  return swept?.reduce((sum, { value }) => sum + value, 0n) ?? null;
}

async function stuck({ chain, key, pendingKey }: Golem): Promise<bigint> {
  const keys = [key, ...(pendingKey ? [pendingKey] : [])];
  const balances = keys.map(({ address }) => chain.client.getBalance({ address }));
  return (await Promise.all(balances)).reduce((sum, balance) => sum + balance, 0n);
}
