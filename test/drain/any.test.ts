// Any delegation of rules that Bardo knows, on MetaMask's own contracts: what a thief of all keys takes in the
// first block, in 24 hours and until the end is never more than core said before.
//
//   DRAIN_SEED=1 DRAIN_CASES=200 npx vitest run test/drain/any.test.ts   (DRAIN_SEED=any: another one each time)

import { type Address, type Hex, numberToHex } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chain, startChain } from '../../site/world/chain/chain';
import { signDelegation } from '../../site/world/people/grants';
import { allowedCalldata } from '../../src/core/caveats/allowed-calldata';
import { allowedMethods } from '../../src/core/caveats/allowed-methods';
import { allowedTargets } from '../../src/core/caveats/allowed-targets';
import { erc20BalanceChange } from '../../src/core/caveats/erc20-balance-change';
import { limitedCalls } from '../../src/core/caveats/limited-calls';
import { timestamp } from '../../src/core/caveats/timestamp';
import { valueLte } from '../../src/core/caveats/value-lte';
import {
  type CaveatData,
  type Delegation,
  hashDelegation,
  ROOT_AUTHORITY,
} from '../../src/core/delegations/delegation';
import { routesOf } from '../../src/core/delegations/exposure';
import type { Loss } from '../../src/core/delegations/loss';
import { most } from '../../src/core/delegations/meter';
import type { WorstCase } from '../../src/core/delegations/pots';
import { linkOf, treeOf } from '../../src/core/delegations/tree';
import { worstCaseOf } from '../../src/core/delegations/worst-case';
import { aStage, type Stage } from '../agent/stage';
import { anyLink } from './any-link';
import { diceOf } from './dice';
import { entriesOf } from './entries';
import { guard, installRecorded } from './ground';
import { momentsOf } from './moments';
import { type Entry, type Mark, plunder } from './plays';
import { rule, type Setting, word } from './rules';

const { DRAIN_SEED = '1000', DRAIN_CASES = '12' } = process.env;
const SEED = DRAIN_SEED === 'any' ? Date.now() % 2 ** 31 : Number(DRAIN_SEED);
const CASES = Number(DRAIN_CASES);
const HOUR = 3600;
const DAY = 24 * HOUR;
/** Another coin with the code of the twin's dollar. */
const COIN: Address = '0x00000000000000000000000000000000000c0121';
const RICHES = 10n ** 12n;

let chain: Chain;
let stage: Stage;
let keys: PrivateKeyAccount[];
const hits = { figures: 0, exact: 0 };

beforeAll(async () => {
  chain = await startChain();
  stage = await aStage(chain);
  keys = [1, 2, 3].map(() => privateKeyToAccount(generatePrivateKey()));
  const code = await chain.cheat('eth_getCode', [chain.usdc, 'latest']);
  await chain.cheat('anvil_setCode', [COIN, code]);
  await chain.cheat('anvil_autoImpersonateAccount', [true]);
  const { owner } = stage;
  const mint = `0x40c10f19${word(owner.address)}${word(RICHES)}` as Hex;
  const poor = [thief(), ...keys.map(({ address }) => address)];
  await Promise.all(poor.map((address) => stage.fund(address, '1000')));
  for (const token of [COIN, chain.usdc])
    await stage.send(keys[0] as PrivateKeyAccount, { to: token, data: mint });
  await installRecorded(chain);
  await guard(stage, [owner, ...keys]);
  await chain.cheat('anvil_setBalance', [owner.address, numberToHex(RICHES)]);
});
afterAll(() => chain?.stop());

it(`${CASES} thieves take no more than was said (DRAIN_SEED=${SEED})`, {
  timeout: 1_800_000,
}, async () => {
  console.log(`DRAIN_SEED=${SEED} DRAIN_CASES=${CASES}`);
  for (let number = 0; number < CASES; number += 1) await aCase(SEED + number, ANY, robbed);
  console.log(`${hits.exact} of ${hits.figures} finite figures were taken to the last unit.`);
  // A thief who finds nothing would prove nothing.
  expect(hits.exact * 10).toBeGreaterThan(hits.figures);
});

