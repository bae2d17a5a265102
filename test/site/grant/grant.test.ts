// A runway from the owner's wish to a Golem that can spend: the real control plane, the real chain, MetaMask's
// own caveats. Interrupted, refused and crashed at every step.
import { type Hex, numberToHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountState } from '../../../site/grant/account';
import {
  type Draft,
  dropDraft,
  loadDraft,
  saveDraft,
  startDraft,
  startLease,
} from '../../../site/grant/draft';
import { gasAsk } from '../../../site/grant/gas';
import { grantWords } from '../../../site/grant/grant.words';
import { orphansOf } from '../../../site/grant/orphans';
import { endGrant } from '../../../site/grant/replace';
import { runSteps } from '../../../site/grant/run-steps';
import { readGrant } from '../../../site/grant/terms';
import { answered } from '../../../site/plane/plane';
import { errorWords } from '../../../site/wallet/errors';
import { readChain } from '../../../site/wallet/reads';
import { walletWords } from '../../../site/wallet/wallet.words';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { planPull } from '../../../src/agent/runway/pull';
import { readRunway } from '../../../src/agent/runway/runway';
import { lower } from '../../../src/core/bytes/hex';
import { decodeContext, encodeContext } from '../../../src/core/delegations/delegation';
import { PAYEE, register } from '../../agent/stage';
import { type House, openHouse } from '../../api/house';
import { aRunwayAsk } from '../../api/signing';
import { type Opened, openMemory } from '../../api/stores';
import { walletError } from '../scripted-wallet';
import { aSiteStage, type SiteStage, upgradingBatch } from '../stage';

let chain: Chain;
let opened: Opened;
let house: House;
let stage: SiteStage;

beforeAll(async () => {
  chain = await startChain();
  opened = await openMemory();
  house = await openHouse({ store: opened.store, chain });
});
afterAll(async () => {
  await house?.stop();
  await chain?.stop();
});
beforeEach(async () => {
  stage = await aSiteStage(chain, house);
});

const owner = () => lower(stage.owner.address);
const guardian = () => lower(stage.guardian.address);

function fresh(over: Parameters<SiteStage['ask']>[0] = {}): Draft {
  return startDraft(owner(), stage.ask(over), { guardian: guardian(), now: house.plane.now() });
}

async function golem() {
  return answered(await stage.plane.ask('golem', { id: stage.golem }));
}

