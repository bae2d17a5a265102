// ~/.bardo: the terminal's sessions and its key files. The folder is its owner's alone (0700), so are its files (0600).
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { check } from '../../core/protocol/check';
import { Address, Id, Time, Token } from '../../core/protocol/fields';
import { document, type Infer, mapOf } from '../../core/protocol/schema';
import { Stop } from './exit';
import type { Environment } from './output';

const Session = document({
  token: Token,
  owner: Address,
  terminal: Id,
  expiresAt: Time,
  renewedAt: Time,
});
const AuthFile = document({ sessions: mapOf(/^https?:\/\/[\x21-\x7e]{1,200}$/) });
export type Session = Infer<typeof Session>;
type Sessions = { [origin: string]: unknown };

const STALE_MS = 30_000;

export function homeOf({ BARDO_HOME }: Environment): string {
  return BARDO_HOME || join(homedir(), '.bardo');
}

/** Made when it is missing; one that others may enter is closed to them. */
export async function openHome(env: Environment, ...below: string[]): Promise<string> {
  const home = homeOf(env);
  for (const folder of [home, ...below.map((_, at) => join(home, ...below.slice(0, at + 1)))]) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (process.platform !== 'win32') await chmod(folder, 0o700);
  }
  return join(home, ...below);
}

export async function sessionAt(env: Environment, origin: string): Promise<Session | null> {
  const read = check((await readSessions(env))[origin], Session);
  return read.ok ? read.value : null;
}

/** null ends it. Those of other control planes stay. */
export function keepSession(
  env: Environment,
  origin: string,
  session: Session | null,
): Promise<void> {
  return locked(env, () => writeSession(env, origin, session));
}

/** What `work` finds in the file is what it stays until `work` is done, whichever process asks. */
export async function locked<T>(env: Environment, work: () => Promise<T>): Promise<T> {
  const lock = `${await fileOf(env)}.lock`;
  const until = Date.now() + 2 * STALE_MS;
  while (!(await create(lock))) {
    const age = await stat(lock).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > STALE_MS) await rm(lock, { force: true });
    if (Date.now() > until)
      throw new Stop('failed', `${lock} stays. Remove it if no other bardo-agent runs.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

/** Inside `locked`. */
export async function writeSession(
  env: Environment,
  origin: string,
  session: Session | null,
): Promise<void> {
  const { [origin]: _, ...others } = await readSessions(env);
  const sessions = session ? { ...others, [origin]: session } : others;
  const file = await fileOf(env);
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify({ sessions }, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}

async function fileOf(env: Environment): Promise<string> {
  return join(await openHome(env), 'auth.json');
}

async function create(lock: string): Promise<boolean> {
  try {
    await (await open(lock, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function readSessions(env: Environment): Promise<Sessions> {
  const file = await fileOf(env);
  const found = await stat(file).catch(() => null);
  if (!found) return {};
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0) {
    const words = `Others may read ${file}. Run “chmod 600 ${file}”, and end this terminal on the site if anybody could have.`;
    throw new Stop('failed', words);
  }
  const damaged = new Stop(
    'failed',
    `${file} is damaged. Remove it, then run “bardo-agent login”.`,
  );
  if (found.size > 1 << 20) throw damaged;
  try {
    const read = check(JSON.parse(await readFile(file, 'utf8')), AuthFile);
    if (read.ok) return read.value.sessions;
  } catch {
    // Said below.
  }
  throw damaged;
}
