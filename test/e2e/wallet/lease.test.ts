// From the guardian's address to a lease, as the site does it: the wallet grants to the guardian, Bardo reads
// the grant itself and asks before it signs.
import type { Address } from 'viem';
import { expect, it } from 'vitest';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import { decodeContext } from '../../../src/core/delegations/delegation';
import { anAddress } from '../../vectors/builders';
import { chainNow, DAY, grantTo } from './granting';
import { OWNER } from './house';
import { panelOf, press } from './panel';
import { bardoAsked, stage, stageInThisFile } from './stage';

// Bardo signs only for the owner it watches for.
stageInThisFile('connected');

const SESSION_KEY = anAddress(0x5e);

async function guardianOf(golem: string): Promise<Address> {
  const reply = (await bardoAsked('getGuardian', { golem })) as { result: { guardian: Address } };
  return reply.result.guardian;
}

it('ends in a lease to the session key, signed by the guardian after one dialog', async () => {
  const guardian = await guardianOf('nova');
  const grant = await grantTo(guardian);

  const asked = bardoAsked('issueLease', {
    golem: 'nova',
    name: 'Nova',
    chainId: 84_532,
    grant: grant.context,
    sessionKey: SESSION_KEY,
    cap: '5000000',
    replicantCap: '1000000',
    expiresAt: (await chainNow()) + 5 * DAY,
    payees: [anAddress(0xca)],
    maxAgeSeconds: 3600,
  });
  await panelOf(stage.page).getByRole('button', { name: 'Approve' }).waitFor();
  await press(stage.page, 'Approve');

  const { result } = (await asked) as { result: { approved: boolean; context: `0x${string}` } };
  const [lease, root] = decodeContext(result.context);
  expect(result.approved).toBe(true);
  const parties = [lease?.delegate, lease?.delegator, root?.delegate, root?.delegator];
  const expected = [SESSION_KEY, guardian, guardian, OWNER];
  expect(parties.map((one) => one?.toLowerCase())).toEqual(expected);
  expect(grant.delegationManager.toLowerCase()).toBe(FRAMEWORK.delegationManager);
});