describe('a grant', () => {
  it('ends with a Golem that could spend right now', async () => {
    const done = await runSteps(fresh(), stage.house);

    const { permissions, contexts, golem: known } = await golem();
    const facts = await readChain(stage.wallet, {
      chainId: chain.chainId,
      context: contexts[0]?.context ?? '0x',
      golem: stage.golem,
      guardian: guardian(),
    });
    expect(done.step).toBe('done');
    expect(permissions).toMatchObject([
      { cap: '10000000', revokedAt: null, lease: { generation: 1, cap: '10000000' } },
    ]);
    expect(known.sessionKey).toBe(lower(stage.session.address));
    expect(facts).toMatchObject({ grantEnded: false, leaseEnded: false });
  });

  it('sends the session key its first gas once', async () => {
    await runSteps(fresh(), stage.house);

    const gas = await stage.link.client.getBalance({ address: stage.session.address });
    expect(gas).toBeGreaterThan(0n);
    expect(stage.wallet.asked.filter((method) => method === 'eth_sendTransaction')).toHaveLength(1);
  });

  it('is kept before the wallet opens, so that a closed tab can be taken up', async () => {
    stage.wallet.script.wallet_requestExecutionPermissions = () => new Promise(() => undefined);

    void runSteps(fresh(), stage.house);

    await expect.poll(() => stage.saved.at(-1)?.step).toBe('asked');
  });

  it('finds the grant again when the wallet failed after the owner signed', async () => {
    const grant = stage.wallet.script.wallet_requestExecutionPermissions;
    stage.wallet.script.wallet_requestExecutionPermissions = async (params) => {
      await grant?.(params);
      throw walletError(-32603);
    };
    await expect(runSteps(fresh(), stage.house)).rejects.toMatchObject({ code: -32603 });

    const done = await runSteps(stage.saved.at(-1) as Draft, stage.house);

    expect(done.step).toBe('done');
    expect(stage.grants).toHaveLength(1);
  });

  it('asks again after a refusal, and nothing is left behind', async () => {
    const grant = stage.wallet.script.wallet_requestExecutionPermissions;
    stage.wallet.script.wallet_requestExecutionPermissions = () => {
      throw walletError(4001);
    };
    await expect(runSteps(fresh(), stage.house)).rejects.toMatchObject({ code: 4001 });
    const kept = stage.saved.at(-1) as Draft;
    stage.wallet.script.wallet_requestExecutionPermissions = grant as never;

    const done = await runSteps(kept, stage.house);

    expect(kept.step).toBe('ask');
    expect(done.step).toBe('done');
    expect(stage.grants).toHaveLength(1);
  });

  it('says so when the wallet cannot tell what it granted', async () => {
    stage.wallet.script.wallet_getGrantedExecutionPermissions = () => {
      throw walletError(-32601);
    };

    const walking = runSteps({ ...fresh(), step: 'asked' }, stage.house);

    await expect(walking).rejects.toThrow(grantWords.cannotLook);
  });

  it('can be taken up at every step and never grants twice', async () => {
    await runSteps(fresh(), stage.house);
    const kept = [...stage.saved];
    const before = stage.grants.length;

    for (const draft of kept.filter(
      ({ step }) => !['golem', 'intent', 'ask', 'done'].includes(step),
    )) {
      saveDraft(stage.storage, draft);
      const again = loadDraft(stage.storage, owner());
      expect(again).toEqual(draft);
      // A lease that was overtaken meanwhile is refused, and the next try signs a newer one.
      const done = await runSteps(again as Draft, stage.house).catch(() =>
        runSteps(stage.saved.at(-1) as Draft, stage.house),
      );
      expect(done.step).toBe('done');
    }

    expect(stage.grants).toHaveLength(before);
    const { permissions } = await golem();
    expect(permissions).toHaveLength(1);
  });

  it('refuses a second live grant for the same Golem', async () => {
    await runSteps(fresh(), stage.house);

    await expect(runSteps(fresh(), stage.house)).rejects.toThrow(grantWords.second('Atlas'));
    expect(stage.grants).toHaveLength(1);
  });

  it('refuses another one while the wallet lists one that nobody registered', async () => {
    const stray = await stage.grant();
    stage.grants.push(encodeContext([stray]));

    await expect(runSteps(fresh(), stage.house)).rejects.toThrow(grantWords.orphan);
    const about = { owner: owner(), registered: [], now: house.plane.now(), kept: [] };
    expect(await orphansOf(stage.wallet, chain.chainId, about)).toHaveLength(1);

    await endGrant(
      stray,
      { owner: owner(), golem: stage.golem, chainId: chain.chainId },
      stage.house,
    );
    expect(await orphansOf(stage.wallet, chain.chainId, about)).toEqual([]);
    expect((await runSteps(fresh(), stage.house)).step).toBe('done');
  });

  it('is not in the way of another account, though the wallet lists it there too', async () => {
    const other = await aSiteStage(chain, house);
    stage.grants.push(encodeContext([await other.grant({ to: guardian() })]));
    const about = { registered: [], now: house.plane.now(), kept: [] };

    expect(await orphansOf(stage.wallet, chain.chainId, { ...about, owner: owner() })).toEqual([]);
    const theirs = { ...about, owner: other.owner.address };
    expect(await orphansOf(stage.wallet, chain.chainId, theirs)).toHaveLength(1);
    expect((await runSteps(fresh(), stage.house)).step).toBe('done');
  });

  it('replaces the old grant and ends it on chain', async () => {
    await runSteps(fresh(), stage.house);
    const [old] = (await golem()).permissions;

    await runSteps(fresh({ cap: '20000000', replaces: old?.id ?? '' }), stage.house);

    const { permissions } = await golem();
    expect(permissions.find(({ id }) => id === old?.id)?.revokedAt).not.toBeNull();
    expect(permissions.find(({ id }) => id !== old?.id)).toMatchObject({
      cap: '20000000',
      revokedAt: null,
    });
  });

  it('stops when something else was granted than asked, and goes on when the owner takes it', async () => {
    stage.wallet.script.wallet_requestExecutionPermissions = async () => {
      const context = encodeContext([await stage.grant({ cap: 99_000_000n, days: 30 })]);
      stage.grants.push(context);
      return [{ context, chainId: '0x14a34' }];
    };
    const waiting = await runSteps(fresh(), stage.house);
    expect(waiting.step).toBe('review');

    const done = await runSteps({ ...waiting, accepted: true }, stage.house);

    expect(done.step).toBe('done');
    // The lease never gives more than was asked.
    expect((await golem()).permissions).toMatchObject([
      { cap: '99000000', lease: { cap: '10000000' } },
    ]);
  });

  it.each([
    ['to somebody else', { to: `0x${'99'.repeat(20)}` as const }, grantWords.otherDelegate],
  ])('of no use %s is said and not registered', async (_, over, sentence) => {
    stage.wallet.script.wallet_requestExecutionPermissions = async () => [
      { context: encodeContext([await stage.grant(over)]), chainId: '0x14a34' },
    ];

    await expect(runSteps(fresh(), stage.house)).rejects.toThrow(sentence);
    expect((await golem()).permissions).toEqual([]);
  });

  it('waits for the owner when the lease is refused in the Snap', async () => {
    const snap = stage.wallet.script.wallet_invokeSnap;
    stage.wallet.script.wallet_invokeSnap = () => ({ approved: false });
    await expect(runSteps(fresh(), stage.house)).rejects.toThrow(grantWords.noLease(null));
    stage.wallet.script.wallet_invokeSnap = snap as never;

    const done = await runSteps(stage.saved.at(-1) as Draft, stage.house);

    expect(done.step).toBe('done');
    expect((await golem()).permissions).toMatchObject([{ lease: { generation: 1 } }]);
  });

  it('feeds within the grant by a new lease alone', async () => {
    await runSteps(fresh(), stage.house);
    const [link] = (await golem()).contexts;
    const grant = encodeContext(decodeContext(link?.context ?? '0x').slice(-1));
    const before = stage.grants.length;

    const ask = stage.ask({ cap: '5000000' });
    await runSteps(
      startLease(owner(), ask, { guardian: guardian(), now: house.plane.now(), grant }),
      stage.house,
    );

    expect(stage.grants).toHaveLength(before);
    expect((await golem()).permissions).toMatchObject([
      { cap: '10000000', lease: { generation: 2, cap: '5000000' } },
    ]);
  });

  it('answers a Golem’s own request with a signed intent', async () => {
    const about = {
      golem: stage.golem,
      owner: owner(),
      token: chain.usdc,
      deadline: house.plane.now() + 3600,
    };
    const body = await aRunwayAsk(stage.session, about);
    const request = answered(await stage.plane.ask('askRunway', { body }));

    await runSteps(fresh({ request: request.id, exactly: true }), stage.house);

    const { requests } = await golem();
    expect(requests).toMatchObject([{ id: request.id, state: 'granted' }]);
    expect(stage.wallet.asked).toContain('eth_signTypedData_v4');
  });

  it('goes straight to the session key where there is no Snap', async () => {
    const draft = { ...fresh(), guardian: null };

    const done = await runSteps(draft, stage.house);

    expect(done.step).toBe('done');
    const { permissions, golem: known } = await golem();
    expect(permissions).toMatchObject([{ lease: null }]);
    expect(known).toMatchObject({
      guardian: null,
      sessionKey: lower(stage.session.address),
    });
    expect(stage.wallet.asked).not.toContain('wallet_invokeSnap');
  });
});

