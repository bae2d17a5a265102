// One record more in the list, and nothing else: a chain with a number, a currency and a dollar of its own. MetaMask's
// official bytecode stands on it, and a Golem lives there from its grant to its first pull.
import { numberToHex, parseEther } from 'viem';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { switchChain } from '../../site/wallet/chain';
import { paymentOf } from '../../site/wallet/payments';
import { type Chain, startChain } from '../../site/world/chain/chain';
import { SessionKey } from '../../src/agent/key/session-key';
import { plainSender } from '../../src/agent/payments/sender';
import { redeem } from '../../src/agent/runway/redeem';
import { readRunway } from '../../src/agent/runway/runway';
import { readRunwayState } from '../../src/agent/runway/runway-state';
import { createEvents } from '../../src/agent/store/events';
import { lower } from '../../src/core/bytes/hex';
import { decodeBatch, encodeBatch, MULTICALL3 } from '../../src/core/chain/multicall';
import { type Delegation, encodeContext } from '../../src/core/delegations/delegation';
import { explainTransaction } from '../../src/core/insight/transaction';
import { judgeGrant } from '../../src/core/runway/grant';
import { digestFor } from '../../src/core/runway/guardian-message';
import { budgetIdOf, planLease } from '../../src/core/runway/lease';
import { leaseCalls, leaseFactsOf } from '../../src/core/runway/lease-facts';
import type { LeaseAsk } from '../../src/core/runway/lease-scene';
import { leaseSpeech } from '../../src/core/runway/lease-words';
import { golemDetailOf } from '../../src/core/watch/golem-detail';
import { golemListOf } from '../../src/core/watch/golem-list';
import { aStage, PAYEE, register, type Stage, USDC } from '../agent/stage';
import { aGolem, aPermission, aScene, aStatus, OWNER } from '../vectors/builders';
import { aRecord, aState } from '../vectors/memory';
import { lethe } from './lethe';

vi.mock('../../src/core/chain/chains/list', async (original) => {
  const { CHAINS } = await original<typeof import('../../src/core/chain/chains/list')>();
  const { lethe } = await import('./lethe');
  return { CHAINS: [...CHAINS, lethe] };
});

const LETHE = lethe.id;
let chain: Chain;
let stage: Stage;
let key: SessionKey;
beforeAll(async () => {
  chain = await startChain({ chainId: LETHE });
  stage = await aStage(chain);
  key = SessionKey.generate({ events: createEvents(), now: () => Date.now() / 1000 });
  await stage.fund(key.address, '0.1');
  await register(stage, key.address);
});
afterAll(() => chain?.stop());

const askOf = (over: Partial<LeaseAsk>, at: number): LeaseAsk => ({
  golem: stage.golem,
  sessionKey: key.address,
  cap: 5n * USDC,
  replicantCap: 0n,
  expiresAt: at + 5 * 86_400,
  payees: [PAYEE],
  maxAgeSeconds: 86_400,
  ...over,
});

/** What the Snap does with a grant: judge it, ask the chain, say what it will sign, sign. */
async function leased(root: Delegation, over: Partial<LeaseAsk> = {}) {
  const guardian = stage.guardian.address;
  const grant = judgeGrant(encodeContext([root]), { chainId: LETHE, guardian });
  if (!grant.ok) throw new Error(grant.reason);
  const calls = leaseCalls(grant.value, { guardian, golem: stage.golem }, budgetIdOf(grant.value));
  const { data } = await stage.link.client.call({ to: MULTICALL3, data: encodeBatch(calls) });
  const read = decodeBatch(data, LETHE, calls.length);
  const facts = read.ok ? leaseFactsOf(read) : null;
  if (!facts) throw new Error('the chain gave no facts');
  const beside = { chains: [], guardians: [guardian], unseen: 0 };
  const now = Math.floor(Date.now() / 1000);
  const scene = { guardian, grant: grant.value, facts, before: [], beside, code: null, now };
  const plan = planLease(askOf(over, facts.time), scene);
  if (!plan.ok) throw new Error(plan.reason);
  const hash = digestFor(guardian, plan.value.messages.lease);
  const signature = await stage.guardian.sign({ hash });
  return {
    said: JSON.stringify(leaseSpeech('Atlas', plan.value, scene)),
    context: encodeContext([{ ...plan.value.link, signature }, root]),
  };
}

