// What the parts of wallet.test.ts share. The control plane of this house tells what `told` holds.
import type { Page } from 'playwright-core';
import type { Golem, Permission, Status } from '../../../src/core/protocol/status';
import { clade } from '../release';
import { type House, OWNER, openHouse } from '../wallet-house';

export const SNAP = 'local:http://localhost:8080';

/** `later`: the same clade grown old, one of it dead. */
export const stage = {} as {
  house: House;
  page: Page;
  told: Partial<Status>;
  later: Partial<Status>;
};

/** Nothing to warn of yet: the wallet takes two native notices in five minutes, and a death shall be one. */
const healthy = (golem: Golem): Golem => ({ ...golem, phase: 'thriving', vitality: 90 });
const ample = (one: Permission): Permission => ({ ...one, left: one.cap, revokedAt: null });

const now = () => Math.floor(Date.now() / 1000);

export async function openStage(): Promise<void> {
  const { golems, permissions } = clade(now());
  stage.later = { owner: OWNER, golems, permissions };
  stage.told = { owner: OWNER, golems: golems.map(healthy), permissions: permissions.map(ample) };
  stage.house = await openHouse({ status: () => ({ ...stage.told, serverTime: now() }) });
  stage.page = await stage.house.visit();
}