describe('a wallet of the older form', () => {
  beforeEach(async () => {
    stage = await aSiteStage(chain, house, {}, '13.13');
  });

  it('grants by its own form, and the terms come from the bytes all the same', async () => {
    const done = await runSteps(fresh(), stage.house);

    expect(done.step).toBe('done');
    expect((await golem()).permissions).toMatchObject([
      { cap: '10000000', lease: { generation: 1, cap: '10000000' } },
    ]);
    expect(stage.wallet.asked).not.toContain('wallet_revokeExecutionPermission');
  });

  it('grants gas by the same form', async () => {
    const done = await runSteps(fresh({ gasDaily: '500000000000000' }), stage.house);

    expect(done).toMatchObject({ step: 'done', ask: { token: null } });
    expect(stage.grants).toHaveLength(2);
  });

  it('cannot tell what it granted: after a failure the owner looks, and nothing is asked twice', async () => {
    const grant = stage.wallet.script.wallet_requestExecutionPermissions;
    stage.wallet.script.wallet_requestExecutionPermissions = async (params) => {
      await grant?.(params);
      throw walletError(-32603);
    };
    await expect(runSteps(fresh(), stage.house)).rejects.toMatchObject({ code: -32603 });
    const kept = stage.saved.at(-1) as Draft;

    await expect(runSteps(kept, stage.house)).rejects.toThrow(grantWords.cannotLook);
    expect(kept.step).toBe('asked');
    expect(stage.grants).toHaveLength(1);
  });

  it('takes nothing of what another account gave, and keeps it as that account’s', async () => {
    const other = await aSiteStage(chain, house, {}, '13.13');
    stage.wallet.script.wallet_requestExecutionPermissions = async (params: never) => {
      if (JSON.stringify(params) === '[{}]') throw walletError(-32602);
      return [
        { context: encodeContext([await other.grant({ to: guardian() })]), chainId: '0x14a34' },
      ];
    };

    const account = lower(other.owner.address);
    await expect(runSteps(fresh(), stage.house)).rejects.toThrow(grantWords.otherAccount(account));
    expect((await golem()).permissions).toEqual([]);
    const kept = stage.house.unused.of(other.owner.address, chain.chainId);
    expect(kept).toEqual([stage.saved.at(-1)?.context]);
    const about = { registered: [], now: house.plane.now(), kept };
    const listFor = (giver: Hex) =>
      orphansOf(stage.wallet, chain.chainId, { ...about, owner: giver });
    expect(await listFor(other.owner.address)).toHaveLength(1);
    expect(await listFor(owner())).toEqual([]);
  });
});