describe('on a chain that was added by one record', () => {
  it('a grant is read, a lease of it signed and said in words, and a pull redeemed on chain', async () => {
    const { said, context } = await leased(await stage.grant());
    const runway = readRunway(context, LETHE);
    const before = await stage.usdcOf(PAYEE);

    const paid = await redeem(stage.link, plainSender(stage.link, key), runway, {
      payee: PAYEE,
      amount: 2n * USDC,
    });

    expect(said).toMatch(/5 USDC/);
    expect(said).toMatch(/Read from Lethe at block/);
    expect(said).not.toMatch(/base units|chain 7770001/);
    expect(paid).toMatchObject({ ok: true, amount: 2n * USDC });
    expect((await stage.usdcOf(PAYEE)) - before).toBe(2n * USDC);
    expect(await readRunwayState(stage.link, runway)).toMatchObject({ available: 3n * USDC });
  });

  it('gas is granted, leased and pulled in its own currency', async () => {
    const root = await stage.grant({ type: 'native-token-periodic', cap: parseEther('0.02') });
    const cap = parseEther('0.01');

    const { said, context } = await leased(root, { cap, payees: [key.address] });
    const runway = readRunway(context, LETHE);
    const held = await stage.link.client.getBalance({ address: stage.owner.address });
    const amount = parseEther('0.005');
    const paid = await redeem(stage.link, plainSender(stage.link, key), runway, {
      payee: key.address,
      amount,
    });

    expect(said).toMatch(/0\.01 OBOL/);
    expect(said).not.toMatch(/ETH|native currency/);
    expect(paid).toMatchObject({ ok: true, amount });
    const rest = await stage.link.client.getBalance({ address: stage.owner.address });
    expect(held - rest).toBe(amount);
  });

  it('an insight names the chain and what it costs there', () => {
    const golem = aGolem({ chainId: LETHE, sessionKey: lower(key.address) });
    const watched = { ...aStatus(), golems: [golem] };
    const gas = { from: OWNER, to: key.address, value: parseEther('7'), data: '0x' } as const;

    const { insight } = explainTransaction(
      { ...gas, authorizations: null },
      aScene({ chainId: LETHE, origin: null, watched }),
    );

    const said = JSON.stringify(insight);
    expect(said).toMatch(/7 OBOL/);
    expect(said).toMatch(
      /Gas for a hundred payments on Lethe hardly ever costs more than 0\.08 OBOL/,
    );
  });

  it('the console names chain, dollars and currency', () => {
    const golem = aGolem({ chainId: LETHE, gasLeft: `${parseEther('0.25')}` });
    const permission = { chainId: LETHE, golem: golem.id };
    const state = aState({
      golems: [aRecord({ golem })],
      permissions: [
        aPermission({ ...permission, id: 'p1', token: lethe.usdc?.address ?? null }),
        aPermission({ ...permission, id: 'p2', token: null, cap: `${parseEther('0.5')}` }),
      ],
    });
    const clock = { now: 1_790_000_000, skew: 0 };
    const [row] = golemListOf(state, clock);
    if (!row) throw new Error('no row');

    const rows = golemDetailOf(row, state, clock, clock.now).parts.flatMap((part) => part.rows);

    const said = rows.map(({ label, value }) => `${label}: ${value}`).join('\n');
    expect(said).toMatch(/Chain: Lethe/);
    expect(said).toMatch(/Gas left: 0\.25 OBOL/);
    expect(said).toMatch(/Cap: 0\.5 OBOL every day/);
    expect(said).toMatch(/Cap: [\d.]+ USDC every day/);
    expect(said).not.toMatch(/base units|native currency|ETH/);
  });

  it('the site adds it to the wallet and pays in its dollars', async () => {
    const asked: { method: string; params?: unknown }[] = [];
    const unknown = Object.assign(new Error('unknown chain'), { code: 4902 });
    const provider = {
      request: async (call: { method: string; params?: unknown }) => {
        asked.push(call);
        if (asked.length === 1) throw unknown;
        return null;
      },
    };

    await switchChain(provider as never, { chainId: LETHE, rpcUrl: 'https://node.example' });

    expect(asked[1]?.params).toEqual([
      {
        chainId: numberToHex(LETHE),
        chainName: 'Lethe',
        rpcUrls: ['https://node.example'],
        nativeCurrency: { name: 'Obol', symbol: 'OBOL', decimals: 18 },
        blockExplorerUrls: ['https://lethe.example'],
      },
    ]);
    const payment = {
      from: PAYEE,
      to: PAYEE,
      value: 1n,
      until: 1,
      nonce: `0x${'00'.repeat(32)}`,
    } as const;
    const { domain } = paymentOf(LETHE, payment, null) ?? {};
    expect(domain).toMatchObject({ name: 'USD Coin', verifyingContract: lethe.usdc?.address });
  });
});
