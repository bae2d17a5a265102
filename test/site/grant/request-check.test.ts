// What the page takes from a Golem's request, and whose words it says they are.
import type { Hex } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { guardianIn, guardianshipOf, type Scene } from '../../../site/grant/guardianship';
import { flawOf } from '../../../site/grant/request-check';
import { isSignedKey, requestSignerOf } from '../../../site/grant/request-signer';
import { golemPolicy } from '../../../src/core/caveats/golem-policy';
import { usdcOf } from '../../../src/core/chain/addresses';
import {
  type Delegation,
  encodeContext,
  hashDelegation,
} from '../../../src/core/delegations/delegation';
import { golemIdOf } from '../../../src/core/protocol/messages';
import type { RunwayRecord } from '../../../src/core/protocol/runway-shapes';
import { aRunwayAsk, CHAIN } from '../../api/signing';
import { aDelegation, grantCaveats } from '../../vectors/delegations';
import { signedBy } from '../../vectors/signed';

const [owner, guardian, key, stranger] = Array.from({ length: 4 }, () =>
  privateKeyToAccount(generatePrivateKey()),
) as [PrivateKeyAccount, PrivateKeyAccount, PrivateKeyAccount, PrivateKeyAccount];
const NOW = 1_800_000_000;
const SHOP: Hex = `0x${'5b'.repeat(20)}`;
const scene = { owner: owner.address, now: NOW };

async function aRequest(by = key, over: object = {}): Promise<RunwayRecord> {
  const body = await aRunwayAsk(by, {
    golem: 'atlas',
    owner: owner.address,
    token: usdcOf(CHAIN) as Hex,
    deadline: NOW + 600,
    payees: [SHOP],
    ...over,
  });
  const reported = { id: 'r1', askedAt: NOW, permission: null, knownKey: true };
  return { ...body, ...reported, state: 'open' };
}

describe('a request', () => {
  it('is taken over when its key signed what is shown', async () => {
    expect(flawOf(await aRequest(), scene)).toBeNull();
  });

  it.each<[string, Partial<RunwayRecord>]>([
    ['another payee', { payees: [stranger.address] }],
    ['one more payee', { payees: [SHOP, stranger.address] }],
    ['no payee', { payees: [] }],
    ['another amount', { amount: '11000000' }],
    ['more days', { days: 30 }],
    ['another key', { sessionKey: stranger.address }],
    ['a signature by another key', { signature: `0x${'11'.repeat(64)}1b` }],
  ])('is unproven when the control plane shows %s', async (_, altered) => {
    expect(flawOf({ ...(await aRequest()), ...altered }, scene)).toBe('unsigned');
  });

  it('is unproven when nonce or signature are not shown, as by a control plane of before', async () => {
    const { nonce: _, ...before } = await aRequest();
    const { signature: __, ...unsigned } = await aRequest();

    expect(flawOf(before, scene)).toBe('unsigned');
    expect(flawOf(unsigned, scene)).toBe('unsigned');
  });

  it('is nothing to answer when it is for somebody else, about other money, or over', async () => {
    expect(flawOf(await aRequest(key, { owner: stranger.address }), scene)).toBe('toOther');
    expect(flawOf(await aRequest(), { ...scene, owner: null })).toBe('toOther');
    expect(flawOf(await aRequest(key, { token: SHOP }), scene)).toBe('otherMoney');
    expect(flawOf(await aRequest(), { ...scene, now: NOW + 600 })).toBe('late');
  });
});

async function aGrant(delegate: Hex, by = owner): Promise<Delegation> {
  const link = aDelegation({ delegator: by.address, delegate, caveats: grantCaveats() });
  return signedBy(by, link, CHAIN);
}

type Leased = { to?: Hex; by?: PrivateKeyAccount; golem?: string; generation?: bigint };

async function aLease({
  to = key.address,
  by = guardian,
  golem = 'atlas',
  generation = 1n,
}: Leased = {}) {
  const grant = await aGrant(by.address);
  const terms = golemPolicy.encode({
    ...{ token: usdcOf(CHAIN) as Hex, cap: 5_000_000n, unitExponent: 2, replicantCap: 0n },
    ...{ expiry: BigInt(NOW + 86_400), owner: owner.address, epoch: 0n, budgetId: 1n, generation },
    ...{ golemId: golemIdOf(golem), maxAge: 86_400n, sessionKey: to, payees: [SHOP] },
  });
  const lease = await signedBy(
    by,
    {
      ...{
        delegator: by.address,
        delegate: to,
        authority: hashDelegation(grant),
        salt: generation,
      },
      ...{ caveats: [{ enforcer: golemPolicy.address, terms, args: '0x' }], signature: '0x' },
    },
    CHAIN,
  );
  return [lease, grant];
}

const contextOf = (links: readonly Delegation[], chainId = CHAIN) => ({
  permission: 'p1',
  chainId,
  context: encodeContext(links),
});

