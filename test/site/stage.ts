// An owner with a scripted wallet, a guardian that answers as the Snap does, the real control plane and the
// real chain: everything a grant needs but the windows.

import { readFileSync } from 'node:fs';
import { createWalletClient, type Hex, http } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { baseSepolia } from 'viem/chains';
import type { Ask, Draft, Storage } from '../../site/grant/draft';
import type { GrantEnv as Walked } from '../../site/grant/env';
import { unusedIn } from '../../site/grant/unused';
import { signIn } from '../../site/owner/sign-in';
import { type Plane, planeAt } from '../../site/plane/plane';
import { parseSettings, type Settings } from '../../site/plane/settings';
import { ledgerIn } from '../../site/wallet/sent';
import type { Chain } from '../../site/world/chain/chain';
import { signEndOrder } from '../../site/world/people/end-order';
import { parseRequests, type Wanted } from '../../site/world/wallet/permission/request';
import type { WalletForm } from '../../site/world/wallet/view';
import { lower } from '../../src/core/bytes/hex';
import { nativeTokenPeriodTransfer } from '../../src/core/caveats/native-token-period-transfer';
import { FRAMEWORK, sameAddress } from '../../src/core/chain/addresses';
import {
  type Delegation,
  decodeContext,
  encodeContext,
} from '../../src/core/delegations/delegation';
import { golemIdOf } from '../../src/core/protocol/messages';
import type { RpcParams } from '../../src/core/protocol/rpc';
import type { WalletRequest } from '../../src/core/strategy/permission-request';
import { aStage, PAYEE, type Stage } from '../agent/stage';
import { type House, ORIGIN } from '../api/house';
import { aRegistration } from '../api/signing';
import { batchCall } from '../vectors/wallet-batch';
import { type Script, type ScriptedWallet, scriptedWallet } from './scripted-wallet';

/** The one that is built here. */
export const SNAP_VERSION: string = JSON.parse(readFileSync('package.json', 'utf8')).version;

export const SETTINGS: Settings = parseSettings({
  snapId: 'local:http://localhost:8080',
  snapVersion: `^${SNAP_VERSION}`,
  demo: true,
  chains: [
    {
      chainId: 84_532,
      rpcUrl: 'http://127.0.0.1:8545',
      explorer: null,
    },
  ],
});

export type SiteStage = Stage & {
  session: PrivateKeyAccount;
  wallet: ScriptedWallet;
  plane: Plane;
  storage: Storage;
  saved: Draft[];
  house: Walked;
  /** What the wallet has granted and lists. */
  grants: Hex[];
  ask: (over?: Partial<Ask>) => Ask;
};

export async function aSiteStage(
  chain: Chain,
  house: House,
  script: Script = {},
  form: WalletForm = '13.23',
): Promise<SiteStage> {
  const stage = await aStage(chain);
  const session = privateKeyToAccount(generatePrivateKey());
  const grants: Hex[] = [];
  const wallet = scriptedWallet(chain, stage.owner, {
    ...permissions(stage, grants, form),
    wallet_getSnaps: () => ({ [SETTINGS.snapId]: { version: SNAP_VERSION } }),
    wallet_invokeSnap: guardianSnap(stage),
    ...script,
  });
  const plane = planeAt(browserFetch(house));
  const at = { host: 'localhost:3003', origin: ORIGIN };
  const now = () => house.plane.now();
  const account = lower(stage.owner.address);
  await stage.fund(house.relay.address);
  await signIn({ provider: wallet, plane, account, chainId: chain.chainId, at, now: now() });
  const storage = storageInMemory();
  const saved: Draft[] = [];
  return {
    ...stage,
    session,
    wallet,
    plane,
    grants,
    saved,
    storage,
    house: {
      provider: wallet,
      plane,
      settings: SETTINGS,
      now,
      save: (draft) => void saved.push(draft),
      ledger: ledgerIn(storage),
      unused: unusedIn(storage),
      waiting: { pollMs: 50, patienceMs: 20_000 },
      settleMs: 0,
    },
    ask: (over = {}) => ({
      golem: stage.golem,
      name: 'Atlas',
      chainId: chain.chainId,
      sessionKey: lower(session.address),
      payees: [PAYEE],
      token: chain.usdc,
      cap: '10000000',
      days: 7,
      replicantCap: '0',
      maxAgeSeconds: 86_400,
      gasPulls: 20,
      request: null,
      exactly: false,
      replaces: null,
      ...over,
    }),
  };
}

