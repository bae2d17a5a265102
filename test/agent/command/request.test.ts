// `bardo-agent request` in a process of its own: asked, answered by the owner, told, and the key kept for the kit.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyFileStore, loadSessionKey } from '../../../src/agent/key/session-key-file';
import { connectPlane } from '../../../src/agent/life/plane';
import { resumeGolem } from '../../../src/agent/life/resume';
import { createEvents } from '../../../src/agent/store/events';
import { userCodeOf } from '../../../src/core/protocol/user-code';
import { expectOk, leased } from '../../api/people';
import { PAYEE } from '../stage';
import { aCommandStage, type CommandStage, type Told } from './stage';

let stage: CommandStage;
let life: Awaited<ReturnType<typeof leased>>;

beforeAll(async () => {
  stage = await aCommandStage();
  life = await leased(stage.people);
});
afterAll(() => stage?.close());

const about = (golem: string, ...more: string[]) => {
  const owner = ['--owner', stage.people.owner.address];
  const money = ['--amount', '10', '--days', '7', '--payee', PAYEE, '--chain', '84532'];
  return ['request', '--golem', golem, ...owner, ...money, ...more];
};
const said = (out: string): Told[] =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

async function lease(key: `0x${string}`, generation: bigint) {
  const { people, house } = stage;
  const context = await people.leaseOf(life.grant, key, { generation });
  const body = { golem: people.golem, context };
  await expectOk(house.ask('lease', { cookie: people.cookie, body }));
}

