// What a dying Golem leaves with the control plane: words that anybody can prove, and gas that the chain shows.
import { createPublicClient, type Hex, http } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { lower } from '../../../src/core/bytes/hex';
import { endingSigner } from '../../../src/core/protocol/last-words';
import { parseStatus } from '../../../src/core/protocol/status';
import { USDC } from '../../agent/stage';
import { type House, openHouse } from '../house';
import { expectOk, leased, type People, somePeople } from '../people';
import { aHeartbeat, CHAIN, lastWords } from '../signing';
import { type Opened, openMemory } from '../stores';

let chain: Chain;
let opened: Opened;
let house: House;
let people: People;
let sweep: Hex;

const agent = () => ({
  account: people.session,
  owner: people.owner.address,
  golem: people.golem,
});
const whose = () => ({ owner: lower(people.owner.address), golem: people.golem, chainId: CHAIN });
const golem = async () => {
  const { body } = await expectOk(house.ask('golem', { cookie: people.cookie, id: people.golem }));
  return body.golem;
};
const say = async (over: object, more: object = {}) =>
  house.ask('end', {
    agent: agent(),
    body: {
      ...(await lastWords(people.session, { ...whose(), at: house.plane.now(), ...over })),
      ...more,
    },
  });

beforeAll(async () => {
  [chain, opened] = await Promise.all([startChain(), openMemory()]);
  house = await openHouse({ store: opened.store, chain });
  people = await somePeople(chain, house);
  const { lease } = await leased(people);
  await people.redeem(lease, 2n * USDC);
  await people.redeem(lease, USDC);
  const client = createPublicClient({ transport: http(chain.rpcUrl) });
  await people.send(people.session, { to: people.owner.address, value: 10n ** 15n });
  const block = await client.getBlock({ includeTransactions: true });
  sweep = block.transactions[0]?.hash ?? '0x';
});

afterAll(async () => {
  await opened?.stop();
  await chain?.stop();
});

it('keeps unsigned words as unsigned, until signed ones take their place', async () => {
  await expectOk(house.ask('end', { agent: agent(), body: { reason: 'old' } }));
  expect(await golem()).toMatchObject({ ending: { reason: 'old', signature: null } });

  await expectOk(say({ reason: 'terminal: it was enough', knowledgeRecord: 'grimoire-7' }));

  const { ending, knowledgeRecord } = await golem();
  expect(endingSigner(whose(), ending)).toBe(lower(people.session.address));
  expect(ending).toMatchObject({ reason: 'terminal: it was enough' });
  expect(knowledgeRecord).toBe('grimoire-7');
});

it('lets nothing that is said later take the place of what was signed', async () => {
  await expectOk(say({ reason: 'no, it was you', knowledgeRecord: 'other' }));
  await expectOk(house.ask('end', { agent: agent(), body: { reason: 'unsigned' } }));

  expect(await golem()).toMatchObject({
    ending: { reason: 'terminal: it was enough', knowledgeRecord: 'grimoire-7' },
    knowledgeRecord: 'grimoire-7',
  });
});

it('believes in gas that came home only where the chain shows it', async () => {
  const stranger = privateKeyToAccount(generatePrivateKey());
  await people.fund(stranger.address);
  const client = createPublicClient({ transport: http(chain.rpcUrl) });
  await people.send(stranger, { to: people.owner.address, value: 5n * 10n ** 17n });
  const foreign = (await client.getBlock({ includeTransactions: true })).transactions[0]?.hash;
  const never: Hex = `0x${'77'.repeat(32)}`;

  expect(await golem()).toMatchObject({ settlement: null });
  await expectOk(say({}, { sweeps: [sweep, sweep, foreign, never] }));
  await people.report(4, 0);
  await house.round();

  expect(await golem()).toMatchObject({
    settlement: { spent: `${3n * USDC}`, payments: 2, gasHome: `${10n ** 15n}` },
  });
  const { cookie, golem: id } = people;
  const { body } = await expectOk(house.ask('succession', { cookie, id }));
  expect(body).toMatchObject({
    knowledgeRecord: 'grimoire-7',
    ending: { reason: 'terminal: it was enough' },
    spentBy: [{ token: lower(chain.usdc), amount: `${3n * USDC}`, payments: 2 }],
    sweeps: [{ transaction: sweep, account: lower(people.session.address) }],
    keys: [lower(people.session.address)],
    orphans: 0,
  });
});

it('is told to the Snap in version 2, whole and readable', async () => {
  const { cookie } = people;
  const { body } = await expectOk(house.ask('watchToken', { cookie, body: {} }));
  const status = await expectOk(house.ask('status', { token: body.token, query: '?version=2' }));
  const read = parseStatus(status.body);

  expect(read).toMatchObject({
    ok: true,
    status: {
      golems: [
        {
          ending: { knowledgeRecord: 'grimoire-7' },
          settlement: { gasHome: `${10n ** 15n}` },
        },
      ],
      unreadable: [],
    },
  });
});

it('says nothing of gas that nobody has looked for since the death', async () => {
  const other = await somePeople(chain, house);
  await leased(other);
  const about = {
    owner: other.owner.address,
    golem: other.golem,
    guardian: other.guardian.address,
    issuedAt: house.plane.now(),
    phase: 4,
  };
  await other.report(4, 0);
  await house.round();
  await expectOk(house.ask('heartbeat', { body: await aHeartbeat(other.session, about) }));
  await opened.store.query('update balances set at = 0');
  const { body } = await expectOk(house.ask('golem', { cookie: other.cookie, id: other.golem }));

  expect(body.golem.settlement).toMatchObject({ gasHome: null, gasStuck: null, spent: '0' });
});
