// From the guardian's address to a lease, as the site does it: the wallet grants to the guardian, Bardo reads
// the grant itself and asks before it signs.
import type { Page } from 'playwright-core';
import { type Address, createPublicClient, http } from 'viem';
import { baseSepolia } from 'viem/chains';
import { beforeAll, expect, it } from 'vitest';
import type { Granted } from '../../../site/world/wallet/methods/grant';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import { decodeContext } from '../../../src/core/delegations/delegation';
import { token } from '../../snap/plane';
import { anAddress } from '../../vectors/builders';
import { ask, type House, OWNER, panelOf, press } from '../wallet-house';
import { SNAP, stage } from './stage';

const SESSION_KEY = anAddress(0x5e);
const DAY = 86_400;

let house: House;
let page: Page;

beforeAll(async () => {
  ({ house, page } = stage);
  // Bardo signs only for the owner it watches for.
  await bardo('updateAuthToken', { token: token(0) });
});

const bardo = (method: string, params: object) =>
  ask(page, 'wallet_invokeSnap', { snapId: SNAP, request: { method, params } });

async function guardianOf(golem: string): Promise<Address> {
  const reply = (await bardo('getGuardian', { golem })) as { result: { guardian: Address } };
  return reply.result.guardian;
}

async function now(): Promise<number> {
  const transport = http(house.chain.rpcUrl);
  const block = await createPublicClient({ chain: baseSepolia, transport }).getBlock();
  return Number(block.timestamp);
}

async function grantTo(guardian: Address): Promise<Granted> {
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
      rules: [{ type: 'expiry', data: { timestamp: (await now()) + 7 * DAY } }],
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

it('ends in a lease to the session key, signed by the guardian after one dialog', async () => {
  const guardian = await guardianOf('nova');
  const grant = await grantTo(guardian);

  const asked = bardo('issueLease', {
    golem: 'nova',
    name: 'Nova',
    chainId: 84_532,
    grant: grant.context,
    sessionKey: SESSION_KEY,
    cap: '5000000',
    replicantCap: '1000000',
    expiresAt: (await now()) + 5 * DAY,
    payees: [anAddress(0xca)],
    maxAgeSeconds: 3600,
  });
  await panelOf(page).getByRole('button', { name: 'Approve' }).waitFor();
  await press(page, 'Approve');

  const { result } = (await asked) as { result: { approved: boolean; context: `0x${string}` } };
  const [lease, root] = decodeContext(result.context);
  expect(result.approved).toBe(true);
  const parties = [lease?.delegate, lease?.delegator, root?.delegate, root?.delegator];
  const expected = [SESSION_KEY, guardian, guardian, OWNER];
  expect(parties.map((one) => one?.toLowerCase())).toEqual(expected);
  expect(grant.delegationManager.toLowerCase()).toBe(FRAMEWORK.delegationManager);
});
