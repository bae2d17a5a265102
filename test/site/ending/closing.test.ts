// A dead Golem's wallet leaves the public registry along with its grant, on the real twin registry and manager.
import type { Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { closingCalls } from '../../../site/ending/closing';
import { type EndingEnv, endGrants, openGrants } from '../../../site/ending/revoking';
import { startDraft } from '../../../site/grant/draft';
import { runSteps } from '../../../site/grant/run-steps';
import { answered } from '../../../site/plane/plane';
import { dispatch } from '../../../site/wallet/dispatch';
import { registration } from '../../../site/wallet/identity';
import { findEntry } from '../../../site/wallet/registry-entry';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { progressOf } from '../../../src/core/runway/revocation';
import { type House, openHouse } from '../../api/house';
import { openMemory } from '../../api/stores';
import { walletError } from '../scripted-wallet';
import { aSiteStage, batching, SETTINGS, type SiteStage } from '../stage';

let chain: Chain;
let house: House;
let stage: SiteStage;

beforeAll(async () => {
  chain = await startChain();
  const opened = await openMemory();
  house = await openHouse({ store: opened.store, chain });
});
afterAll(async () => {
  await house?.stop();
  await chain?.stop();
});
beforeEach(async () => {
  stage = await aSiteStage(chain, house);
  const draft = startDraft(owner(), stage.ask({ gasPulls: 0 }), {
    ...{ guardian: null, now: house.plane.now() },
  });
  await runSteps(draft, stage.house);
  const about = { golem: stage.golem, name: 'Atlas', agentKey: owner() };
  const call = registration(chain.chainId, about);
  if (!call) throw new Error('There is no registry on this chain.');
  const errand = { from: owner(), chainId: chain.chainId, keys: ['register'], calls: [call] };
  await dispatch(errand, stage.house);
  stage.wallet.asked.length = 0;
});

const owner = () => stage.owner.address.toLowerCase() as Hex;
const dead = () => ({ id: stage.golem, chainId: chain.chainId, phase: 'terminal' as const });
const planned = (golem: Parameters<typeof closingCalls>[0][number] = dead()) =>
  closingCalls([golem], chain.chainId, {
    ...{ provider: stage.wallet, storage: stage.storage, owner: owner() },
  });
const entry = () =>
  findEntry(stage.wallet, { chainId: chain.chainId, golem: stage.golem, owner: owner() }, null);

async function closeAll() {
  const detail = answered(await stage.plane.ask('golem', { id: stage.golem }));
  const { provider, plane, ledger, waiting, now } = stage.house;
  const env: EndingEnv = {
    ...{ provider, plane, ledger, now, settings: SETTINGS, owner: owner() },
    ...(waiting ? { waiting } : {}),
    report: () => undefined,
    closing: () => planned(),
  };
  return progressOf(await endGrants(openGrants([detail], house.plane.now()), { kind: 'all' }, env));
}

it('goes in one batch with the grant where the wallet can', async () => {
  Object.assign(stage.wallet.script, batching(chain, stage));

  expect((await closeAll()).state).toBe('done');

  expect(await entry()).toMatchObject({ wallet: null });
  expect(stage.wallet.asked.filter((method) => method === 'wallet_sendCalls')).toHaveLength(1);
  expect(stage.wallet.asked).not.toContain('eth_sendTransaction');
});

it('comes after the grant elsewhere, and its refusal leaves the grant ended', async () => {
  const send = stage.wallet.script.eth_sendTransaction as (params: unknown) => unknown;
  let sent = 0;
  stage.wallet.script.eth_sendTransaction = (params: unknown) => {
    sent += 1;
    if (sent > 1) throw walletError(4001);
    return send(params);
  };

  expect((await closeAll()).state).toBe('done');

  expect(await entry()).toMatchObject({ wallet: owner() });
});

it('does not keep a grant open when the registry cannot be read', async () => {
  stage.wallet.script.eth_getLogs = () => {
    throw walletError(-32_005);
  };

  expect((await closeAll()).state).toBe('done');
});

it('is planned only for the dead, on their chain, while a wallet is named', async () => {
  expect(await planned({ ...dead(), phase: 'thriving' })).toEqual([]);
  expect(await planned({ ...dead(), chainId: 1 })).toEqual([]);
  expect(await planned({ ...dead(), id: 'vesta' })).toEqual([]);
  const [call] = await planned();
  expect(call).toMatchObject({ ends: 'agent wallet', golems: [stage.golem], hash: null });
  await closeAll();
  expect(await planned()).toEqual([]);
});
