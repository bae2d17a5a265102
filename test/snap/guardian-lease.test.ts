// A Golem's life under its guardian: the built Snap, a real chain, the real control plane.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Address, encodeFunctionData, type Hex } from 'viem';
import { type PrivateKeyAccount, privateKeyToAddress } from 'viem/accounts';
import { golemPolicy } from '../../src/core/caveats/golem-policy';
import { vitalityOracleAbi } from '../../src/core/chain/bardo-abis.generated';
import { BARDO } from '../../src/core/chain/bardo-addresses.generated';
import { decodeContext } from '../../src/core/delegations/delegation';
import { golemIdOf } from '../../src/core/protocol/messages';
import type { RpcAnswers } from '../../src/core/protocol/rpc';
import { actionName } from '../../src/core/watch/action';
import { type Bardo, installBardo, reinstall } from './bardo';
import { bySalt, keyBy } from './entropy';
import { aKey, anEstate, DAY, type Estate, PAYEE, USDC } from './estate';
import { type FarPlane, startFarPlane } from './far-plane';
import { type FarWorld, startFarWorld } from './far-world';

type Lease = RpcAnswers['issueLease'] & { approved: true };

let chain: FarWorld;
let plane: FarPlane;

beforeAll(async () => {
  chain = await startFarWorld();
  plane = await startFarPlane(chain);
  await plane.payRelay();
});

afterAll(async () => {
  await plane?.stop();
  await chain?.stop();
});

type Home = { estate: Estate; cookie: string; bardo: Bardo; golem: string; guardian: Address };
let count = 0;

/** Signed in, connected, with a newborn Golem that has neither grant nor lease. */
async function aHome(): Promise<Home> {
  count += 1;
  const golem = `atlas-${count}`;
  const estate = await anEstate(chain);
  const cookie = await plane.signIn(estate.owner);
  const bardo = await installBardo(plane);
  bardo.wallet.networks.add(chain.chainId, chain.rpcUrl);
  await connect(bardo, cookie);
  const guardian = resultOf<{ guardian: Address }>(await bardo.ask('getGuardian', { golem }));
  const born = { id: golem, name: 'Atlas', chainId: chain.chainId, policyTier: 2 };
  await ok(plane.ask('newGolem', { cookie, body: { ...born, ...guardian } }));
  return { estate, cookie, bardo, golem, guardian: guardian.guardian };
}

async function connect(bardo: Bardo, cookie: string) {
  const { token } = await ok(plane.ask('watchToken', { cookie }));
  expect(await bardo.ask('updateAuthToken', { token })).toMatchObject({
    result: { accepted: true },
  });
}

