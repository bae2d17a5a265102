// The death certificate: true as written, and false with any fact changed.

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPublicClient, http, type PublicClient } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certificateOf } from '../../../site/api/certificates/certificate';
import { nodeChain } from '../../../site/api/certificates/node-chain';
import { type GolemRow, golemRow } from '../../../site/api/records/rows';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { signDelegation } from '../../../site/world/people/grants';
import { lower } from '../../../src/core/bytes/hex';
import { verifyCertificate } from '../../../src/core/certificates/verify';
import {
  type Delegation,
  decodeContext,
  encodeContext,
} from '../../../src/core/delegations/delegation';
import type { Certificate } from '../../../src/core/protocol/certificate';
import { replicantLink } from '../../../src/core/runway/replicant';
import { USDC } from '../../agent/stage';
import { type House, openHouse } from '../house';
import { expectOk, leased, type People, somePeople } from '../people';
import { aHeartbeat } from '../signing';
import { type Opened, openMemory } from '../stores';

let chain: Chain;
let opened: Opened;
let house: House;
let people: People;
let client: PublicClient;
let certificate: Certificate;

beforeAll(async () => {
  [chain, opened] = await Promise.all([startChain(), openMemory()]);
  client = createPublicClient({ transport: http(chain.rpcUrl) });
  house = await openHouse({ store: opened.store, chain });
  people = await somePeople(chain, house);
});

afterAll(async () => {
  await opened?.stop();
  await chain?.stop();
});

it('does not exist for the living', async () => {
  const { lease } = await leased(people);
  await people.redeem(lease, 2n * USDC);
  await people.redeem(lease, USDC);

  const { status } = await house.ask('certificate', {
    id: people.golem,
    whose: people.owner.address,
  });

  expect(status).toBe(404);
});

it('tells the whole life of the dead, and any node confirms it', async () => {
  await people.report(3, 900);
  await people.report(4, 0);
  await house.round();

  certificate = (
    await expectOk(house.ask('certificate', { id: people.golem, whose: people.owner.address }))
  ).body;

  expect(certificate).toMatchObject({ cause: 'terminal', spent: `${3n * USDC}` });
  expect(certificate.steps.map(({ event }) => event)).toEqual([
    'registered',
    'redeemed',
    'redeemed',
    'phase',
    'phase',
  ]);
  expect(await verifyCertificate(certificate, nodeChain(client))).toMatchObject({
    ok: true,
    steps: 5,
    problems: [],
  });
});

it('of a long life tells each period’s payments in one step, and any node confirms it', async () => {
  const row = await golemRow(opened.store, {
    owner: lower(people.owner.address),
    id: people.golem,
  });

  const short = await certificateOf(house.plane, row as GolemRow, house.plane.now(), 6);
  const long = await certificateOf(house.plane, row as GolemRow, house.plane.now(), 2);

  expect(short).toEqual(certificate);
  expect(long.steps.filter(({ event }) => event === 'redeemed')).toHaveLength(1);
  expect(long).toMatchObject({ spent: `${3n * USDC}`, cause: 'terminal' });
  expect(await verifyCertificate(long, nodeChain(client))).toMatchObject({
    ok: true,
    problems: [],
  });
});

it('says what the successor starts from', async () => {
  const { golem: id, cookie } = people;
  const { body } = await expectOk(house.ask('succession', { id, cookie }));

  expect(body).toMatchObject({
    lastCap: `${10n * USDC}`,
    days: 7,
    spent: `${3n * USDC}`,
    diedAt: certificate.diedAt,
  });
  expect(body.open).toHaveLength(1);
});

it.each<[string, (one: Certificate) => Certificate]>([
  ['chain', (one) => ({ ...one, chainId: 1 })],
  ['Golem', (one) => ({ ...one, golem: 'somebody-else' })],
  ['guardian', (one) => ({ ...one, guardian: `0x${'11'.repeat(20)}` })],
  ['sum', (one) => ({ ...one, spent: '1' })],
  ['grant', (one) => ({ ...one, grants: [] })],
  ['cause', (one) => ({ ...one, cause: 'disabled' })],
  ['end', (one) => ({ ...one, diedAt: one.diedAt - 1 })],
  ['amount', (one) => changed(one, 1, { amount: '5' })],
  ['moment', (one) => changed(one, 1, { at: 1_700_000_000 })],
  ['block', (one) => changed(one, 1, { blockNumber: 1 })],
  ['transaction', (one) => changed(one, 1, { transaction: `0x${'77'.repeat(32)}` })],
  ['log', (one) => changed(one, 1, { logIndex: 99 })],
  ['phase', (one) => changed(one, 4, { phase: 3 })],
  ['order', (one) => ({ ...one, steps: [...one.steps].reverse() })],
  [
    'step of its own twice',
    (one) => ({ ...one, steps: one.steps.flatMap((step) => [step, step]) }),
  ],
])('is refused with another %s', async (_, forge) => {
  const { ok, problems } = await verifyCertificate(forge(certificate), nodeChain(client));

  expect(ok).toBe(false);
  expect(problems.length).toBeGreaterThan(0);
});

