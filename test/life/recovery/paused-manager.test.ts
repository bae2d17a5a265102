// Recovery: MetaMask pauses its DelegationManager. Nobody redeems anything, nothing is lost, and nobody dies of it: the Golem
// watches, says so, beats on, and pays again when it is over.
import { encodeFunctionData, parseAbi } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import { PAYEE } from '../../agent/stage';
import { aGround, alive, anOwner, type Ground } from '../ground';

const abi = parseAbi([
  'function owner() view returns (address)',
  'function pause()',
  'function unpause()',
]);
const manager = FRAMEWORK.delegationManager;

let ground: Ground;
beforeAll(async () => {
  ground = await aGround();
});
afterAll(() => ground?.stop());

it('watches, tells, beats and does not die while redemptions are paused, and pays again afterwards', async () => {
  const owner = await anOwner(ground);
  const { golem, tools, pulse, told, events } = await alive(ground, owner);
  const { client } = owner.link;
  const keeper = await client.readContract({ address: manager, abi, functionName: 'owner' });
  const turn = async (functionName: 'pause' | 'unpause') => {
    const data = encodeFunctionData({ abi, functionName });
    const { chain } = ground;
    await chain.cheat('anvil_setBalance', [keeper, '0xde0b6b3a7640000']);
    await chain.cheat('anvil_impersonateAccount', [keeper]);
    await chain.cheat('eth_sendTransaction', [{ from: keeper, to: manager, data }]);
    await chain.cheat('anvil_stopImpersonatingAccount', [keeper]);
    await chain.cheat('anvil_mine', ['0x4']);
  };
  const pay = { golem_id: golem.id, payee: PAYEE, amount_usdc: 1 };
  const health = () => tools.metamask_check_permission_health({ golem_id: golem.id });
  expect(await health()).toMatchObject({ paused: false, remaining_today: '5' });

  await turn('pause');
  for (let beats = 0; beats < 3; beats += 1) {
    expect(await pulse.beat()).toMatchObject({ ok: true, stop: null });
    await ground.chain.cheat('anvil_mine', ['0x4']);
  }
  expect(told('redemptions:paused')).toHaveLength(1);
  expect(told('heartbeat:sent')).toHaveLength(3);
  expect(await health()).toMatchObject({ paused: true, remaining_today: '0' });
  const sent = await client.getTransactionCount({ address: golem.key.address });
  expect(await tools.metamask_redeem_runway(pay)).toMatchObject({
    ...{ redeemed: '0', payment: { state: 'none' } },
    reason: 'MetaMask has paused all redemptions',
  });
  // Observed only: nothing was signed for it, and no gas is called low.
  expect(await client.getTransactionCount({ address: golem.key.address })).toBe(sent);
  expect(events.filter(({ name }) => /^(death|stop|gas|work)/.test(name))).toEqual([]);
  expect(golem.key.destroyed).toBe(false);

  await turn('unpause');
  expect(await pulse.beat()).toMatchObject({ ok: true, stop: null });
  expect(told('redemptions:resumed')).toHaveLength(1);
  expect(await tools.metamask_redeem_runway(pay)).toMatchObject({ redeemed: '1' });
  expect(await health()).toMatchObject({ paused: false });
});
