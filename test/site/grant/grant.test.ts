import { describe, expect, it } from 'vitest';
import { type Draft, loadDraft, saveDraft, startLease } from '../../../site/grant/draft';
import { grantWords } from '../../../site/grant/grant.words';
import { orphansOf } from '../../../site/grant/orphans';
import { endGrant } from '../../../site/grant/replace';
import { runSteps } from '../../../site/grant/run-steps';
import { answered } from '../../../site/plane/plane';
import { readChain } from '../../../site/wallet/reads';
import { lower } from '../../../src/core/bytes/hex';
import { decodeContext, encodeContext } from '../../../src/core/delegations/delegation';
import { aRunwayAsk } from '../../api/signing';
import { walletError } from '../scripted-wallet';
import { aSiteStage, batching } from '../stage';

import { chain, fresh, golem, guardian, house, owner, stage } from './granting';

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

  it('sends gas with the end of the old grant where the wallet takes both at once', async () => {
    await runSteps(fresh(), stage.house);
    const [old] = (await golem()).permissions;
    await stage.fund(stage.session.address, '0');
    Object.assign(stage.wallet.script, batching(chain, stage));
    stage.wallet.asked.length = 0;

    await runSteps(fresh({ replaces: old?.id ?? '' }), stage.house);

    const sent = stage.wallet.asked.filter((one) => /sendCalls|sendTransaction/.test(one));
    expect(sent).toEqual(['wallet_sendCalls']);
    const { permissions } = await golem();
    expect(permissions.find(({ id }) => id === old?.id)?.revokedAt).not.toBeNull();
    const held = await stage.link.client.getBalance({ address: stage.session.address });
    expect(held).toBeGreaterThan(0n);
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
