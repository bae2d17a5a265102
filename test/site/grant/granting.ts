import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Draft, startDraft } from '../../../site/grant/draft';
import { answered } from '../../../site/plane/plane';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import type { WalletForm } from '../../../site/world/wallet/view';
import { lower } from '../../../src/core/bytes/hex';
import { type House, openHouse } from '../../api/house';
import { type Opened, openMemory } from '../../api/stores';
import type { Script } from '../scripted-wallet';
import { aSiteStage, type SiteStage } from '../stage';

export let chain: Chain;
export let opened: Opened;
export let house: House;
export let stage: SiteStage;

beforeAll(async () => {
  chain = await startChain();
  opened = await openMemory();
  house = await openHouse({ store: opened.store, chain });
});
afterAll(async () => {
  await house?.stop();
  await chain?.stop();
});
beforeEach(() => takeStage());

/** In the place of the one that is there. */
export async function takeStage(script: Script = {}, form: WalletForm = '13.23'): Promise<void> {
  stage = await aSiteStage(chain, house, script, form);
}

export const owner = () => lower(stage.owner.address);
export const guardian = () => lower(stage.guardian.address);

export function fresh(over: Parameters<SiteStage['ask']>[0] = {}): Draft {
  return startDraft(owner(), stage.ask(over), { guardian: guardian(), now: house.plane.now() });
}

export async function golem() {
  return answered(await stage.plane.ask('golem', { id: stage.golem }));
}