describe('the key that asks', () => {
  const known = { owner: owner.address, guardian: guardian.address as Hex | null };

  it('is the Golem’s when a lease names it that guardian and owner signed', async () => {
    const contexts = [contextOf(await aLease())];

    expect(requestSignerOf(await aRequest(), { ...known, contexts })).toEqual({ kind: 'leased' });
  });

  it('is another one when the newest such lease names another', async () => {
    const newer = await aLease({ to: stranger.address, generation: 2n });
    const contexts = [contextOf(await aLease()), contextOf(newer)];

    expect(requestSignerOf(await aRequest(), { ...known, contexts })).toEqual({
      kind: 'other',
      key: stranger.address.toLowerCase(),
    });
  });

  it.each<[string, () => Promise<ReturnType<typeof contextOf>[]>]>([
    ['there is no lease', async () => []],
    ['a stranger signed the lease', async () => [contextOf(await aLease({ by: stranger }))]],
    ['the lease is another Golem’s', async () => [contextOf(await aLease({ golem: 'vesta' }))]],
    ['the lease is for another chain', async () => [contextOf(await aLease(), 1)]],
    ['the grant is not leased', async () => [contextOf([await aGrant(guardian.address)])]],
    [
      'its signature was put on by somebody else',
      async () => {
        const [lease, grant] = (await aLease()) as [Delegation, Delegation];
        return [contextOf([await signedBy(stranger, lease, CHAIN), grant])];
      },
    ],
  ])('is unknown when %s', async (_, contexts) => {
    const reported = { ...known, contexts: await contexts() };

    expect(requestSignerOf(await aRequest(), reported)).toEqual({ kind: 'unknown' });
  });

  it('is the one the owner’s grant names where there is no guardian', async () => {
    const direct = { ...known, guardian: null };
    const contexts = [contextOf([await aGrant(key.address)])];
    const forged = [contextOf([await signedBy(stranger, await aGrant(key.address), CHAIN)])];

    expect(requestSignerOf(await aRequest(), { ...direct, contexts })).toEqual({ kind: 'granted' });
    expect(requestSignerOf(await aRequest(stranger), { ...direct, contexts })).toMatchObject({
      kind: 'other',
    });
    expect(requestSignerOf(await aRequest(), { ...direct, contexts: forged })).toEqual({
      kind: 'unknown',
    });
  });
});

describe('a key that ether is sent to', () => {
  const reported = async (...links: Delegation[][]) => ({
    owner: owner.address,
    contexts: links.map((one) => contextOf(one)),
  });

  it('is one that the owner’s own signature leads to', async () => {
    expect(isSignedKey(key.address, CHAIN, await reported(await aLease()))).toBe(true);
    expect(isSignedKey(key.address, CHAIN, await reported([await aGrant(key.address)]))).toBe(true);
  });

  it('is not one that only the control plane names', async () => {
    const [lease, grant] = (await aLease()) as [Delegation, Delegation];
    const forged = [await signedBy(stranger, lease, CHAIN), grant];

    expect(isSignedKey(stranger.address, CHAIN, await reported(await aLease()))).toBe(false);
    expect(isSignedKey(key.address, CHAIN, await reported(forged))).toBe(false);
    expect(isSignedKey(key.address, 1, await reported(await aLease()))).toBe(false);
    expect(isSignedKey(key.address, CHAIN, await reported())).toBe(false);
  });
});

describe('the guardian a grant is made out to', () => {
  const NAMED: Hex = `0x${'44'.repeat(20)}`;
  const ready: Scene = {
    golem: 'atlas',
    reported: undefined,
    snap: 'ready',
    answer: { golem: 'atlas', guardian: NAMED },
    accepted: false,
  };

  it('is the one the Snap names, also when the control plane says the same', () => {
    expect(guardianIn(guardianshipOf(ready))).toBe(NAMED);
    expect(guardianIn(guardianshipOf({ ...ready, reported: NAMED }))).toBe(NAMED);
  });

  it.each<[string, Partial<Scene>, string]>([
    ['the control plane names another', { reported: `0x${'45'.repeat(20)}` }, 'other'],
    ['the Snap has not said', { answer: null }, 'waiting'],
    ['it spoke of the id as it was a letter ago', { golem: 'atlas2' }, 'waiting'],
    ['it could not say', { answer: { golem: 'atlas', guardian: null } }, 'unanswered'],
    ['the Snap is still looked for', { snap: undefined }, 'waiting'],
    ['the Snap does not answer this site', { snap: 'silent' }, 'waiting'],
    ['there is no id', { golem: '' }, 'nameless'],
    ['the Snap of a guarded Golem is gone', { snap: 'missing', reported: NAMED }, 'absent'],
    ['the Snap is switched off', { snap: 'off' }, 'absent'],
    ['the Snap is too old', { snap: 'old' }, 'absent'],
    ['MetaMask has blocked the Snap', { snap: 'blocked' }, 'absent'],
    ['only the control plane says that there is none', { reported: null }, 'unguarded'],
    ['it says so while the Snap is switched off', { reported: null, snap: 'off' }, 'unguarded'],
  ])('is nobody yet while %s', (_, over, kind) => {
    const guardianship = guardianshipOf({ ...ready, ...over });

    expect(guardianship.kind).toBe(kind);
    expect(guardianIn(guardianship)).toBeUndefined();
  });

  it('is none where there is no Snap, or the owner knows that the Golem lives without', () => {
    expect(guardianIn(guardianshipOf({ ...ready, snap: 'missing' }))).toBeNull();
    expect(guardianIn(guardianshipOf({ ...ready, snap: 'unable' }))).toBeNull();
    expect(guardianIn(guardianshipOf({ ...ready, reported: null, snap: 'missing' }))).toBeNull();
    expect(guardianIn(guardianshipOf({ ...ready, reported: null, accepted: true }))).toBeNull();
  });
});