describe('to the last unit is taken', () => {
  it.each<[string, bigint, (setting: Setting) => CaveatData[]]>([
    ['what a pinned amount and a count allow', 14n, () => [TRANSFERS, AMOUNT]],
    ['what the pinned bytes leave open', 510n, () => [TRANSFERS, SMALL]],
    ['what the account may lose in each use', 18n, (setting) => [TRANSFERS, loss(setting)]],
    ['what is approved, whatever is weighed', 24n, (setting) => [APPROVALS, MORE, loss(setting)]],
  ])('%s', { timeout: 240_000 }, async (_, figure, rules) => {
    const only = (setting: Setting) => [
      rule(allowedTargets, { targets: [chain.usdc] }),
      rule(limitedCalls, { limit: 2n }),
      rule(valueLte, { maxValue: 0n }),
      rule(timestamp, { after: 0n, before: BigInt(setting.now + DAY) }),
      ...rules(setting),
    ];
    await aCase(SEED, { links: only, depths: [1] }, async (robbery) => {
      const token = chain.usdc.toLowerCase();
      const found = await hauls(robbery, robbery.moments);

      expect(found.reduce((sum, { gone }) => sum + (gone[token] ?? 0n), 0n)).toBe(figure);
      expect(robbery.told).toMatchObject({ [token]: { untilEnd: { uncapped: figure } } });
    });
  });
});

const TRANSFERS = rule(allowedMethods, { selectors: ['0xa9059cbb'] });
const APPROVALS = rule(allowedMethods, { selectors: ['0x095ea7b3'] });
const AMOUNT = rule(allowedCalldata, { start: 36n, value: `0x${word(7n)}` });
const MORE = rule(allowedCalldata, { start: 36n, value: `0x${word(12n)}` });
const SMALL = rule(allowedCalldata, { start: 36n, value: `0x${'00'.repeat(31)}` });

function loss({ account }: Setting): CaveatData {
  const change = { decrease: true, token: chain.usdc, recipient: account, amount: 9n };
  return rule(erc20BalanceChange, change);
}

/** Who signs what: the rules of each link, and how many of them hang together. */
type Plan = { links: (setting: Setting) => CaveatData[]; depths: readonly number[] };

const ANY: Plan = { links: anyLink, depths: [1, 1, 2, 3] };

async function aCase(
  seed: number,
  plan: Plan,
  rob: (robbery: Robbery) => Promise<void>,
): Promise<void> {
  const before = await chain.cheat('evm_snapshot', []);
  try {
    const dice = diceOf(seed);
    const head = await stage.link.head();
    const now = head.timestamp + DAY;
    const setting = {
      dice,
      now,
      block: head.number,
      tokens: [chain.usdc, COIN] as const,
      account: stage.owner.address,
      payee: thief(),
      keys: keys.map(({ address }) => address),
    };
    const chains = await chainsOf(plan, setting);
    // Now and then the first holder is a guardian whose key is not stolen.
    const guarded = plan === ANY && dice.chance(0.3);
    const safe = setting.keys.slice(0, guarded ? 1 : 0);
    const told = figuresOf(chains.flat(), now, safe);
    const entries = chains
      .flatMap((links) => entriesOf(links, mark()))
      .filter(({ redeemer }) => !safe.includes(redeemer));
    const moments = momentsOf(dice, { chainId: chain.chainId, now }, chains.flat());
    await rob({ seed, entries, told, from: now, moments });
  } finally {
    await chain.cheat('evm_revert', [before]);
  }
}

/** One or two chains of one to three links, all keys stolen. */
async function chainsOf(
  plan: Plan,
  setting: Omit<Setting, 'giver' | 'holder'>,
): Promise<Delegation[][]> {
  const { dice } = setting;
  const chains: Delegation[][] = [];
  for (let count = plan === ANY && dice.chance(0.3) ? 2 : 1; count > 0; count -= 1) {
    const links: Delegation[] = [];
    for (let depth = dice.pick(plan.depths); depth > 0; depth -= 1) {
      const giver =
        links.length === 0 ? stage.owner : (keys[links.length - 1] as PrivateKeyAccount);
      const [parent] = links;
      const { address: holder } = keys[links.length] as PrivateKeyAccount;
      links.unshift(
        await signDelegation(giver, {
          delegator: giver.address,
          delegate: holder,
          authority: parent ? hashDelegation(parent) : ROOT_AUTHORITY,
          caveats: plan.links({ ...setting, giver: giver.address, holder }),
        }),
      );
    }
    chains.push(links);
  }
  return chains;
}

