// A hostile page on the Portal's own origin: what it can make the guardian do, which is nothing unseen.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Address, Hex } from 'viem';
import { lower } from '../../src/core/bytes/hex';
import { golemPolicy } from '../../src/core/caveats/golem-policy';
import { FRAMEWORK } from '../../src/core/chain/addresses';
import { decodeContext, encodeContext } from '../../src/core/delegations/delegation';
import type { RpcAnswers } from '../../src/core/protocol/rpc';
import { signedBy } from '../vectors/signed';
import { type Bardo, installConnected } from './bardo';
import { aKey, anEstate, DAY, type Estate, grantCaveats, PAYEE, USDC } from './estate';
import { type FarWorld, startFarWorld } from './far-world';
import { liveGolem, livePermission, now } from './live';
import { startPlane, token } from './plane';

type Lease = RpcAnswers['issueLease'] & { approved: true };
const BUSY = -32002;

let chain: FarWorld;
let estate: Estate;

beforeAll(async () => {
  chain = await startFarWorld();
  estate = await anEstate(chain);
});

afterAll(() => chain?.stop());

async function aVictim(golem = 'atlas', home = estate) {
  const owner = lower(home.owner.address);
  const plane = await startPlane(() => ({ owner, golems: [], permissions: [] }));
  const bardo = await installConnected(plane, { owner });
  bardo.wallet.networks.add(chain.chainId, chain.rpcUrl);
  const reply = await bardo.ask('getGuardian', { golem });
  const { guardian } = (reply as { result: { guardian: Address } }).result;
  const grant = await home.grant(guardian);
  const expiresAt = (await home.now()) + 5 * DAY;
  const terms = { cap: `${5n * USDC}`, replicantCap: '0', expiresAt, payees: [PAYEE] };
  const who = { golem, name: 'Atlas', chainId: chain.chainId, sessionKey: aKey().address };
  return { bardo, guardian, plane, asked: { ...who, ...terms, grant, maxAgeSeconds: 3600 } };
}

const leaseOf = (reply: unknown) => (reply as { result: Lease }).result;
const ask = (bardo: Bardo, params: object) => bardo.ask('issueLease', params);