describe('gas', () => {
  const WEI = '500000000000000';
  const withGas = () => fresh({ gasDaily: WEI });

  it('is a second grant with its own lease, which pays the Golem’s own key and nobody else', async () => {
    const done = await runSteps(withGas(), stage.house);

    const { permissions, contexts } = await golem();
    const gas = permissions.find(({ token }) => token === null);
    const context = contexts.find(({ permission }) => permission === gas?.id)?.context;
    expect(done).toMatchObject({ step: 'done', ask: { token: null } });
    expect(permissions).toHaveLength(2);
    expect(gas).toMatchObject({ cap: WEI, lease: { cap: WEI, budgetId: '2' } });
    await register(stage, stage.session.address);
    const { client } = stage.link;
    const { address } = stage.session;
    const before = await client.getBalance({ address: stage.owner.address });
    const runway = readRunway(context ?? '0x', chain.chainId);
    expect(runway.payees).toEqual([address.toLowerCase()]);
    const amount = 100_000_000_000_000n;
    await stage.send(stage.session, planPull(stage.link, runway, { payee: address, amount }));
    expect(before - (await client.getBalance({ address: stage.owner.address }))).toBe(amount);
    const stranger = planPull(stage.link, runway, { payee: PAYEE, amount });
    await expect(stage.send(stage.session, stranger)).rejects.toThrow();
  });

  it('can be refused in the wallet, and the runway stands', async () => {
    const grant = stage.wallet.script.wallet_requestExecutionPermissions;
    stage.wallet.script.wallet_requestExecutionPermissions = (params: never) => {
      const [{ permission }] = params as [{ permission: { type: string } }];
      if (permission.type === 'native-token-periodic') throw walletError(4001);
      return grant?.(params);
    };

    await expect(runSteps(withGas(), stage.house)).rejects.toMatchObject({ code: 4001 });

    expect(stage.saved.at(-1)).toMatchObject({ step: 'ask', ask: { token: null } });
    expect((await golem()).permissions).toMatchObject([
      { revokedAt: null, lease: { budgetId: '1' } },
    ]);
    stage.wallet.script.wallet_requestExecutionPermissions = grant as never;
    expect((await runSteps(stage.saved.at(-1) as Draft, stage.house)).step).toBe('done');
    expect((await golem()).permissions).toHaveLength(2);
  });

  it('is found again after an interruption, and never granted twice', async () => {
    const grant = stage.wallet.script.wallet_requestExecutionPermissions;
    stage.wallet.script.wallet_requestExecutionPermissions = async (params: never) => {
      const answer = await grant?.(params);
      const [{ permission }] = params as [{ permission: { type: string } }];
      if (permission.type === 'native-token-periodic') throw walletError(-32603);
      return answer;
    };
    await expect(runSteps(withGas(), stage.house)).rejects.toMatchObject({ code: -32603 });

    expect((await runSteps(stage.saved.at(-1) as Draft, stage.house)).step).toBe('done');
    expect(stage.grants).toHaveLength(2);
    const again = { ...withGas(), ask: gasAsk(stage.ask(), WEI), step: 'ask' } as Draft;
    await expect(runSteps(again, stage.house)).rejects.toThrow(grantWords.second('Atlas'));
    expect(stage.grants).toHaveLength(2);
  });
});

