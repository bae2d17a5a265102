// One of two agents that were started on one key file by mistake. It prints how its one payment ended, and keeps the key for
// a while.
import { readFileSync } from 'node:fs';
import type { Address, Hex } from 'viem';
import { connectChain } from '../../../src/agent/chain/chain';
import { keyFileStore, loadSessionKey } from '../../../src/agent/key/session-key-file';
import { openJournal } from '../../../src/agent/payments/journal';
import { plainSender } from '../../../src/agent/payments/sender';
import { redeem } from '../../../src/agent/runway/redeem';
import { readRunway } from '../../../src/agent/runway/runway';
import { createEvents } from '../../../src/agent/store/events';

export type Twin = {
  rpcUrl: string;
  chainId: number;
  keyFile: string;
  passphrase: string;
  context: Hex;
  payee: Address;
  amount: string;
  /** The idempotency key. */
  name: string;
  holdMs: number;
};
export type TwinSaid =
  | { is: 'paid'; transaction: Hex }
  | { is: 'in use' | 'failed'; reason: string };

async function live(life: Twin): Promise<TwinSaid> {
  const { rpcUrl, chainId, keyFile, passphrase, context, payee, amount, name } = life;
  try {
    const options = { events: createEvents(), now: () => 0 };
    const key = await loadSessionKey(keyFile, passphrase, options);
    const chain = connectChain({ rpcUrl, chainId });
    const sender = plainSender(chain, key, {}, openJournal(keyFileStore(keyFile)));
    const pull = { payee, amount: BigInt(amount) };
    const paid = await redeem(chain, sender, readRunway(context, chainId), pull, { key: name });
    return paid.ok
      ? { is: 'paid', transaction: paid.transaction }
      : { is: 'failed', reason: paid.reason };
  } catch (error) {
    const { name: kind, message: reason } = error as Error;
    return { is: kind === 'StoreInUse' ? 'in use' : 'failed', reason };
  }
}

if (process.env.TWIN_LIFE) {
  const life = JSON.parse(readFileSync(process.env.TWIN_LIFE, 'utf8')) as Twin;
  process.stdout.write(`${JSON.stringify(await live(life))}\n`);
  await new Promise((resolve) => setTimeout(resolve, life.holdMs));
}
