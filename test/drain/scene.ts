// Grants, leases and Replicants on the twin whose keys are all stolen, five hours after the grant.

import { type Address, encodeFunctionData, type Hex } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import type { Chain } from '../../site/world/chain/chain';
import { signDelegation } from '../../site/world/people/grants';
import { erc20Abi } from '../../src/agent/chain/framework';
import { erc20PeriodTransfer } from '../../src/core/caveats/erc20-period-transfer';
import type { GolemPolicyTerms } from '../../src/core/caveats/golem-policy';
import { timestamp } from '../../src/core/caveats/timestamp';
import { valueLte } from '../../src/core/caveats/value-lte';
import {
  type Delegation,
  decodeContext,
  encodeContext,
  hashDelegation,
} from '../../src/core/delegations/delegation';
import type { Payment } from '../../src/core/delegations/meter';
import { aStage, PAYEE, register, type Stage, USDC } from '../agent/stage';
import type { Loot } from './thief';

export const HOUR = 3600;
export const DAY = 24 * HOUR;

/** When the owner granted, and when the keys are stolen. */
export type Scene = { chain: Chain; stage: Stage; start: number; now: number };

export type Theft = {
  /** All links of all contexts. */
  links: readonly Delegation[];
  loot: readonly Loot[];
  end: number;
  /** Keys that the thief does not have, besides the guardian. */
  safe?: readonly Address[];
  /** Spent in good faith, through every meter. */
  paid?: readonly Payment[];
  ended?: readonly Hex[];
  /** Resets, besides that of the grant. */
  anchors?: readonly number[];
};

export type Family = Theft & { key: PrivateKeyAccount };

/** The grant is given this many seconds into a UTC day: buckets begin at multiples of four hours of it. */
export async function aScene(chain: Chain, intoTheDay: number): Promise<Scene> {
  const head = (await chain.cheat('eth_getBlockByNumber', ['latest', false])) as { timestamp: Hex };
  const midnight = Math.ceil(Number(head.timestamp) / DAY) * DAY;
  await chain.cheat('evm_setNextBlockTimestamp', [midnight + intoTheDay]);
  const stage = await aStage(chain);
  const start = await stage.now();
  return { chain, stage, start, now: start + 5 * HOUR };
}

export async function stolenKey({ stage }: Scene): Promise<PrivateKeyAccount> {
  const key = privateKeyToAccount(generatePrivateKey());
  await stage.fund(key.address, '10');
  return key;
}

/** The owner moves all but this away. */
export async function keepOnly({ chain, stage }: Scene, amount: bigint): Promise<void> {
  const rest = (await stage.usdcOf(stage.owner.address)) - amount;
  const args = ['0x000000000000000000000000000000000000dEaD', rest] as const;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args });
  await stage.send(stage.owner, { to: chain.usdc, data });
}

/** Straight to the Golem's key. */
export async function bare(scene: Scene, { days = 3, cap = 10n * USDC } = {}): Promise<Theft> {
  const { chain, stage } = scene;
  const key = await stolenKey(scene);
  const now = await stage.now();
  const grant = await stage.grant({ cap, days, to: key.address });
  const loot = [{ key, context: encodeContext([grant]), payee: PAYEE, token: chain.usdc }];
  return { links: [grant], loot, end: now + days * DAY, anchors: [now] };
}

/** To the guardian, who leased to a key that reports for its Golem. */
export async function leased(
  scene: Scene,
  grant: Delegation,
  over: Partial<GolemPolicyTerms> = {},
): Promise<Family> {
  const { chain, stage, start } = scene;
  const key = await stolenKey(scene);
  const end = start + 3 * DAY;
  const context = await stage.lease(grant, key.address, { expiry: BigInt(end), ...over });
  const loot = { key, context, payee: PAYEE, token: chain.usdc };
  const reports = { guardian: stage.guardian.address, golem: stage.golem };
  const first = over.generation === undefined;
  if (first) await register(stage, key.address);
  return {
    key,
    links: decodeContext(context),
    loot: [{ ...loot, ...(first && { reports }) }],
    end,
  };
}

/** A Replicant of two dollars a day on a link that its parent signDelegation. */
export async function child(scene: Scene, parent: Family, from: number): Promise<Theft> {
  const { chain } = scene;
  const key = await stolenKey(scene);
  const daily = {
    token: chain.usdc,
    periodAmount: 2n * USDC,
    periodDuration: BigInt(DAY),
    startDate: BigInt(from),
  };
  const rule = (enforcer: Address, terms: Hex) => ({ enforcer, terms, args: '0x' as Hex });
  const link = await signDelegation(parent.key, {
    delegate: key.address,
    delegator: parent.key.address,
    authority: hashDelegation(parent.links[0] as Delegation),
    caveats: [
      rule(erc20PeriodTransfer.address, erc20PeriodTransfer.encode(daily)),
      rule(valueLte.address, valueLte.encode({ maxValue: 0n })),
      rule(timestamp.address, timestamp.encode({ after: 0n, before: BigInt(parent.end) })),
    ],
  });
  const links = [link, ...parent.links];
  const loot = [{ key, context: encodeContext(links), payee: PAYEE, token: chain.usdc }];
  return { links, loot, end: parent.end };
}

/** Several thefts by one thief, who uses the keys in this order. */
export function together(first: Theft, ...rest: readonly Theft[]): Theft {
  const all = [first, ...rest];
  return {
    links: all.flatMap(({ links }) => links),
    loot: all.flatMap(({ loot }) => loot),
    end: Math.max(...all.map(({ end }) => end)),
    anchors: all.flatMap(({ anchors = [] }) => anchors),
  };
}
