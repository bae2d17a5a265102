// A runway that the demo wallet grants: asked by the page, confirmed in both of its windows.
import { type Address, createPublicClient, http } from 'viem';
import { baseSepolia } from 'viem/chains';
import type { Granted } from '../../../site/world/wallet/methods/grant';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import { OWNER } from './house';
import { ask, panelOf, press } from './panel';
import { stage } from './stage';

export const DAY = 86_400;

export async function chainNow(): Promise<number> {
  const transport = http(stage.house.chain.rpcUrl);
  const block = await createPublicClient({ chain: baseSepolia, transport }).getBlock();
  return Number(block.timestamp);
}

const SMART = `0xef0100${FRAMEWORK.smartAccount7702.slice(2)}`;

/** By an account that was upgraded before; how a first grant upgrades it is tested in grants.test.ts. */
export async function grantTo(guardian: Address): Promise<Granted> {
  const { house, page } = stage;
  await house.chain.cheat('anvil_setCode', [OWNER, SMART]);
  const asked = ask(page, 'wallet_requestExecutionPermissions', [
    {
      chainId: '0x14a34',
      to: guardian,
      permission: {
        type: 'erc20-token-periodic',
        isAdjustmentAllowed: true,
        data: {
          tokenAddress: house.chain.usdc,
          periodAmount: '0x989680',
          periodDuration: DAY,
          justification: 'Nova lives on this',
        },
      },
      rules: [{ type: 'expiry', data: { timestamp: (await chainNow()) + 7 * DAY } }],
    },
  ]);
  await press(page, 'Grant');
  const insight = panelOf(page).getByRole('region', { name: /Insights from Bardo/ });
  await insight
    .getByText(/10 USDC/)
    .first()
    .waitFor();
  await press(page, 'Confirm');
  return ((await asked) as { result: Granted[] }).result[0] as Granted;
}