export function storageInMemory(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

/** What the page's fetch would do: our origin, and the cookie it was given. */
function browserFetch(house: House): typeof fetch {
  let cookie = '';
  return async (path, init) => {
    const headers = { ...(init?.headers as Record<string, string>), origin: ORIGIN, cookie };
    const answer = await house.app.request(`http://localhost:3004${path}`, { ...init, headers });
    cookie = (answer.headers.get('set-cookie') ?? cookie).split(';')[0] ?? '';
    return answer;
  };
}

/** Strict as the wallet is about the form of a request, and with the methods of its version. */
function permissions(stage: Stage, grants: Hex[], form: WalletForm): Script {
  const common: Script = {
    wallet_requestExecutionPermissions: async (params: never) => {
      const [wanted] = parseRequests(params, await stage.now(), form) as [Wanted];
      const { type, data, to, chainId, expiresAt, payees } = wanted;
      const days = Math.round(((expiresAt ?? 0) - data.startTime) / 86_400);
      const cap = BigInt(String(data.periodAmount));
      const grant = await stage.grant({
        type: type as WalletRequest['permission']['type'],
        cap,
        days,
        every: Number(data.periodDuration),
        to,
        ...(payees ? { payees } : {}),
      });
      const context = encodeContext([grant]);
      grants.push(context);
      const { delegationManager } = FRAMEWORK;
      return form === '13.13'
        ? [{ chainId, context, dependencyInfo: [], signerMeta: { delegationManager } }]
        : [{ chainId, context, dependencies: [], delegationManager }];
    },
  };
  if (form === '13.13') return common;
  return {
    ...common,
    wallet_getSupportedExecutionPermissions: () => ({
      'erc20-token-periodic': { chainIds: ['0x14a34'], ruleTypes: ['expiry'] },
      'native-token-periodic': { chainIds: ['0x14a34'], ruleTypes: ['expiry'] },
    }),
    wallet_getGrantedExecutionPermissions: () =>
      grants.map((context) => ({ context, chainId: '0x14a34' })),
  };
}

/** Signs what the Snap's guardian signs, without its dialog. */
function guardianSnap(stage: Stage) {
  const { guardian, golem } = stage;
  const generations = { 1: 0, 2: 0 };
  return async ({ request }: { request: { method: string; params: RpcParams<'issueLease'> } }) => {
    if (request.method === 'getGuardian') return { guardian: guardian.address };
    const { params } = request;
    const [grant] = decodeContext(params.grant as Hex) as [Delegation];
    const isGas = grant.caveats.some(({ enforcer }) =>
      sameAddress(enforcer, nativeTokenPeriodTransfer.address),
    );
    const budgetId = isGas ? 2 : 1;
    generations[budgetId] += 1;
    const generation = generations[budgetId];
    const context = await stage.lease(grant, params.sessionKey as Hex, {
      golemId: golemIdOf(golem),
      cap: BigInt(params.cap),
      replicantCap: BigInt(params.replicantCap),
      expiry: BigInt(params.expiresAt),
      maxAge: BigInt(params.maxAgeSeconds),
      payees: params.payees as Hex[],
      generation: BigInt(generation),
      budgetId: BigInt(budgetId),
      ...(isGas ? { token: null, unitExponent: 12 } : {}),
    });
    const raise = { budgetId: BigInt(budgetId) };
    return {
      approved: true,
      guardian: guardian.address,
      context,
      generation,
      budgetId: `${budgetId}`,
      raise: generation === 1 ? null : await signEndOrder(guardian, { ...raise, generation }),
      oracle:
        generation === 1 && !isGas
          ? await aRegistration(guardian, await registrationOf(stage, params))
          : null,
    };
  };
}

async function registrationOf(stage: Stage, { golem, sessionKey }: RpcParams<'issueLease'>) {
  return { golem, reporter: sessionKey as Hex, deadline: (await stage.now()) + 3600 };
}

/** What MetaMask does with a batch of a plain account: two calls upgrade it, one is a plain transaction. */
export function upgradingBatch(chain: Chain, owner: PrivateKeyAccount): Script {
  const client = createWalletClient({
    account: owner,
    chain: baseSepolia,
    transport: http(chain.rpcUrl),
  });
  return {
    wallet_sendCalls: async ([batch]: [{ calls: { to: Hex; value?: Hex; data?: Hex }[] }]) => {
      const authorization = await client.signAuthorization({
        contractAddress: FRAMEWORK.smartAccount7702,
        executor: 'self',
      });
      const [call] = batch.calls;
      const hash = await client.sendTransaction({
        to: call?.to ?? owner.address,
        value: BigInt(call?.value ?? 0),
        ...(call?.data ? { data: call.data } : {}),
        ...(batch.calls.length === 1 ? {} : { authorizationList: [authorization] }),
      });
      return { id: hash };
    },
    wallet_getCallsStatus: callsStatus(chain),
  };
}

/** What MetaMask does with a batch of a smart account: one call of the account to itself. */
export function batching(chain: Chain, { wallet, owner }: SiteStage): Script {
  return {
    wallet_getCapabilities: () => ({ '0x14a34': { atomic: { status: 'supported' } } }),
    wallet_sendCalls: async ([batch]: [{ calls: { to: Hex; data?: Hex; value?: Hex }[] }]) => {
      const from = owner.address;
      const calls = batch.calls.map(({ to, data = '0x', value = '0x0' }) => ({
        call: { chainId: chain.chainId, from, to, value: BigInt(value), data },
        ends: 'grant' as const,
        golems: [],
        hash: null,
      }));
      const send = wallet.script.eth_sendTransaction as (params: unknown) => Promise<Hex>;
      return { id: await send([{ to: from, data: batchCall(calls)?.data }]) };
    },
    wallet_getCallsStatus: callsStatus(chain),
  };
}

/** The hash of the one transaction is the batch's id. */
function callsStatus(chain: Chain) {
  return async ([hash]: [Hex]) => {
    const receipt = (await chain.cheat('eth_getTransactionReceipt', [hash])) as {
      status: Hex;
    } | null;
    return receipt
      ? { status: 200, receipts: [{ status: receipt.status, transactionHash: hash }] }
      : { status: 100 };
  };
}
