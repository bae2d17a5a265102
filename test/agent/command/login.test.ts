// `bardo-agent login`, `status` and `logout` in processes of their own, against a real control plane.
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectOk, leased } from '../../api/people';
import { aCommandStage, type CommandStage, type Process } from './stage';

let stage: CommandStage;

beforeAll(async () => {
  stage = await aCommandStage();
  await leased(stage.people);
});
beforeEach(() => stage.house.plane.store.query('delete from terminals'));
afterAll(() => stage?.close());

const auth = () => join(stage.home, 'auth.json');
const kept = () => JSON.parse(readFileSync(auth(), 'utf8')).sessions[stage.url];

/** What the owner does on the page. */
async function approve(
  process: Process,
  answer: 'approveTerminal' | 'denyTerminal' = 'approveTerminal',
) {
  const { house, people } = stage;
  const { cookie } = people;
  const { user_code: code } = await process.told('asked');
  const { terminal } = (await expectOk(house.ask('enterCode', { cookie, body: { code } }))).body;
  const { body } = await expectOk(house.ask(answer, { cookie, id: terminal.id, body: {} }));
  return { terminal, redirect: body.redirect as string };
}

async function signedIn() {
  const process = stage.run(['login', '--device', '--json']);
  await approve(process);
  return process.done;
}

describe('signing in', () => {
  it('by a code keeps a session that only its owner can read, and it reads', async () => {
    const { code, out } = await signedIn();

    expect(code).toBe(0);
    expect(out).not.toContain(kept().token);
    expect(statSync(auth()).mode & 0o777).toBe(0o600);
    expect(statSync(stage.home).mode & 0o777).toBe(0o700);
    const status = await stage.run(['status', '--json']).done;
    const told = JSON.parse(status.out);
    expect(told).toMatchObject({
      event: 'status',
      owner: stage.people.owner.address.toLowerCase(),
    });
    expect(told.golems).toMatchObject([{ id: stage.people.golem }]);
    const plain = await stage.run(['status']).done;
    expect(plain.out).toContain(stage.people.golem);
    expect(plain.out).toContain('USDC');
    expect(plain.out).not.toContain(kept().token);
  });

  it('by the browser takes the code from a visit to this computer with its own state', async () => {
    const process = stage.run(['login', '--json', '--name', 'desk']);
    const { terminal, redirect } = await approve(process);
    expect(terminal).toMatchObject({ way: 'browser', name: 'desk' });
    const forged = new URL(redirect);
    forged.searchParams.set('state', 'x'.repeat(32));
    const other = new URL(redirect);
    other.hostname = 'localhost';

    expect((await fetch(forged)).status).toBe(404);
    expect(
      await fetch(other).then(
        ({ status }) => status,
        () => 404,
      ),
    ).toBe(404);
    const page = await fetch(redirect);

    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toBe("default-src 'none'");
    expect((await process.done).code).toBe(0);
    expect(kept().terminal).toBe(terminal.id);
  });

  it('is told when the owner says no', async () => {
    const process = stage.run(['login', '--device', '--json']);
    await approve(process, 'denyTerminal');

    expect((await process.done).code).toBe(3);
  });

  it('over SSH uses a code, because a browser would come back to another computer', async () => {
    const process = stage.run(['login', '--json'], { SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' });
    const { terminal, redirect } = await approve(process);

    expect([terminal.way, redirect]).toEqual(['device', null]);
    expect((await process.done).code).toBe(0);
  });
});

describe('a session', () => {
  it('is renewed in silence after a day, once for all processes that share it', async () => {
    await signedIn();
    const before = kept();
    const old = { ...before, renewedAt: before.renewedAt - 2 * 86_400 };
    writeFileSync(auth(), JSON.stringify({ sessions: { [stage.url]: old } }));

    const runs = await Promise.all([1, 2, 3].map(() => stage.run(['status', '--json']).done));

    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(kept().token).not.toBe(before.token);
    const tokens = await stage.house.plane.store.query('select generation from terminal_tokens');
    expect(tokens).toHaveLength(2);
    expect(statSync(auth()).mode & 0o777).toBe(0o600);
  });

  it('that was ended on the site is forgotten here, and the way back is said', async () => {
    await signedIn();
    const { people, house } = stage;
    const { terminal: id } = kept();
    await expectOk(house.ask('endTerminal', { cookie: people.cookie, id }));

    const { code, err } = await stage.run(['status']).done;

    expect(code).toBe(5);
    expect(err).toContain('bardo-agent login');
    expect(kept()).toBeUndefined();
  });

  it('is not read from a file that others may read', async () => {
    await signedIn();
    chmodSync(auth(), 0o644);

    const { code, err } = await stage.run(['status']).done;

    expect(code).toBe(1);
    expect(err).toContain('chmod 600');
    chmodSync(auth(), 0o600);
  });

  it('in a damaged file is said to be damaged, and nothing is written over it', async () => {
    writeFileSync(auth(), '{"sessions":', { mode: 0o600 });

    const { code, err } = await stage.run(['status']).done;

    expect(code).toBe(1);
    expect(err).toContain('damaged');
    expect(readFileSync(auth(), 'utf8')).toBe('{"sessions":');
    writeFileSync(auth(), '{"sessions":{}}', { mode: 0o600 });
  });

  it('is ended by logout, here and at the control plane', async () => {
    await signedIn();
    const { token } = kept();

    expect((await stage.run(['logout']).done).code).toBe(0);

    expect(kept()).toBeUndefined();
    expect(existsSync(auth())).toBe(true);
    expect((await stage.house.ask('session', { token })).status).toBe(401);
    expect((await stage.run(['logout']).done).code).toBe(5);
  });
});
