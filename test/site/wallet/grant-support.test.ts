// What a wallet can grant, found out without opening it.
import { expect, it } from 'vitest';
import { requestGrant } from '../../../site/wallet/execution-permissions';
import { grantSupportOf, obstacleToGrant } from '../../../site/wallet/grant-support';
import { walletWords } from '../../../site/wallet/wallet.words';
import { requestsIn } from '../../../site/world/wallet/permission/wire';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import { gasRequest, walletRequests } from '../../../src/core/strategy/permission-request';
import { walletError } from '../scripted-wallet';

const SUPPORTED = 'wallet_getSupportedExecutionPermissions';
const REQUEST = 'wallet_requestExecutionPermissions';
const OWNER = `0x${'0a'.repeat(20)}` as const;
const GUARDIAN = `0x${'0b'.repeat(20)}` as const;
const CONTEXT = `0x${'12'.repeat(64)}` as const;
const USDC = `0x${'0c'.repeat(20)}` as const;

function walletWith(answers: { [method: string]: (params: unknown) => unknown }) {
  const asked: { method: string; params?: unknown }[] = [];
  return {
    asked,
    request: async (request: { method: string; params?: unknown }) => {
      asked.push(request);
      const answer = answers[request.method];
      if (!answer) throw walletError(-32601);
      return answer(request.params);
    },
  };
}

const refuses = (code: number) => () => {
  throw walletError(code);
};

const newer = walletWith({ [SUPPORTED]: () => ({ 'erc20-token-periodic': {} }) });
const older = walletWith({ [REQUEST]: (params) => requestsIn(params, '13.13') });

it('tells the newer form from the older one and from none', async () => {
  expect(await grantSupportOf(newer)).toEqual({
    form: 'newer',
    types: { 'erc20-token-periodic': {} },
  });
  expect(await grantSupportOf(older)).toEqual({ form: 'older' });
  expect(await grantSupportOf(walletWith({}))).toEqual({ form: 'none' });
  expect(await grantSupportOf(walletWith({ [REQUEST]: refuses(-32004) }))).toEqual({
    form: 'none',
  });
  expect(await grantSupportOf(walletWith({ [SUPPORTED]: refuses(4200) }))).toEqual({
    form: 'none',
  });
});

it('takes no other error for a word about what the wallet can', async () => {
  for (const code of [-32603, -32002, 4100, 4900]) {
    await expect(grantSupportOf(walletWith({ [SUPPORTED]: refuses(code) }))).rejects.toThrow();
    await expect(grantSupportOf(walletWith({ [REQUEST]: refuses(code) }))).rejects.toThrow();
  }
});

it('names the obstacle: too old, another kind, another chain', () => {
  const of = (types: object) => ({ form: 'newer', types: { ...types } }) as const;
  const kind = 'erc20-token-periodic';

  expect(obstacleToGrant({ form: 'none' }, 1, kind)).toMatch(
    /MetaMask 13\.23 or newer can, and MetaMask Flask 13\.13 or newer/,
  );
  expect(obstacleToGrant({ form: 'older' }, 1, kind)).toBeNull();
  expect(obstacleToGrant(of({}), 1, kind)).toBe(walletWords.grant.otherType);
  expect(obstacleToGrant(of({ [kind]: { chainIds: ['0x2'] } }), 1, kind)).toBe(
    walletWords.grant.otherChain,
  );
  expect(obstacleToGrant(of({ [kind]: { chainIds: ['0x2'] } }), null, kind)).toBeNull();
  expect(obstacleToGrant(of({ [kind]: {} }), 1, kind)).toBeNull();
  expect(obstacleToGrant(of({ [kind]: { chainIds: 'all' } }), 1, kind)).toBe(
    walletWords.grant.unreadSupport,
  );
});

const about = { to: GUARDIAN, startAt: 1_800_000_000, golem: 'Atlas' };
const budget = { amount: 10n, every: 86_400 };
const requests = [
  gasRequest({ chainId: 1, gas: budget, days: 7 }, about),
  ...walletRequests(
    {
      chainId: 1,
      token: USDC,
      runway: budget,
      days: 7,
      payees: null,
      gas: null,
      replicants: null,
    },
    about,
  ),
];

it.each(requests)('asks in the form the wallet takes ($permission.type)', async (request) => {
  const { delegationManager } = FRAMEWORK;
  const answer = { context: CONTEXT, chainId: '0x1' };
  const asked = walletWith({
    [REQUEST]: (params) => {
      const [wanted] = requestsIn(params, '13.13');
      expect(wanted).toMatchObject({ to: GUARDIAN, rules: request.rules });
      return [{ ...answer, dependencyInfo: [], signerMeta: { delegationManager } }];
    },
  });
  expect(await requestGrant(asked, OWNER, { request, form: 'older' })).toBe(CONTEXT);
  const [sent] = (asked.asked.at(-1)?.params ?? []) as [object];
  for (const key of ['to', 'from', 'address']) expect(sent).not.toHaveProperty(key);

  const modern = walletWith({
    [REQUEST]: (params) => {
      expect(requestsIn(params, '13.23')).toMatchObject([{ to: GUARDIAN, from: OWNER }]);
      return [{ ...answer, delegationManager }];
    },
  });
  expect(await requestGrant(modern, OWNER, { request, form: 'newer' })).toBe(CONTEXT);
});

it('takes no grant under another manager, wherever the wallet says it', async () => {
  const [request] = requests;
  if (!request) throw new Error('No request.');
  for (const meta of [
    { delegationManager: OWNER },
    { signerMeta: { delegationManager: OWNER } },
    { delegationManager: FRAMEWORK.delegationManager, signerMeta: { delegationManager: OWNER } },
  ]) {
    const wallet = walletWith({
      [REQUEST]: () => [{ context: CONTEXT, chainId: '0x1', ...meta }],
    });
    await expect(requestGrant(wallet, OWNER, { request, form: 'older' })).rejects.toThrow(
      walletWords.grant.otherManager,
    );
  }
});
