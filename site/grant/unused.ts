// Signed grants that no Golem lives on, kept under the account that gave them: a wallet may not be able to list
// them, and only that account can end them. Parsed on the way back in: storage is outside data.
import type { Address, Hex } from 'viem';
import { check } from '../../src/core/protocol/check';
import { ChainId, Context } from '../../src/core/protocol/fields';
import { document, type Infer } from '../../src/core/protocol/schema';
import type { Storage } from './draft';

const UnusedStruct = document({ chainId: ChainId, context: Context });
export type Unused = Infer<typeof UnusedStruct>;

export type UnusedGrants = {
  of: (account: Address, chainId: number) => Hex[];
  keep: (account: Address, grant: Unused) => void;
  /** It has ended on chain. */
  drop: (account: Address, context: Hex) => void;
};

/** The oldest are forgotten: each was signed by hand. */
const MAX_KEPT = 100;

export function unusedIn(storage: Pick<Storage, 'getItem' | 'setItem'>): UnusedGrants {
  const keyOf = (account: Address) => `bardo.unused.${account.toLowerCase()}`;
  const read = (account: Address) => parsed(storage.getItem(keyOf(account)));
  const others = (account: Address, context: string) =>
    read(account).filter((one) => one.context !== context);
  const write = (account: Address, all: Unused[]) =>
    storage.setItem(keyOf(account), JSON.stringify(all.slice(-MAX_KEPT)));
  return {
    of: (account, chainId) =>
      read(account).flatMap((one) => (one.chainId === chainId ? [one.context] : [])),
    keep: (account, grant) => write(account, [...others(account, grant.context), grant]),
    drop: (account, context) => write(account, others(account, context)),
  };
}

/** What cannot be read counts as none. */
function parsed(json: string | null): Unused[] {
  try {
    const all: unknown = JSON.parse(json ?? '[]');
    return (Array.isArray(all) ? all : []).flatMap((one) => {
      const read = check(one, UnusedStruct);
      return read.ok ? [read.value] : [];
    });
  } catch {
    return [];
  }
}
