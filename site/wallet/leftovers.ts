// What the keys of a dead Golem still hold, read through the owner's own wallet.
import type { Address } from 'viem';
import * as QUESTIONS from '../../src/core/chain/questions';
import type { Leftover } from '../../src/core/runway/settlement';
import { type Provider, quantity } from './provider';
import { lookAt } from './reads';

/** The newest keys: an older one handed its gas on when it was replaced. */
const MAX_KEYS = 8;

export type Remains = {
  block: number;
  /** `dust`: less than sending it would cost. */
  held: readonly (Leftover & { account: Address; dust: boolean })[];
};

/** Gas of two plain transfers, with room. */
const SENDING_GAS = 100_000n;

/** null when the wallet cannot say. */
export async function readLeftovers(
  provider: Provider,
  { chainId, keys, token }: { chainId: number; keys: readonly Address[]; token: Address | null },
): Promise<Remains | null> {
  const look = await lookAt(provider, chainId);
  if (!look) return null;
  const sending = SENDING_GAS * (await quantity(provider, 'eth_gasPrice', []));
  const asked = keys.slice(0, MAX_KEYS).flatMap((account) =>
    [null, token].slice(0, token ? 2 : 1).map(async (what) => {
      const amount = what
        ? await look.view(QUESTIONS.balance, what, account)
        : await look.view(QUESTIONS.coins, account);
      const dust = what === null && amount <= sending;
      const holder = 'session-key' as const;
      return { chainId, account, holder, token: what, sweep: null, amount, dust };
    }),
  );
  return { block: look.block, held: await Promise.all(asked) };
}