async function ok(answering: ReturnType<FarPlane['ask']>) {
  const { status, body } = await answering;
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

function resultOf<T>(reply: unknown): T {
  if (!('result' in (reply as object))) throw new Error(JSON.stringify(reply));
  return (reply as { result: T }).result;
}

async function asked(home: Home, grant: Hex, key: PrivateKeyAccount, over: object = {}) {
  const expiresAt = (await home.estate.now()) + 5 * DAY;
  const money = { cap: `${5n * USDC}`, replicantCap: '0', payees: [PAYEE], maxAgeSeconds: 3600 };
  const who = { golem: home.golem, name: 'Atlas', chainId: chain.chainId, grant };
  return { ...who, sessionKey: key.address, ...money, expiresAt, ...over };
}

async function leased(home: Home, grant: Hex, key: PrivateKeyAccount, over: object = {}) {
  home.bardo.wallet.answers(true);
  const answer = await home.bardo.ask('issueLease', await asked(home, grant, key, over));
  return resultOf<Lease>(answer);
}

/** As the site does after a lease: hands every part over and waits for the chain. */
async function handedOver(home: Home, lease: Lease) {
  const { cookie, golem } = home;
  const { context, raise, oracle } = lease;
  await ok(plane.ask('lease', { cookie, body: { golem, context } }));
  if (oracle) await relayed(await ok(plane.ask('oracle', { body: oracle })));
  if (raise) await relayed(await ok(plane.ask('raise', { body: raise })));
}

async function relayed({ id }: { id: string }) {
  await until(async () => (await ok(plane.ask('relay', { id }))).state === 'done');
}

async function until(holds: () => Promise<boolean>) {
  for (let attempt = 0; attempt < 900; attempt += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('it never came to hold');
}

async function granted(home: Home): Promise<Hex> {
  const context = await home.estate.grant(home.guardian);
  const { cookie, golem } = home;
  await ok(plane.ask('grant', { cookie, body: { golem, chainId: chain.chainId, context } }));
  return context;
}

const lastDialog = ({ bardo }: Home) => (bardo.wallet.dialogs.at(-1) ?? []).join('\n');

describe('A lease', () => {
  it('is read out, signed, spent, rotated, tightened and ended', async () => {
    const home = await aHome();
    const { estate, bardo, guardian, golem } = home;
    const grant = await granted(home);
    const [first, second] = [aKey(), aKey()];

    const one = await leased(home, grant, first);
    expect(lastDialog(home)).toContain('At most 5 USDC in any 24 hours');
    expect(lastDialog(home)).toContain(first.address.toLowerCase());
    expect(one).toMatchObject({ guardian, raise: null, oracle: { act: 'register' } });
    await handedOver(home, one);
    const before = await estate.paid();
    await estate.pull(first, one.context as Hex, 2n * USDC);
    expect((await estate.paid()) - before).toBe(2n * USDC);

    const two = await leased(home, grant, second, { cap: `${4n * USDC}` });
    expect(lastDialog(home)).toContain('cap: 5 USDC → 4 USDC');
    expect(lastDialog(home)).toContain(
      `The session key changes. The old key ${first.address.toLowerCase()} can no longer redeem once the order is relayed.`,
    );
    expect(two.generation).toBeGreaterThan(one.generation);
    expect(two.oracle).toMatchObject({ act: 'setReporter' });
    await handedOver(home, two);
    await expect(estate.pull(first, one.context as Hex, 1n)).rejects.toThrow();
    await estate.pull(second, two.context as Hex, USDC);

    const three = await leased(home, grant, second, { cap: `${3n * USDC}` });
    expect(lastDialog(home)).toContain('cap: 4 USDC → 3 USDC');
    expect(three.oracle).toBeNull();
    await handedOver(home, three);
    // Three were spent within the day under the earlier leases, and they count.
    await expect(estate.pull(second, three.context as Hex, 1n)).rejects.toThrow();

    await bardo.check();
    bardo.wallet.answers(true);
    const revoked = await bardo.ask('triggerRevoke', { golems: [golem] });
    expect(revoked).toEqual({ result: { approved: true, golems: [golem], delivered: [golem] } });
    await until(async () => (await estate.floor(guardian)) === 0xffff_ffff);
    await expect(estate.pull(second, three.context as Hex, 1n)).rejects.toThrow();
    const late = await bardo.ask('issueLease', await asked(home, grant, second));
    expect(late).toMatchObject({
      result: { approved: false, reason: expect.stringContaining('has been ended') },
    });
  });

  it('comes with no order that could end it: the plane has none to relay', async () => {
    const home = await aHome();
    const grant = await granted(home);
    const key = aKey();
    const lease = await leased(home, grant, key);
    expect(lease).not.toHaveProperty('ended');
    expect(lease.raise).toBeNull();
    expect(lastDialog(home)).not.toContain('for ever');
    await handedOver(home, lease);

    expect(await home.estate.floor(home.guardian)).toBeLessThan(0xffff_ffff);
    await home.estate.pull(key, lease.context as Hex, 1n);
    const { cookie, golem } = home;
    const old = { golem, context: lease.context, ended: `0x${'51'.repeat(65)}` };
    const refused = await plane.ask('lease', { cookie, body: old });
    expect(refused).toMatchObject({ status: 400 });
  });

  it('is found again after a reinstallation, and the next one outranks it', async () => {
    const home = await aHome();
    const grant = await granted(home);
    const before = await leased(home, grant, aKey());
    await handedOver(home, before);

    const bardo = await reinstall(home.bardo);
    bardo.wallet.networks.add(chain.chainId, chain.rpcUrl);
    await connect(bardo, home.cookie);

    expect(bardo.state.leases).toMatchObject([
      // Of its own time: what comes back late is no newer lease.
      { golem: home.golem, context: before.context, by: 'restored', signedAt: before.generation },
    ]);
    const after = await leased({ ...home, bardo }, grant, aKey());
    expect(after.guardian).toBe(home.guardian);
    expect(after.generation).toBeGreaterThan(before.generation);
    expect(after.raise).toMatchObject({ generation: after.generation });
  });

  it('of a Golem of 0.1.0 goes on under the guardian that the id alone gave it', async () => {
    const young = await aHome();
    const { bardo, cookie, estate } = young;
    bardo.wallet.script('snap_getEntropy', bySalt);
    const golem = `old-${young.golem}`;
    const guardian = privateKeyToAddress(keyBy(`guardian of ${golem}`)).toLowerCase() as Address;
    const born = { id: golem, name: 'Atlas', chainId: chain.chainId, policyTier: 2 };
    await ok(plane.ask('newGolem', { cookie, body: { ...born, guardian } }));
    const home = { ...young, golem, guardian };
    await bardo.check();
    expect(resultOf(await bardo.ask('getGuardian', { golem }))).toEqual({ guardian });

    const key = aKey();
    const lease = await leased(home, await granted(home), key);
    expect(lease).toMatchObject({
      guardian,
      oracle: { act: 'register', owner: estate.owner.address.toLowerCase() },
    });
    await handedOver(home, lease);
    await estate.pull(key, lease.context as Hex, USDC);

    await bardo.check();
    bardo.wallet.answers(true);
    const revoked = await bardo.ask('triggerRevoke', { golems: [golem] });
    expect(revoked).toEqual({ result: { approved: true, golems: [golem], delivered: [golem] } });
    expect(bardo.state.orders.find(({ kind }) => kind === 'stop')?.body).toMatchObject({
      guardian,
      owner: estate.owner.address.toLowerCase(),
    });
    await until(async () => (await estate.floor(guardian)) === 0xffff_ffff);
  });

  it('of one account’s “atlas” has nothing to do with the other account’s', async () => {
    const golem = `twin-${count}`;
    const aTwin = async () => {
      const home = await aHome();
      // As if both were accounts of one wallet.
      home.bardo.wallet.script('snap_getEntropy', bySalt);
      const { guardian } = resultOf<{ guardian: Address }>(
        await home.bardo.ask('getGuardian', { golem }),
      );
      const born = { id: golem, name: 'Atlas', chainId: chain.chainId, policyTier: 2, guardian };
      await ok(plane.ask('newGolem', { cookie: home.cookie, body: born }));
      const twin = { ...home, golem, guardian };
      const key = aKey();
      const lease = await leased(twin, await granted(twin), key);
      await handedOver(twin, lease);
      return { ...twin, key, context: lease.context as Hex };
    };
    const first = await aTwin();
    const second = await aTwin();
    expect(first.guardian).not.toBe(second.guardian);

    await second.bardo.check();
    await second.bardo.ask('triggerRevoke', { golems: [golem] });
    await until(async () => (await second.estate.floor(second.guardian)) === 0xffff_ffff);

    await first.estate.pull(first.key, first.context, USDC);
  });

  it('says what is signed and signs what is said', async () => {
    const home = await aHome();
    const grant = await granted(home);
    const key = aKey();

    const lease = await leased(home, grant, key, { cap: `${20n * USDC}` });

    const [link] = decodeContext(lease.context.toLowerCase() as Hex);
    const terms = golemPolicy.decode(link?.caveats[0]?.terms ?? '0x');
    const said = lastDialog(home).toLowerCase();
    expect(terms).toMatchObject({ cap: 20n * USDC, budgetId: 1n });
    expect(terms.payees.map((payee) => payee.toLowerCase())).toEqual([PAYEE]);
    expect(terms.owner).toBe(home.estate.owner.address);
    const now = await home.estate.now();
    const rules = golemPolicy.words(terms, { chainId: chain.chainId, now }).text;
    expect(said).toContain(rules.toLowerCase());
    expect(said).toContain(
      'the lease names 20 usdc, but the grant pays only 10 usdc every day, so the limit of the grant applies.',
    );
    for (const one of [terms.sessionKey, terms.owner, home.guardian, ...terms.payees]) {
      expect(said).toContain(one.toLowerCase());
    }
  });
});

describe("A guardian's word to the oracle", () => {
  it('opens the record, hands it over and heals, each after its dialog', async () => {
    const home = await aHome();
    const { bardo, golem, guardian, estate } = home;
    await granted(home);
    const [first, second] = [aKey(), aKey()];
    const { chainId } = chain;
    const record = [guardian, golemIdOf(golem)] as const;
    const signed = async (over: object) => {
      bardo.wallet.answers(true);
      const reply = await bardo.ask('signOracle', { golem, chainId, ...over });
      const { order } = resultOf<RpcAnswers['signOracle'] & { approved: true }>(reply);
      await relayed(await ok(plane.ask('oracle', { body: order })));
    };

    await signed({ act: 'register', reporter: first.address });
    expect(lastDialog(home)).toContain(first.address.toLowerCase());
    await signed({ act: 'setReporter', reporter: second.address });
    await estate.fund(second.address);
    const report = encodeFunctionData({
      abi: vitalityOracleAbi,
      functionName: 'report',
      args: [...record, 3, 2000],
    });
    await estate.send(second, BARDO.vitalityOracle, report);
    await signed({ act: 'heal', phase: 1, score: 8000 });

    expect(lastDialog(home)).toContain('phase goes from declining to stable, vitality 80 of 100');
    const [phasePlusOne, score] = await estate.client.readContract({
      address: BARDO.vitalityOracle,
      abi: vitalityOracleAbi,
      functionName: 'getVitality',
      args: record,
    });
    expect([phasePlusOne, score]).toEqual([2n, 8000n]);
    const worse = { golem, chainId, act: 'heal', phase: 2, score: 1 };
    expect(await bardo.ask('signOracle', worse)).toMatchObject({
      result: { approved: false, reason: expect.stringContaining('only heal') },
    });
  });
});

describe('An end from the Snap', () => {
  async function aLeasedHome() {
    const home = await aHome();
    const key = aKey();
    const lease = await leased(home, await granted(home), key);
    await handedOver(home, lease);
    await home.bardo.check();
    home.bardo.wallet.answers(true);
    return { ...home, key, context: lease.context as Hex };
  }

  it('waits for a plane that is gone, and is handed on later without the key', async () => {
    const { bardo, golem, estate, guardian } = await aLeasedHome();
    const page = await bardo.home();
    plane.freeze(true);

    await bardo.press(page.id, actionName({ kind: 'revoke', golem }));

    expect(page.text).toContain('Not handed over yet. End it on the site yourself');
    const open = bardo.state.orders;
    expect(open.map(({ kind, deliveredAt }) => [kind, deliveredAt])).toEqual([
      ['stop', null],
      ['raise', null],
    ]);
    plane.freeze(false);
    bardo.wallet.lock();
    await bardo.check();
    expect(bardo.state.orders.every(({ deliveredAt }) => deliveredAt !== null)).toBe(true);
    await until(async () => (await estate.floor(guardian)) === 0xffff_ffff);
  });

  it('is said to be open while nobody relays it, and leads to the site', async () => {
    const { bardo, golem, estate, guardian, key, context } = await aLeasedHome();
    await plane.payRelay(0n);

    const revoked = await bardo.ask('triggerRevoke', { golems: [golem] });
    await bardo.check();

    expect(revoked).toMatchObject({ result: { approved: true, delivered: [golem] } });
    await estate.pull(key, context, 1n);
    const page = await bardo.home();
    expect(page.text).not.toContain('is over');
    await bardo.press(page.id, actionName({ kind: 'golem', golem }));
    expect(page.text).toContain('Not ended yet');
    expect(page.text).toContain('has not seen its effect on chain yet');
    expect(page.text).toContain(`/revoke/${estate.owner.address.toLowerCase()}/${golem}`);

    await plane.payRelay();
    await until(async () => (await estate.floor(guardian)) === 0xffff_ffff);
    await bardo.check();

    const told = bardo.wallet.notices.map(({ message }) => message);
    expect(told.some((one) => one.startsWith("Atlas's lease is ended, proven on chain."))).toBe(
      true,
    );
    await bardo.press(page.id, actionName({ kind: 'golem', golem }));
    expect(page.text).toContain('Lease ended, grant open');
    await estate.endGrants();
    await bardo.check();
    expect(bardo.state.revoking).toEqual([]);
  });
});