describe('A page that took over the Portal', () => {
  it('gets no signature without the dialog', async () => {
    const { bardo, asked } = await aVictim();
    bardo.wallet.answers(false);

    const lease = await ask(bardo, asked);
    const { golem, chainId, sessionKey: reporter } = asked;
    const oracle = await bardo.ask('signOracle', { golem, chainId, act: 'register', reporter });

    expect([lease, oracle]).toEqual([
      { result: { approved: false } },
      { result: { approved: false } },
    ]);
    expect(bardo.wallet.dialogs).toHaveLength(2);
    expect(bardo.state.leases).toEqual([]);
    expect(bardo.replies.join()).not.toMatch(/[0-9a-f]{130}/);
  });

  it('cannot put words into the dialog by a name', async () => {
    const names = [
      '**Atlas** [safe](https://evil.example)',
      'Atlas\u202e',
      '\u0410tlas',
      'Atlas\nApproved by MetaMask',
      '\u200bAtlas',
      'A'.repeat(256),
      '',
    ];
    for (const name of names) {
      const { bardo, asked } = await aVictim();
      bardo.wallet.answers(true);

      await ask(bardo, { ...asked, name });

      const said = (bardo.wallet.dialogs[0] ?? []).join('\n');
      expect(said).toContain('Lets atlas spend your money');
      if (name !== '') expect(said).not.toContain(name);
      await bardo.stop();
    }
  });

  it('cannot pass off one Golem as another: the id is always said', async () => {
    const { bardo, asked } = await aVictim('boreas');
    bardo.wallet.answers(true);

    await ask(bardo, asked);

    expect((bardo.wallet.dialogs[0] ?? []).join('\n')).toContain('Atlas (boreas)');
  });

  it('cannot have something else signed than was shown, whatever it asks meanwhile', async () => {
    const { bardo, asked } = await aVictim();
    const replies: unknown[] = [];
    bardo.wallet.script('snap_dialog', async () => {
      const more = { ...asked, cap: `${9n * USDC}`, sessionKey: aKey().address };
      replies.push(await ask(bardo, more));
      await chain.node('evm_mine', []);
      return true;
    });

    const lease = leaseOf(await ask(bardo, asked));

    expect(replies).toMatchObject([{ error: { code: BUSY } }]);
    expect(bardo.wallet.dialogs).toHaveLength(1);
    const [link] = decodeContext(lease.context as Hex);
    const terms = golemPolicy.decode(link?.caveats[0]?.terms ?? '0x');
    expect(terms.cap).toBe(5n * USDC);
    expect(terms.sessionKey).toBe(asked.sessionKey);
    expect((bardo.wallet.dialogs[0] ?? []).join()).toContain('At most 5 USDC in any 24 hours');
  });

  it('gets a generation for each lease it is given, two at once included', async () => {
    const { bardo, asked } = await aVictim();
    bardo.wallet.answers(true);

    const both = await Promise.all([ask(bardo, asked), ask(bardo, asked)]);
    const third = leaseOf(await ask(bardo, asked));
    const fourth = leaseOf(await ask(bardo, asked));

    const given = both.filter((reply) => 'result' in reply).map((reply) => leaseOf(reply));
    const generations = [...given, third, fourth].map(({ generation }) => generation);
    expect(given.length).toBeGreaterThan(0);
    expect(new Set(generations).size).toBe(generations.length);
    expect(third.raise).toMatchObject({ generation: third.generation });
  });

  it('cannot wear the owner down with windows', async () => {
    const { bardo, asked } = await aVictim();
    bardo.wallet.answers(false);
    for (let times = 0; times < 3; times += 1) await ask(bardo, asked);

    const fourth = await ask(bardo, asked);
    const other = await bardo.ask('showApprovalDialog', { title: 'x', body: 'x' });

    expect(fourth).toMatchObject({ error: { code: BUSY } });
    expect(other).toMatchObject({ error: { code: BUSY } });
    expect(bardo.wallet.dialogs).toHaveLength(3);
  });

  it('cannot wear the owner down with windows for another owner either', async () => {
    const { bardo, plane } = await aVictim();
    const thief = lower(aKey().address);
    plane.status = () => ({ owner: thief, golems: [] });
    bardo.wallet.answers(false);
    const again = () => bardo.ask('updateAuthToken', { token: token(0) });
    for (let times = 0; times < 3; times += 1) await again();

    expect(await again()).toMatchObject({ error: { code: BUSY } });
    expect(bardo.wallet.dialogs).toHaveLength(3);
    expect(bardo.state.owner).toBe(lower(estate.owner.address));
  });

  it('cannot open the password window of a locked wallet by asking for a refresh', async () => {
    const { bardo, plane, guardian } = await aVictim();
    const owner = lower(estate.owner.address);
    const lease = { generation: 1, budgetId: '1', sessionKey: lower(aKey().address) };
    const unknown = livePermission({
      delegationHashes: [`0x${'01'.repeat(32)}`, `0x${'02'.repeat(32)}`],
      lease: { ...lease, cap: '1', expiresAt: now() + DAY },
    });
    plane.status = () => ({
      owner,
      golems: [liveGolem({ guardian })],
      permissions: [unknown],
    });
    bardo.wallet.lock();

    expect(await bardo.ask('refresh')).toMatchObject({
      result: { golems: [{ id: unknown.golem }] },
    });
  });

  it('cannot switch the owner silently, nor lease from another one', async () => {
    const { bardo, plane, guardian, asked } = await aVictim();
    const thief = await anEstate(chain);
    const grant = await thief.grant(guardian);

    expect(await ask(bardo, { ...asked, grant })).toMatchObject({
      result: { approved: false, reason: expect.stringContaining('Bardo watches for') },
    });
    plane.status = () => ({ owner: lower(thief.owner.address), golems: [] });
    bardo.wallet.answers(false);
    const switched = await bardo.ask('updateAuthToken', { token: token(0) });

    expect(switched).toMatchObject({ result: { accepted: false } });
    expect(bardo.wallet.dialogs.map(([head]) => head)).toEqual([
      expect.stringContaining('asks to watch another owner'),
    ]);
    expect(bardo.state.owner).toBe(lower(estate.owner.address));
  });
});

