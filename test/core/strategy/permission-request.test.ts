import { createErc20TokenPeriodicCaveats } from '@metamask/7715-permission-types';
import { describe, expect, it } from 'vitest';
import { erc20PeriodTransfer } from '../../../src/core/caveats/erc20-period-transfer';
import { DAY } from '../../../src/core/chain/time';
import type { StrategyRequest } from '../../../src/core/strategy/compile';
import { olderRequest, walletRequests } from '../../../src/core/strategy/permission-request';
import { anAddress, BASE, GUARDIAN, NOW, USDC_ON_BASE } from '../../vectors/builders';
import { enforcer } from '../../vectors/delegations';

const PAYEE = anAddress(0xca);
const aRequest = (over: Partial<StrategyRequest> = {}): StrategyRequest => ({
  chainId: BASE,
  token: USDC_ON_BASE,
  runway: { amount: 10_000_000n, every: DAY },
  days: 7,
  payees: [PAYEE],
  gas: { amount: 1_000_000_000_000_000n, every: DAY },
  replicants: null,
  ...over,
});
const ask = (over: Partial<StrategyRequest> = {}, golem = 'Atlas') =>
  walletRequests(aRequest(over), { to: GUARDIAN, startAt: NOW, golem });

describe('a request to the wallet', () => {
  it('asks for the runway, with its end and its payee, and for gas beside it', () => {
    const [runway, gas] = ask();

    expect(runway).toEqual({
      chainId: '0x2105',
      to: GUARDIAN,
      permission: {
        type: 'erc20-token-periodic',
        isAdjustmentAllowed: true,
        data: {
          tokenAddress: USDC_ON_BASE,
          periodAmount: '0x989680',
          periodDuration: DAY,
          startTime: NOW,
          justification: 'Atlas lives on this',
        },
      },
      rules: [
        { type: 'expiry', data: { timestamp: NOW + 7 * DAY } },
        { type: 'payee', data: { addresses: [PAYEE] } },
      ],
    });
    expect(gas?.permission.type).toBe('native-token-periodic');
    expect(gas?.permission.data).not.toHaveProperty('tokenAddress');
    expect(gas?.rules).toEqual([{ type: 'expiry', data: { timestamp: NOW + 7 * DAY } }]);
  });

  it('leaves out what was not asked for, and several payees to the lease', () => {
    expect(ask({ gas: null })).toHaveLength(1);
    expect(ask({ payees: null })[0]?.rules).toHaveLength(1);
    expect(ask({ payees: [PAYEE, anAddress(0xcb)] })[0]?.rules).toHaveLength(1);
  });

  it('carries no character that MetaMask refuses', () => {
    const [runway] = ask({}, '[x](http://a)\u202e"');

    expect(runway?.permission.data.justification).toBe('xhttpa lives on this');
  });

  it('says the same in the older form, without naming the account', () => {
    const [runway, gas] = ask({ payees: null });
    for (const request of [runway, gas]) {
      if (!request) throw new Error('Two requests are needed.');
      const { chainId, to, permission, rules } = request;
      expect(olderRequest(request)).toEqual({
        chainId,
        signer: { type: 'account', data: { address: to } },
        permission,
        rules: rules.map((rule) => ({ ...rule, isAdjustmentAllowed: true })),
      });
    }
  });

  it('is not said in the older form when it pins a payee: that rule would be passed over', () => {
    const [runway] = ask({ payees: [PAYEE] });

    expect(runway && olderRequest(runway)).toBeNull();
  });

  it('keeps its reason within the limit of either form', () => {
    expect(ask({}, 'x'.repeat(500))[0]?.permission.data.justification.length).toBe(120);
  });

  it("is turned by MetaMask's own builder into the terms it means", () => {
    const [runway] = ask();
    const [budget] = createErc20TokenPeriodicCaveats({
      permission: runway?.permission as Parameters<
        typeof createErc20TokenPeriodicCaveats
      >[0]['permission'],
      contracts: {
        erc20PeriodTransferEnforcer: enforcer('ERC20PeriodTransfer'),
        valueLteEnforcer: enforcer('ValueLte'),
      },
    });

    expect(erc20PeriodTransfer.decode((budget as { terms: `0x${string}` }).terms)).toMatchObject({
      periodAmount: 10_000_000n,
      periodDuration: BigInt(DAY),
      startDate: BigInt(NOW),
    });
  });
});
