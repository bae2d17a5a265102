// Grants of a wallet of the older form, and those of gas.
import type { Hex } from 'viem';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Draft } from '../../../site/grant/draft';
import { gasAsk } from '../../../site/grant/gas';
import { grantWords } from '../../../site/grant/grant.words';
import { orphansOf } from '../../../site/grant/orphans';
import { runSteps } from '../../../site/grant/run-steps';
import { planPull } from '../../../src/agent/runway/pull';
import { readRunway } from '../../../src/agent/runway/runway';
import { lower } from '../../../src/core/bytes/hex';
import { encodeContext } from '../../../src/core/delegations/delegation';
import { PAYEE, register } from '../../agent/stage';
import { walletError } from '../scripted-wallet';
import { aSiteStage } from '../stage';

import { chain, fresh, golem, guardian, house, owner, stage, takeStage } from './granting';

describe('a wallet of the older form', () => {
  beforeEach(async () => {
    await takeStage({}, '13.13');
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