describe('the wallet', () => {
  it('is told which version it needs when it cannot grant', async () => {
    const { script } = stage.wallet;
    delete script.wallet_getSupportedExecutionPermissions;
    delete script.wallet_requestExecutionPermissions;
    await expect(runSteps(fresh(), stage.house)).rejects.toThrow(walletWords.grant.tooOld);

    script.wallet_getSupportedExecutionPermissions = () => ({ 'native-token-stream': {} });
    await expect(runSteps(fresh(), stage.house)).rejects.toThrow(walletWords.grant.otherType);

    script.wallet_getSupportedExecutionPermissions = () => ({
      'erc20-token-periodic': { chainIds: ['0x1'] },
    });
    await expect(runSteps(fresh(), stage.house)).rejects.toThrow(walletWords.grant.otherChain);
    expect(stage.grants).toEqual([]);
  });

  it('is told so before a chain is added, a Golem entered or anything signed', async () => {
    const { script, asked } = stage.wallet;
    delete script.wallet_getSupportedExecutionPermissions;
    delete script.wallet_requestExecutionPermissions;
    script.eth_chainId = () => '0x1';
    asked.length = 0;

    const draft = fresh({ request: 'r-1', exactly: true });
    await expect(runSteps(draft, stage.house)).rejects.toThrow(walletWords.grant.tooOld);

    expect(asked).toEqual([
      'wallet_getSupportedExecutionPermissions',
      'wallet_requestExecutionPermissions',
    ]);
    expect(stage.saved).toEqual([]);
    expect((await stage.plane.ask('golem', { id: stage.golem })).ok).toBe(false);
  });

  it('that does not answer is asked again later, and nothing is signed', async () => {
    stage.wallet.script.wallet_getSupportedExecutionPermissions = () => {
      throw walletError(-32603, 'asleep');
    };

    const error = await runSteps(fresh(), stage.house).catch((thrown: unknown) => thrown);

    expect(errorWords(error)).toContain(grantWords.unasked);
    expect(errorWords(error)).toContain('asleep');
    expect(stage.saved).toEqual([]);
  });

  it('that does not say whether Bardo is there is granted nothing for a guardian', async () => {
    stage.wallet.script.wallet_getSnaps = () => {
      throw walletError(-32603);
    };

    await expect(runSteps(fresh(), stage.house)).rejects.toThrow(walletWords.snapAbsent.unasked);
    expect(stage.grants).toEqual([]);
  });

  it('changes the chain before anything is asked', async () => {
    let at = '0x1';
    stage.wallet.script.eth_chainId = () => at;
    stage.wallet.script.wallet_switchEthereumChain = ([{ chainId }]: [{ chainId: string }]) => {
      at = chainId;
      return null;
    };

    await runSteps(fresh(), stage.house);

    const { asked } = stage.wallet;
    expect(asked.indexOf('wallet_switchEthereumChain')).toBeLessThan(
      asked.indexOf('wallet_requestExecutionPermissions'),
    );
  });

  it('upgrades a plain account by its own batch, the first gas with it', async () => {
    const plain = privateKeyToAccount(generatePrivateKey());
    await stage.fund(plain.address);
    stage.wallet.script = { ...stage.wallet.script, ...upgradingBatch(chain, plain) };
    const draft: Draft = {
      ...fresh(),
      owner: lower(plain.address),
      step: 'account',
      context: `0x${'00'.repeat(64)}`,
    };
    expect(await accountState(stage.wallet, plain.address)).toBe('plain');

    await runSteps(draft, stage.house).catch(() => undefined);

    expect(await accountState(stage.wallet, plain.address)).toBe('smart');
    expect(stage.saved.map(({ step }) => step)).toEqual(['account', 'gas', 'register']);
    expect(await stage.link.client.getBalance({ address: stage.session.address })).toBeGreaterThan(
      0n,
    );
    expect(stage.wallet.asked).not.toContain('eth_sendTransaction');
  });

  it.each([
    ['with gas', 20],
    ['without gas', 0],
  ])('upgrades by two calls, none empty and none to itself, %s', async (_, gasPulls) => {
    const plain = privateKeyToAccount(generatePrivateKey());
    await stage.fund(plain.address);
    const batch = upgradingBatch(chain, plain);
    const sent: { to: string; data?: string; value?: string }[][] = [];
    stage.wallet.script = {
      ...stage.wallet.script,
      ...batch,
      wallet_sendCalls: (params: never) => {
        sent.push((params as [{ calls: never[] }])[0].calls);
        return batch.wallet_sendCalls?.(params);
      },
    };
    const owned = { owner: lower(plain.address), step: 'account' } as const;

    await runSteps({ ...fresh({ gasPulls }), ...owned }, stage.house).catch(() => undefined);

    expect(await accountState(stage.wallet, plain.address)).toBe('smart');
    expect(sent).toHaveLength(1);
    const [calls = []] = sent;
    expect(calls).toHaveLength(2);
    for (const { to, data, value } of calls) {
      expect(to.toLowerCase()).not.toBe(owned.owner);
      expect(data).not.toBe('0x');
      // What carries no money is a view: the chain answers it without any change.
      if (!value) expect(await chain.cheat('eth_call', [{ to, data }, 'latest'])).toMatch(/^0x/);
    }
  });

  it('that upgraded nothing is told from one that refused', async () => {
    const plain = privateKeyToAccount(generatePrivateKey());
    await stage.fund(plain.address);
    const draft: Draft = { ...fresh(), owner: lower(plain.address), step: 'account' };
    const { script } = stage.wallet;
    script.wallet_sendCalls = () => ({ id: '0x01' });
    script.wallet_getCallsStatus = () => ({ status: 200, receipts: [] });
    await expect(runSteps(draft, stage.house)).rejects.toThrow(grantWords.notUpgraded);

    let looks = 0;
    script.wallet_getCallsStatus = () => {
      looks += 1;
      if (looks > 2) throw walletError(5730, 'No matching bundle found');
      return { status: 100 };
    };
    const refused = await runSteps(draft, stage.house).catch((thrown: unknown) => thrown);
    expect(errorWords(refused)).toBe(walletWords.errors[4001]);

    script.wallet_sendCalls = () => {
      throw walletError(5710, 'EIP-7702 not supported on chain');
    };
    const unable = await runSteps(draft, stage.house).catch((thrown: unknown) => thrown);
    expect(errorWords(unable)).toContain('EIP-7702 not supported on chain');
    expect(errorWords(unable)).not.toContain('one by one');
    expect(stage.saved.map(({ step }) => step)).toEqual(['account']);
  });

  it('that is slow is waited for, and its gas is never sent a second time', async () => {
    const plain = privateKeyToAccount(generatePrivateKey());
    await stage.fund(plain.address);
    Object.assign(stage.wallet.script, upgradingBatch(chain, plain));
    const draft: Draft = { ...fresh(), owner: lower(plain.address), step: 'account' };
    const impatient = { ...stage.house, waiting: { pollMs: 20, patienceMs: 100 } };
    await chain.cheat('evm_setAutomine', [false]);
    for (const _ of [1, 2]) {
      await expect(runSteps(draft, impatient)).rejects.toThrow(walletWords.send.batchSlow);
    }
    await chain.cheat('evm_setAutomine', [true]);
    await chain.cheat('evm_mine', []);
    // Its price has risen tenfold since: what the key holds looks like nothing.
    stage.wallet.script.eth_gasPrice = async () =>
      numberToHex(BigInt(String(await chain.cheat('eth_gasPrice', []))) * 10n);
    await runSteps(draft, impatient).catch(() => undefined);

    const sent = ['wallet_sendCalls', 'eth_sendTransaction'];
    expect(stage.wallet.asked.filter((method) => sent.includes(method))).toHaveLength(1);
    expect(stage.saved.at(-1)).toMatchObject({ step: 'register', gasSent: true });
  });

  it('waits for the upgrade it sent while granting before it asks for another', async () => {
    const plain = privateKeyToAccount(generatePrivateKey());
    await stage.fund(plain.address);
    const batch = upgradingBatch(chain, plain);
    stage.wallet.script.eth_getCode = async () => {
      delete stage.wallet.script.eth_getCode;
      await batch.wallet_sendCalls?.([{ calls: [] }] as never);
      return '0x';
    };
    const draft: Draft = {
      ...fresh({ gasPulls: 0 }),
      owner: lower(plain.address),
      step: 'account',
    };

    await runSteps(draft, { ...stage.house, settleMs: 10_000 }).catch(() => undefined);

    expect(stage.saved[0]?.step).toBe('gas');
    expect(stage.wallet.asked).not.toContain('wallet_sendCalls');
  });

  it('stays put when the upgrade is refused', async () => {
    const plain = privateKeyToAccount(generatePrivateKey());
    await stage.fund(plain.address);
    stage.wallet.script.wallet_sendCalls = () => {
      throw walletError(5750);
    };
    const draft: Draft = { ...fresh(), owner: lower(plain.address), step: 'account' };

    const error = await runSteps(draft, stage.house).catch((thrown: unknown) => thrown);

    expect(errorWords(error)).toContain(walletWords.errors[5750]);
    expect(stage.saved).toEqual([]);
  });
});