type Figures = Record<string, Pick<WorstCase, 'now' | 'anyDay' | 'untilEnd'>>;

function figuresOf(links: readonly Delegation[], now: number, safe: readonly Address[]): Figures {
  const { chainId } = chain;
  const tree = treeOf(links.map((link) => linkOf(link, { chainId, paid: () => [] })));
  const routes = routesOf(tree, { chainId, safe, ended: [] });
  return Object.fromEntries(
    worstCaseOf(routes, { now, holdings: [] }).map((one) => [`${one.token ?? 'ether'}`, one]),
  );
}

type Robbery = {
  seed: number;
  entries: readonly Entry[];
  told: Figures;
  from: number;
  moments: readonly number[];
};

/** Greedy from now on, and once more by a thief who waits for a moment of his choice. */
async function robbed(robbery: Robbery): Promise<void> {
  const { moments } = robbery;
  const first = await hauls(robbery, moments);
  check(robbery, first);
  const later = diceOf(robbery.seed).pick(moments);
  const patient = moments.filter((at) => at >= later && at < later + DAY);
  check(robbery, await hauls(robbery, patient));
}

type Haul = { at: number; gone: Record<string, bigint> };

async function hauls({ entries }: Robbery, moments: readonly number[]): Promise<Haul[]> {
  const before = await chain.cheat('evm_snapshot', []);
  try {
    const found: Haul[] = [];
    let held = await balances();
    for (const at of moments) {
      await plunder(chain, entries, mark(), at);
      const left = await balances();
      const gone = Object.fromEntries(
        Object.keys(held).map((asset) => [asset, (held[asset] ?? 0n) - (left[asset] ?? 0n)]),
      );
      found.push({ at, gone });
      held = left;
    }
    return found;
  } finally {
    await chain.cheat('evm_revert', [before]);
  }
}

function check({ seed, told, from }: Robbery, found: readonly Haul[]): void {
  for (const asset of [chain.usdc.toLowerCase(), COIN.toLowerCase(), 'ether']) {
    const figures = told[asset] ?? (asset === 'ether' ? undefined : told.any);
    const sum = (first: number, last: number) =>
      found
        .filter(({ at }) => at >= first && at < last)
        .reduce((total, { gone }) => total + (gone[asset] ?? 0n), 0n);
    const day = found.map(({ at }) => sum(at, at + DAY)).reduce(most, 0n);
    const where = `${asset} of case ${seed}`;
    hold(sum(from, from + 1), figures?.now.uncapped ?? 0n, `${where}, at once`);
    hold(day, figures?.anyDay.uncapped ?? 0n, `${where}, in a day`);
    hold(
      sum(0, Number.POSITIVE_INFINITY),
      figures?.untilEnd.uncapped ?? 0n,
      `${where}, in the end`,
    );
  }
}

function hold(taken: bigint, figure: Loss, where: string): void {
  if (figure === 'unlimited') return;
  if (taken > figure) expect.fail(`${where}: ${taken} taken, ${figure} said`);
  if (figure === 0n) return;
  hits.figures += 1;
  if (taken === figure) hits.exact += 1;
}

async function balances(): Promise<Record<string, bigint>> {
  const { address } = stage.owner;
  const of = async (token: Address) => {
    const data = `0x70a08231${word(address)}`;
    return BigInt((await chain.cheat('eth_call', [{ to: token, data }, 'latest'])) as Hex);
  };
  const ether = BigInt((await chain.cheat('eth_getBalance', [address, 'latest'])) as Hex);
  return {
    [chain.usdc.toLowerCase()]: await of(chain.usdc),
    [COIN.toLowerCase()]: await of(COIN),
    ether,
  };
}

function mark(): Mark {
  return { account: stage.owner.address, tokens: [chain.usdc, COIN], thief: thief() };
}

/** Never the account of a link: what it gets has left the owner. */
function thief(): Address {
  return '0x7777777777777777777777777777777777777777';
}
