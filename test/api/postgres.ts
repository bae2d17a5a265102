// A PostgreSQL of our own, for the part of the tests that needs a real one: DATABASE_URL if it is set, else
// Debian's server in a folder that is thrown away. Without either, one loud line and a skip.
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { freePort } from '../../site/world/chain/free-port';

export type Database = { url: string; stop: () => Promise<void> };

const VERSIONS = '/usr/lib/postgresql';

export function hasPostgres(): boolean {
  const there = Boolean(process.env.DATABASE_URL) || binaries() !== null;
  if (!there) {
    console.log('SKIPPED: no PostgreSQL here. Set DATABASE_URL or install Debian’s postgresql.');
  }
  return there;
}

/** A database nobody else uses. */
export async function startDatabase(): Promise<Database> {
  if (process.env.DATABASE_URL) return freshDatabase(process.env.DATABASE_URL);
  const bin = binaries() as string;
  const folder = mkdtempSync(join(tmpdir(), 'bardo-postgres-'));
  const port = await freePort();
  // The server refuses to run as root.
  const user: { uid?: number; gid?: number } = process.getuid?.() === 0 ? unprivileged() : {};
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const auth = ['-A', 'trust', '-U', 'bardo', '--no-sync', '--no-locale', '-E', 'UTF8'];
  execFileSync(join(bin, 'initdb'), ['-D', data, ...auth], { ...user, stdio: 'pipe' });
  const args = ['-D', data, '-p', `${port}`, '-h', '127.0.0.1', '-k', folder, '-F'];
  const server = spawn(join(bin, 'postgres'), args, { ...user, stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const url = `postgres://bardo@127.0.0.1:${port}/postgres`;
  await answering(url);
  const stop = async () => {
    server.kill('SIGINT');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, stop };
}

async function freshDatabase(server: string): Promise<Database> {
  const name = `bardo_${process.pid}_${Date.now()}`;
  const admin = postgres(server, { max: 1 });
  await admin.unsafe(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const stop = async () => {
    await admin.unsafe(`drop database ${name} with (force)`);
    await admin.end();
  };
  return { url: url.href, stop };
}

async function answering(url: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const db = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => undefined });
    const up = await db`select 1`.then(
      () => true,
      () => false,
    );
    await db.end({ timeout: 0 }).catch(() => undefined);
    if (up) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('PostgreSQL did not answer within a minute');
}

function binaries(): string | null {
  if (!existsSync(VERSIONS)) return null;
  const newest = readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a))[0];
  const bin = join(VERSIONS, `${newest}`, 'bin');
  return existsSync(join(bin, 'initdb')) ? bin : null;
}

function unprivileged(): { uid: number; gid: number } {
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  const [, , uid, gid] = (users.find((line) => line.startsWith('postgres:')) ?? '').split(':');
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) };
}