describe('npm run -s verify', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bardo-certificate-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function verify(text: string, ...options: string[]) {
    const file = join(folder, 'certificate.json');
    writeFileSync(file, text);
    const args = ['--import', 'tsx', 'site/api/certificates/command.ts', file, ...options];
    return new Promise<{ code: number; said: string }>((resolve) => {
      execFile(process.execPath, args, (error, out, problems) => {
        resolve({ code: Number(error?.code ?? 0), said: `${out}${problems}` });
      });
    });
  }

  it('says of a certificate whether it is true, and what is not', async () => {
    const rpc = ['--rpc', chain.rpcUrl];
    const forged = JSON.stringify({ ...certificate, spent: '1' });

    const good = await verify(JSON.stringify(certificate), ...rpc);
    const bad = await verify(forged, ...rpc);
    const junk = await verify('{', ...rpc);
    const lost = await verify('{}', ...rpc);
    const alone = await verify('{}');

    expect(good).toEqual({
      code: 0,
      said: `True: ${people.golem} is dead (terminal); 5 steps checked.\n`,
    });
    expect(bad).toEqual({
      code: 1,
      said: 'Not true.\nThe steps do not add up to what was spent.\n',
    });
    expect(junk).toEqual({ code: 1, said: 'This is no death certificate: it is not JSON.\n' });
    expect(lost).toMatchObject({ code: 1, said: expect.stringContaining('its field "') });
    expect(alone).toMatchObject({ code: 2, said: expect.stringContaining('usage:') });
  });
});

describe('a Replicant', () => {
  const child = 'orphan';
  let link: Delegation;
  let parent: People;

  beforeAll(async () => {
    parent = await somePeople(chain, house);
    const { lease } = await leased(parent);
    const key = privateKeyToAccount(generatePrivateKey());
    await parent.fund(key.address);
    const [above] = decodeContext(lease) as [Delegation];
    const now = await parent.now();
    const slice = { cap: USDC, expiresAt: now + 86_400 };
    const wish = { parent: above, replicant: key.address, token: chain.usdc, slice, now, salt: 1n };
    link = await signDelegation(parent.session, replicantLink(wish));
    const context = encodeContext([link, ...decodeContext(lease)]);
    const agent = {
      account: parent.session,
      owner: parent.owner.address,
      golem: parent.golem,
    };
    await expectOk(house.ask('replicant', { agent, body: { id: child, name: 'Orphan', context } }));
    await parent.redeem(context, USDC / 2n, key);
    const word = {
      owner: parent.owner.address,
      golem: child,
      guardian: parent.guardian.address,
      issuedAt: house.plane.now(),
    };
    await expectOk(house.ask('heartbeat', { body: await aHeartbeat(key, { ...word, phase: 4 }) }));
    await house.round();
  });

  it('that only says it is dead has none', async () => {
    const { status, body } = await house.ask('certificate', {
      id: child,
      whose: parent.owner.address,
    });

    expect([status, body.error.message]).toEqual([
      404,
      'The chain does not show the end of this Golem yet.',
    ]);
  });

  it('has one once its parent has ended its slice', async () => {
    await parent.disable(link, parent.session);
    await house.round();

    const { body } = await expectOk(
      house.ask('certificate', { id: child, whose: parent.owner.address }),
    );

    expect(body).toMatchObject({ cause: 'disabled', spent: `${USDC / 2n}` });
    expect(body.steps.map(({ event }: { event: string }) => event)).toEqual([
      'redeemed',
      'disabled',
    ]);
    expect(await verifyCertificate(body, nodeChain(client))).toMatchObject({
      ok: true,
      problems: [],
    });
  });
});

function changed(one: Certificate, index: number, over: Partial<Certificate['steps'][number]>) {
  return {
    ...one,
    steps: one.steps.map((step, at) => (at === index ? { ...step, ...over } : step)),
  };
}
