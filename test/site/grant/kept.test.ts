import { describe, expect, it } from 'vitest';
import { dropDraft, loadDraft, saveDraft } from '../../../site/grant/draft';
import { readGrant } from '../../../site/grant/terms';
import { encodeContext } from '../../../src/core/delegations/delegation';

import { chain, fresh, guardian, owner, stage } from './granting';

describe('what was granted', () => {
  it('is read from the bytes', async () => {
    const context = encodeContext([await stage.grant({ cap: 7_000_000n, days: 3 })]);

    const read = readGrant(context, chain.chainId);

    expect(read).toMatchObject({
      ok: true,
      terms: { cap: 7_000_000n, periodSeconds: 86_400, delegate: guardian() },
    });
  });

  it('is nothing when the bytes are a lease, an open link or noise', async () => {
    const grant = await stage.grant();
    const lease = await stage.lease(grant, stage.session.address);

    expect(readGrant(lease, chain.chainId).ok).toBe(false);
    expect(readGrant(`0x${'12'.repeat(64)}`, chain.chainId).ok).toBe(false);
    expect(
      readGrant(encodeContext([{ ...grant, caveats: grant.caveats.slice(1) }]), chain.chainId).ok,
    ).toBe(false);
  });
});

describe('a kept draft', () => {
  it('is nothing when it is of another owner, another version or broken', () => {
    const draft = fresh();
    saveDraft(stage.storage, draft);
    expect(loadDraft(stage.storage, guardian())).toBeNull();

    const key = `bardo.grant.${owner()}`;
    stage.storage.setItem(key, JSON.stringify({ ...draft, version: 2 }));
    expect(loadDraft(stage.storage, owner())).toBeNull();

    stage.storage.setItem(key, '{"half');
    expect(loadDraft(stage.storage, owner())).toBeNull();
  });

  it('is forgotten when it is done', () => {
    saveDraft(stage.storage, fresh());
    saveDraft(stage.storage, { ...fresh(), step: 'done' });

    expect(stage.storage.getItem(`bardo.grant.${owner()}`)).toBeNull();
  });

  it('stays when another account of this browser grants, and one kept before is still found', () => {
    const former = JSON.stringify({ ...fresh(), step: 'gas' });
    stage.storage.setItem('bardo.grant', former);
    expect(loadDraft(stage.storage, owner())?.step).toBe('gas');

    saveDraft(stage.storage, { ...fresh(), owner: guardian() });
    dropDraft(stage.storage, guardian());
    expect(stage.storage.getItem('bardo.grant')).toBe(former);

    saveDraft(stage.storage, { ...fresh(), step: 'register' });
    expect(stage.storage.getItem('bardo.grant')).toBeNull();
    saveDraft(stage.storage, { ...fresh(), owner: guardian() });
    expect(loadDraft(stage.storage, owner())?.step).toBe('register');
    expect(loadDraft(stage.storage, guardian())?.step).toBe('golem');
  });
});
