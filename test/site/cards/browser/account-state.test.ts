// What kind of account is connected, told before any form, in a real browser: plain, upgraded here, delegated elsewhere, a
// hardware account that can never be one, and a chain that does not say.
import { describe, expect, it } from 'vitest';
import { accountStateWords } from '../../../../site/cards/account-state.words';
import { FRAMEWORK } from '../../../../src/core/chain/addresses';
import { picture } from '../../browser/picture';
import { anOwner, expectAlert, signIn, visit, visitInThisFile } from '../../browser/visit';
import { walletError } from '../../scripted-wallet';
import { upgradingBatch } from '../../stage';

visitInThisFile();

const CHAIN = 'Base Sepolia';
const ready = { '0x14a34': { atomic: { status: 'ready' } } };

describe('the account', () => {
  it('is upgraded from the page, with two calls, and then said to be a smart account', async () => {
    const owner = await anOwner();
    await visit.chain.cheat('anvil_setCode', [owner.owner.address, '0x']);
    const { script, asked } = owner.wallet;
    script.wallet_getCapabilities = () => ready;
    Object.assign(script, upgradingBatch(visit.chain, owner.owner));
    const send = script.wallet_sendCalls;
    let calls = 0;
    script.wallet_sendCalls = (params: never) => {
      calls = (params as unknown as { calls: unknown[] }[])[0]?.calls.length ?? 0;
      return send?.(params);
    };
    const page = await owner.visit('/');
    await signIn(page);
    await page.getByText(accountStateWords.plain(CHAIN)).waitFor();
    await picture(page, 'account-plain');

    await page.getByRole('button', { name: accountStateWords.upgrade }).click();
    await page.getByText(accountStateWords.smart, { exact: true }).waitFor();

    expect(calls).toBe(2);
    expect(asked.filter((method) => method === 'wallet_sendCalls')).toHaveLength(1);
    expect(await page.getByText(accountStateWords.plain(CHAIN)).count()).toBe(0);
    await page.context().close();
  });

  it('stays what it was when the owner says no, and the page says so', async () => {
    const owner = await anOwner();
    await visit.chain.cheat('anvil_setCode', [owner.owner.address, '0x']);
    const { script } = owner.wallet;
    script.wallet_getCapabilities = () => ready;
    script.wallet_sendCalls = () => {
      throw walletError(5750);
    };
    const page = await owner.visit('/');
    await signIn(page);
    await page.getByRole('button', { name: accountStateWords.upgrade }).click();

    await expectAlert(page, /was not upgraded to a smart account/);
    await page.getByText(accountStateWords.plain(CHAIN)).waitFor();
    await page.context().close();
  });

  it('whose key the wallet does not hold is told so before any form, with what to do instead', async () => {
    const owner = await anOwner();
    await visit.chain.cheat('anvil_setCode', [owner.owner.address, '0x']);
    owner.wallet.script.wallet_getCapabilities = () => ({ '0x14a34': {}, '0x1': {} });
    const page = await owner.visit('/');
    await signIn(page);

    await page.getByText(accountStateWords.stuck).waitFor();
    expect(await page.getByRole('button', { name: accountStateWords.upgrade }).count()).toBe(0);
    await picture(page, 'account-stuck');
    await page.context().close();
  });

  it('that is delegated to something else is told to whom', async () => {
    const owner = await anOwner();
    const other = `0x${'77'.repeat(20)}` as const;
    await visit.chain.cheat('anvil_setCode', [owner.owner.address, `0xef0100${other.slice(2)}`]);
    const page = await owner.visit('/');
    await signIn(page);

    await page.getByText(accountStateWords.other(other)).waitFor();
    await visit.chain.cheat('anvil_setCode', [owner.owner.address, '0x']);
    await visit.chain.cheat('anvil_setCode', [
      owner.owner.address,
      `0xef0100${FRAMEWORK.smartAccount7702.slice(2)}`,
    ]);
    await page.reload();
    await page.getByText(accountStateWords.smart, { exact: true }).waitFor();
    await page.context().close();
  });

  it('of a chain that does not say is not taken for either kind', async () => {
    const owner = await anOwner();
    owner.wallet.script.eth_getCode = () => 'nonsense';
    const page = await owner.visit('/');
    await signIn(page);

    await page.getByText(accountStateWords.unknown).waitFor();
    delete owner.wallet.script.eth_getCode;
    await page.getByRole('button', { name: accountStateWords.again }).click();
    await page.getByText(accountStateWords.smart, { exact: true }).waitFor();
    await page.context().close();
  });
});
