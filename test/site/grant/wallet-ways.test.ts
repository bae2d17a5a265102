// A grant in whatever state the wallet is: too old, silent, on another chain, its account not upgraded.
import { numberToHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { accountState } from '../../../site/grant/account';
import type { Draft } from '../../../site/grant/draft';
import { grantWords } from '../../../site/grant/grant.words';
import { runSteps } from '../../../site/grant/run-steps';
import { errorWords } from '../../../site/wallet/errors';
import { walletWords } from '../../../site/wallet/wallet.words';
import { lower } from '../../../src/core/bytes/hex';
import { walletError } from '../scripted-wallet';
import { upgradingBatch } from '../stage';

import { chain, fresh, stage } from './granting';

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
