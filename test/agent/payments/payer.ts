// A payer on a chain, through a node that forgets: opened for the file that imports it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWalletClient, http, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { mined } from '../../../contracts/mined';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { baseSepolia } from '../../../site/world/chain/viem-chain';
import { connectChain } from '../../../src/agent/chain/chain';
import { SessionKey } from '../../../src/agent/key/session-key';
import { planReport } from '../../../src/agent/life/oracle';
import type { Sender } from '../../../src/agent/payments/call';
import { openJournal } from '../../../src/agent/payments/journal';
import { plainSender } from '../../../src/agent/payments/sender';
import { redeem } from '../../../src/agent/runway/redeem';
import { readRunway } from '../../../src/agent/runway/runway';
import { createEvents } from '../../../src/agent/store/events';
import { memoryStore, type Store } from '../../../src/agent/store/store';
import { aFickleNode, type FickleNode } from '../../nodes/fickle-node';
import { aStage, PAYEE, register } from '../stage';

export let chain: Chain;
export let node: FickleNode;
/** Milliseconds after which a call without an answer is in doubt. */
export const GLANCE = 300;
export const folder = mkdtempSync(join(tmpdir(), 'bardo-payments-'));

beforeAll(async () => {
  chain = await startChain();
});
beforeEach(async () => {
  node = await aFickleNode(chain);
});
afterEach(() => node.close());
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await chain?.stop();
});

/** A leased key that pays through the fickle node. `again`: the same after its process died. */
export async function aPayer(store: Store = memoryStore()) {
  const stage = await aStage(chain);
  const key = SessionKey.generate({ events: createEvents(), now: () => 0 });
  await stage.fund(key.address);
  await register(stage, key.address);
  const grant = await stage.grant();
  const runway = readRunway(await stage.lease(grant, key.address), chain.chainId);
  const wake = () => {
    const link = connectChain({ rpcUrl: node.url, chainId: chain.chainId });
    // A copy: to the process it is another store, with the same records.
    const journal = openJournal({ ...store });
    const by = (one: Sender) => (amount: bigint, name?: string) =>
      redeem(link, one, runway, { payee: PAYEE, amount }, name ? { key: name } : {});
    const sender = plainSender(link, key, {}, journal);
    // What the chain answers is waited for, however slow the machine is; a glance is for what nobody will answer.
    return { link, sender, pull: by(sender), glance: by(plainSender(link, key, GLANCE, journal)) };
  };
  const report = (sender: ReturnType<typeof wake>['sender']) =>
    sender.send(
      planReport(
        { guardian: stage.guardian.address, golem: stage.golem },
        { phase: 'thriving', vitality: 9000 },
      ),
    );
  const paidSince = async () => {
    const before = await stage.usdcOf(PAYEE);
    return async () => (await stage.usdcOf(PAYEE)) - before;
  };
  return { stage, key, grant, runway, wake, again: wake, report, paidSince, ...wake() };
}

/** Something else takes the key's place in line. */
export async function rivalOf(key: SessionKey, nonce: number): Promise<void> {
  const account = privateKeyToAccount(key.expose((bytes) => toHex(bytes)));
  const transport = http(chain.rpcUrl);
  const rival = createWalletClient({ account, chain: baseSepolia, transport });
  const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 10n };
  const hash = await rival.sendTransaction({ to: account.address, nonce, gas: 21_000n, ...fees });
  const client = connectChain({ rpcUrl: chain.rpcUrl, chainId: chain.chainId }).client;
  await mined(client, hash);
}