describe('A grant is refused without a window', () => {
  async function refused(change: (victim: Awaited<ReturnType<typeof aVictim>>) => Promise<object>) {
    const victim = await aVictim();
    const params = { ...victim.asked, ...(await change(victim)) };
    const reply = await ask(victim.bardo, params);
    expect(victim.bardo.wallet.dialogs).toEqual([]);
    expect(victim.bardo.state.leases).toEqual([]);
    const { approved, reason } = leaseOf(reply) as unknown as { approved: boolean; reason: string };
    expect(approved).toBe(false);
    return reason;
  }

  const root = async (guardian: Address) => ({
    delegate: guardian,
    delegator: estate.owner.address,
    authority: `0x${'f'.repeat(64)}` as Hex,
    caveats: grantCaveats(chain.usdc as Address, 10n * USDC, await estate.now(), 7),
    salt: 7n,
  });

  it('when it is made out to somebody else', async () => {
    const reason = await refused(async () => ({ grant: await estate.grant(aKey().address) }));
    expect(reason).toContain("not this Golem's guardian");
  });

  it('when it was signed by another key, or for another chain', async () => {
    const forged = await refused(async ({ guardian }) => ({
      grant: encodeContext([await signedBy(aKey(), await root(guardian))]),
    }));
    const foreign = await refused(async ({ guardian }) => ({
      grant: encodeContext([await signedBy(estate.owner, await root(guardian), 8453)]),
    }));
    expect([forged, foreign]).toEqual(Array(2).fill(expect.stringContaining('is not signed by')));
  });

  it('when it carries a rule that is not the wallet’s, or that cannot be read', async () => {
    const strange = { enforcer: aKey().address, terms: '0x' as Hex, args: '0x' as Hex };
    const reason = await refused(async ({ guardian }) => {
      const plain = await root(guardian);
      const caveats = [...plain.caveats, strange];
      return { grant: encodeContext([await signedBy(estate.owner, { ...plain, caveats })]) };
    });
    expect(reason).toContain('cannot read');
  });

  it('when it is a replayed one that the owner has ended', async () => {
    const other = await anEstate(chain);
    const { bardo, asked } = await aVictim('atlas', other);
    await other.endGrants();

    const reply = await ask(bardo, asked);

    expect(reply).toMatchObject({
      result: { approved: false, reason: expect.stringContaining('has ended its grants') },
    });
    expect(bardo.wallet.dialogs).toEqual([]);
  });

  it('when a payee or the key is somebody it must not be', async () => {
    const cases: [object, string][] = [
      [{ payees: [FRAMEWORK.delegationManager] }, 'a payee is'],
      [{ payees: [chain.usdc] }, 'a payee is'],
      [{ payees: [estate.owner.address] }, 'a payee is'],
      [{ payees: [PAYEE, PAYEE] }, 'named twice'],
      [{ cap: '0' }, 'a lease of nothing'],
      [{ cap: `${10n ** 30n}` }, 'a cap it cannot count'],
      [{ replicantCap: `${6n * USDC}` }, 'more for Replicants'],
      [{ maxAgeSeconds: 1 }, 'must speak'],
      [{ expiresAt: 1_000_000_000 }, 'expired already'],
      [{ chainId: 31_337 }, 'do not exist'],
    ];
    const victim = await aVictim();
    for (const [over, words] of cases) {
      const reply = await ask(victim.bardo, { ...victim.asked, ...over });
      expect(reply).toMatchObject({ result: { reason: expect.stringContaining(words) } });
    }
    const { guardian, asked, bardo } = victim;
    for (const over of [
      { payees: [guardian] },
      { payees: [asked.sessionKey] },
      { sessionKey: guardian },
      { sessionKey: estate.owner.address },
    ]) {
      expect(await ask(bardo, { ...asked, ...over })).toMatchObject({
        result: { approved: false, reason: expect.stringMatching(/payee|session key/) },
      });
    }
    expect(bardo.wallet.dialogs).toEqual([]);
  });

  it('when the chain cannot be read, or is another one', async () => {
    const { bardo, asked } = await aVictim();
    bardo.wallet.networks.outage(chain.chainId);

    const reply = await ask(bardo, asked);

    expect(reply).toMatchObject({
      result: { approved: false, reason: expect.stringContaining('could not be read') },
    });
  });
});
