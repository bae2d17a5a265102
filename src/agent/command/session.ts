// The terminal's session: used as it is for a day, then renewed in silence. Processes that share the file take turns.
import type { RequestOf, ResponseOf, RouteName } from '../../core/protocol/api';
import { Stop } from './exit';
import { locked, type Session, sessionAt, writeSession } from './home';
import type { Environment } from './output';
import { failedWith, type Terminal } from './plane';

const RENEW_AFTER = 86_400;
const SIGN_IN = 'This terminal is not signed in. Run “bardo-agent login”.';

export type Reader = {
  session: Session;
  read: <R extends RouteName>(
    name: R,
    asking?: { id?: string; body?: RequestOf<R> },
  ) => Promise<ResponseOf<R>>;
};

/** Throws `Stop` of `signed_out` when there is no session, or none that counts any more. */
export async function readerAt(plane: Terminal, env: Environment): Promise<Reader> {
  let session = await fresh(plane, env);
  return {
    session,
    read: async (name, asking = {}) => {
      const first = await plane.ask(name, { ...asking, token: session.token });
      if (first.ok) return first.value;
      if (first.code !== 'unauthorized') throw failedWith(first);
      // Another process may have renewed it since it was read.
      const now = await sessionAt(env, plane.origin);
      if (!now || now.token === session.token) throw await forgotten(plane, env, session);
      session = now;
      const second = await plane.ask(name, { ...asking, token: session.token });
      if (second.ok) return second.value;
      throw second.code === 'unauthorized'
        ? await forgotten(plane, env, session)
        : failedWith(second);
    },
  };
}

async function fresh(plane: Terminal, env: Environment): Promise<Session> {
  const known = await sessionAt(env, plane.origin);
  if (!known || known.expiresAt <= nowSeconds()) throw new Stop('signed_out', SIGN_IN);
  if (nowSeconds() - known.renewedAt < RENEW_AFTER) return known;
  return locked(env, async () => {
    const newest = (await sessionAt(env, plane.origin)) ?? known;
    if (nowSeconds() - newest.renewedAt < RENEW_AFTER) return newest;
    const renewed = await plane.ask('renewTerminal', { token: newest.token, body: {} });
    if (!renewed.ok) {
      if (renewed.code !== 'unauthorized') return newest;
      await writeSession(env, plane.origin, null);
      throw new Stop('signed_out', SIGN_IN);
    }
    const { token, owner, terminal, expiresAt } = renewed.value;
    const session = { token, owner, terminal, expiresAt, renewedAt: nowSeconds() };
    await writeSession(env, plane.origin, session);
    return session;
  });
}

/** One that the control plane does not know any more is no session; a newer one in the file stays. */
async function forgotten(plane: Terminal, env: Environment, { token }: Session): Promise<Stop> {
  await locked(env, async () => {
    const now = await sessionAt(env, plane.origin);
    if (now?.token === token) await writeSession(env, plane.origin, null);
  });
  return new Stop('signed_out', `It was ended or has expired. ${SIGN_IN}`);
}

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