describe('a request', () => {
  it('is printed with link, code and key, waits, and tells that it was granted', async () => {
    const { people, house } = stage;
    const process = stage.run(about(people.golem, '--json', '--reason', 'lost my key'));
    const asked = await process.told('asked');
    const { body: record } = await expectOk(house.ask('runwayRequest', { id: asked.request_id }));

    expect(asked).toMatchObject({ approval_url: record.link, kind: 'key' });
    expect(asked.user_code).toBe(userCodeOf(`0x${record.id}`, record.codeNonce));
    expect(asked.expires_at).toBe(record.deadline);
    expect(record).toMatchObject({ reason: 'lost my key', payees: [PAYEE.toLowerCase()] });
    await lease(asked.session_key, 2n);

    const { code, out, err } = await process.done;
    expect([code, err]).toEqual([0, '']);
    expect(said(out).at(-1)).toMatchObject({
      ...{ event: 'granted', permission_id: life.permission, kind: 'key' },
      session_key: asked.session_key,
    });
    // As the documents say: the kit lives on with the file alone.
    const { golem } = await resumeGolem({
      ...{ id: people.golem, name: 'Atlas', owner: people.owner.address, chain: people.link },
      plane: connectPlane({ url: stage.url }),
      vitals: () => ({ phase: 'thriving', vitality: 9000 }),
      keyFile: { file: asked.key_file, passphrase: 'correct horse battery' },
    });
    expect(golem?.key.address).toBe(asked.session_key);
    expect(golem?.runway?.cap).toBeGreaterThan(0n);
    keyFileStore(asked.key_file).close?.();
  });

  it('leaves an encrypted key that the kit opens, and asks with it again', async () => {
    const { people } = stage;
    const first = await stage.run(about(people.golem, '--json', '--no-wait')).done;
    const [asked] = said(first.out);
    expect(first.code).toBe(0);
    expect(asked?.kind).toBe('renewal');
    const folder = join(stage.home, 'keys');

    expect(readdirSync(folder).filter((name) => name.endsWith('.json'))).toHaveLength(1);
    const { mode } = statSync(asked?.key_file);
    expect(mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const options = { events: createEvents(), now: () => 0 };
    const key = await loadSessionKey(asked?.key_file, 'correct horse battery', options);
    expect(key.address.toLowerCase()).toBe(asked?.session_key.toLowerCase());
  });

  it('says the owner’s no with an exit code of its own', async () => {
    const { people, house } = stage;
    const file = join(stage.home, 'refused.json');
    const process = stage.run(about('newborn', '--json', '--key-file', file));
    const { request_id: id } = await process.told('asked');
    await expectOk(house.ask('refuse', { cookie: people.cookie, id, body: {} }));

    const { code, out } = await process.done;

    expect(code).toBe(3);
    expect(said(out).at(-1)).toMatchObject({ event: 'error', code: 'refused' });
  });

  it('stays open when it is interrupted', async () => {
    const { house } = stage;
    const file = join(stage.home, 'interrupted.json');
    const process = stage.run(about('newborn', '--json', '--key-file', file));
    const { request_id: id } = await process.told('compare').then(() => process.told('asked'));
    // It looks once before it is stopped.
    await expect
      .poll(
        async () =>
          (
            await house.plane.store.query('select waiter from looks where waiter like $1', [
              `${id}%`,
            ])
          ).length,
      )
      .toBe(1);
    process.interrupt();

    expect((await process.done).code).toBe(130);
    const { body } = await expectOk(house.ask('runwayRequest', { id }));
    expect(body.state).toBe('open');
  });

  it('is handed in again as it was when the control plane let go of it', async () => {
    const { people, house } = stage;
    const file = join(stage.home, 'dropped.json');
    const process = stage.run(about('newborn', '--json', '--key-file', file));
    const { request_id: id } = await process.told('asked');
    await house.plane.store.query('delete from requests where id = $1', [id]);
    const state = async () => (await house.ask('runwayRequest', { id })).body.state;
    await expect.poll(state, { interval: 200 }).toBe('open');
    await expectOk(house.ask('refuse', { cookie: people.cookie, id, body: {} }));

    expect((await process.done).code).toBe(3);
  });
});

describe('for people', () => {
  it('prints no colours and no picture where nobody looks, and a QR where it is asked for', async () => {
    const words = about('newborn', '--no-wait', '--key-file', join(stage.home, 'people.json'));
    const plain = await stage.run(words).done;
    const drawn = await stage.run([...words, '--qr'], { NO_COLOR: '1' }).done;

    expect(plain.out).toMatch(/^Code {5}BARD-[0-9A-Z]{4}-[0-9A-Z]{4}$/m);
    expect(plain.out).toMatch(/^Key {6}0x[0-9a-fA-F]{40}$/m);
    expect(plain.out).not.toMatch(/[█▀▄]/);
    expect(plain.out).not.toContain('\u001b');
    expect(drawn.out).toMatch(/█▀▄|▄▀|█/);
    expect(drawn.out).not.toContain('\u001b');
  });

  it('prints no secret', async () => {
    const { out, err } = await stage.run(
      about('newborn', '--no-wait', '--key-file', join(stage.home, 'people.json')),
    ).done;

    expect(out + err).not.toContain('correct horse');
  });
});

describe('wrong use', () => {
  const cases: [string, () => string[], RegExp][] = [
    ['no owner', () => ['request', '--golem', 'a'], /--owner/],
    ['an owner that is none', () => ['request', '--golem', 'a', '--owner', '0x12'], /mistyped/],
    ['a golem of capitals', () => about('Atlas'), /small letters/],
    ['an amount in words', () => about('a', '--amount', 'ten'), /--amount/],
    ['a day and a half', () => about('a', '--days', '1.5'), /--days/],
    ['much money', () => about('a', '--amount', '5000'), /--unusual/],
    ['an unknown option', () => about('a', '--force'), /--force/],
    ['a wait of for ever', () => about('a', '--wait', '999999'), /--wait/],
    ['an unknown command', () => ['ask'], /no command/],
    ['http elsewhere', () => about('a', '--plane', 'http://bardo.example'), /https/],
  ];

  it.each(cases)('%s is said with what to do, and asks nobody', async (_, words, message) => {
    const before = await stage.house.plane.store.query('select id from requests');
    const { code, err, out } = await stage.run(words()).done;

    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^bardo-agent: .+\n$/);
    expect(err).toMatch(message);
    expect(await stage.house.plane.store.query('select id from requests')).toEqual(before);
  });

  it('without a passphrase says where it is taken from', async () => {
    const words = about('a', '--key-file', join(stage.home, 'none.json'));
    const { code, err } = await stage.run(words, { BARDO_PASSPHRASE: '' }).done;

    expect(code).toBe(2);
    expect(err).toContain('BARDO_PASSPHRASE');
  });

  it('with another passphrase opens no key', async () => {
    const words = about('newborn', '--no-wait', '--key-file', join(stage.home, 'people.json'));
    const { code, err } = await stage.run(words, { BARDO_PASSPHRASE: 'another passphrase' }).done;

    expect(code).toBe(1);
    expect(err).toContain('does not open');
  });

  it('is no error when help is asked for', async () => {
    const { code, out } = await stage.run(['request', '--help']).done;

    expect(code).toBe(0);
    expect(out).toContain('Exit codes');
  });
});
