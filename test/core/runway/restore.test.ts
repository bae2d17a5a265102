import type { Address } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import {
  type Delegation,
  encodeContext,
  hashDelegation,
} from '../../../src/core/delegations/delegation';
import { golemIdOf } from '../../../src/core/protocol/messages';
import { judgeRestored, unremembered } from '../../../src/core/runway/restore';
import { aPermission, BASE, NOW, SESSION_KEY } from '../../vectors/builders';
import { aSignedGrant, leaseLink } from '../../vectors/leases';
import { signedBy } from '../../vectors/signed';

const owner = privateKeyToAccount(generatePrivateKey());
const key = privateKeyToAccount(generatePrivateKey());
const guardian = key.address.toLowerCase() as Address;
const OTHER = `0x${'0e'.repeat(20)}` as const;
const keeper = { guardians: { present: guardian, former: OTHER }, owner: owner.address };
const LEASE = { generation: 1, budgetId: '1', sessionKey: SESSION_KEY, cap: '1', expiresAt: NOW };

/** `by`: who signs the lease. */
async function aLeased({ by = key, golem = 'atlas' } = {}) {
  const grant = await aSignedGrant(owner, { delegate: guardian });
  const link = leaseLink(
    grant,
    { golemId: golemIdOf(golem), owner: owner.address },
    guardian,
  ) as Delegation;
  const links = [await signedBy(by, link, BASE), grant];
  const delegationHashes = links.map(hashDelegation);
  return {
    permission: aPermission({ delegationHashes, lease: LEASE }),
    context: encodeContext(links),
  };
}

describe('A lease from the control plane is taken back', () => {
  it('when our guardian signed it and the status lists it', async () => {
    const claimed = await aLeased();

    expect(await judgeRestored(claimed, keeper)).toEqual({
      ok: true,
      value: { golem: 'atlas', chainId: BASE, context: claimed.context },
    });
    expect(unremembered([claimed.permission], [])).toEqual([claimed.permission]);
    const kept = { golem: 'atlas', chainId: BASE, context: claimed.context };
    expect(unremembered([claimed.permission], [kept])).toEqual([]);
  });

  it('also under the guardian that the id alone gave it once', async () => {
    const guardians = { present: OTHER, former: guardian };

    expect(judgeRestored(await aLeased(), { ...keeper, guardians })).toMatchObject({ ok: true });
  });

  it('and not when anything about it is otherwise', async () => {
    const good = await aLeased();
    const forged = await aLeased({ by: owner });
    const foreign = await aLeased({ golem: 'boreas' });
    const judged = await Promise.all([
      judgeRestored({ ...good, context: undefined }, keeper),
      judgeRestored({ ...good, context: '0x00' }, keeper),
      judgeRestored(forged, keeper),
      judgeRestored(foreign, keeper),
      judgeRestored({ ...good, context: foreign.context }, keeper),
      judgeRestored(good, { ...keeper, guardians: { present: OTHER, former: OTHER } }),
      judgeRestored(good, { ...keeper, owner: OTHER }),
    ]);
    const reasons = judged.map((one) => (one.ok ? 'taken' : one.reason));

    expect(reasons).toEqual([
      'its lease is listed but not shown',
      'what is shown as its lease is none',
      'its lease is not signed by its guardian',
      'its lease is for another Golem',
      'its lease is another one than the status lists',
      'its lease is of another guardian than this Snap holds',
      'its lease is of another owner',
    ]);
  });
});