describe('what was granted', () => {
  it('is read from the bytes', async () => {
    const context = encodeContext([await stage.grant({ cap: 7_000_000n, days: 3 })]);

    const read = readGrant(context, chain.chainId);

    expect(read).toMatchObject({
      ok: true,
      terms: { cap: 7_000_000n, periodSeconds: 86_400, delegate: guardian() },
    });
  });

  it('is nothing when the bytes are a lease, an open link or noise', async () => {
    const grant = await stage.grant();
    const lease = await stage.lease(grant, stage.session.address);

    expect(readGrant(lease, chain.chainId).ok).toBe(false);
    expect(readGrant(`0x${'12'.repeat(64)}`, chain.chainId).ok).toBe(false);
    expect(
      readGrant(encodeContext([{ ...grant, caveats: grant.caveats.slice(1) }]), chain.chainId).ok,
    ).toBe(false);
  });
});

describe('a kept draft', () => {
  it('is nothing when it is of another owner, another version or broken', () => {
    const draft = fresh();
    saveDraft(stage.storage, draft);
    expect(loadDraft(stage.storage, guardian())).toBeNull();

    const key = `bardo.grant.${owner()}`;
    stage.storage.setItem(key, JSON.stringify({ ...draft, version: 2 }));
    expect(loadDraft(stage.storage, owner())).toBeNull();

    stage.storage.setItem(key, '{"half');
    expect(loadDraft(stage.storage, owner())).toBeNull();
  });

  it('is forgotten when it is done', () => {
    saveDraft(stage.storage, fresh());
    saveDraft(stage.storage, { ...fresh(), step: 'done' });

    expect(stage.storage.getItem(`bardo.grant.${owner()}`)).toBeNull();
  });

  it('stays when another account of this browser grants, and one kept before is still found', () => {
    const former = JSON.stringify({ ...fresh(), step: 'gas' });
    stage.storage.setItem('bardo.grant', former);
    expect(loadDraft(stage.storage, owner())?.step).toBe('gas');

    saveDraft(stage.storage, { ...fresh(), owner: guardian() });
    dropDraft(stage.storage, guardian());
    expect(stage.storage.getItem('bardo.grant')).toBe(former);

    saveDraft(stage.storage, { ...fresh(), step: 'register' });
    expect(stage.storage.getItem('bardo.grant')).toBeNull();
    saveDraft(stage.storage, { ...fresh(), owner: guardian() });
    expect(loadDraft(stage.storage, owner())?.step).toBe('register');
    expect(loadDraft(stage.storage, guardian())?.step).toBe('golem');
  });
});
