// /api/auth/session: Sign-In with Ethereum (ERC-4361) and the owner's cookie. The account may have code:
// upgraded (EIP-7702) and contract accounts judge the signature themselves (ERC-1271).
import { type Address, type Hex, recoverMessageAddress } from 'viem';
import { lower } from '../../../src/core/bytes/hex';
import { sameAddress } from '../../../src/core/chain/addresses';
import { parseSignIn, type SignIn } from '../../../src/core/signatures/siwe-message';
import { asked, type Caller, chainOf, type Handler, type Plane } from '../plane/plane';
import { demand, Problem } from '../plane/problem';
import { hashOf, randomToken } from '../plane/secrets';
import { one } from '../store/store';
import { isOurs, spend } from './nonce';

const SECONDS = 12 * 3600;
const MAX_SESSIONS = 20;
/** Clocks of the owner and of the plane may differ by this much. */
const CLOCK_SECONDS = 120;

export const signIn: Handler<'signIn'> = async ({ plane, body, now, setHeader }) => {
  const message = readMessage(plane, body.message, now);
  const used = 'This sign-in was used before or is too old. Start again.';
  demand(isOurs(plane, message.nonce, now), 'replayed', used);
  const { address } = message;
  demand(
    await isSigned(plane, message, body),
    'bad_signature',
    'The signature is not of the account that signs in.',
  );
  demand(await spend(plane, message.nonce), 'replayed', used);

  const owner = lower(address);
  const token = randomToken();
  const expiresAt = now + SECONDS;
  await plane.store.query('delete from sessions where expires_at < $1', [now]);
  await plane.store.query('insert into sessions (hash, owner, expires_at) values ($1, $2, $3)', [
    hashOf(token),
    owner,
    expiresAt,
  ]);
  // The newest few: who signs in again and again fills nothing.
  await plane.store.query(
    `delete from sessions where hash in
       (select hash from sessions where owner = $1 order by expires_at desc, hash offset ${MAX_SESSIONS})`,
    [owner],
  );
  setHeader('set-cookie', cookie(plane, token, SECONDS));
  return { owner, expiresAt };
};

export const session: Handler<'session'> = async ({ caller }) => ({
  owner: caller.owner,
  expiresAt: caller.until,
});

/** Ends this owner's sessions everywhere: who signs out wants to be out. */
export const signOut: Handler<'signOut'> = async ({ plane, caller, setHeader }) => {
  await plane.store.query('delete from sessions where owner = $1', [caller.owner]);
  setHeader('set-cookie', cookie(plane, '', 0));
  return {};
};

/** Null when it stands there twice: then nobody knows who set which. */
function cookieIn(header: string | undefined, name: string): string | null {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  const values = pairs.filter((pair) => pair.startsWith(`${name}=`));
  const token = values[0]?.slice(name.length + 1) ?? '';
  return values.length === 1 && /^[A-Za-z0-9_-]{20,64}$/.test(token) ? token : null;
}

/** The owner behind a cookie header, and until when it counts. */
export async function ownerOf(
  plane: Plane,
  header: string | undefined,
  now: number,
): Promise<Pick<Caller, 'owner' | 'until'>> {
  const token = cookieIn(header, cookieName(plane));
  const row = token
    ? await one<{ owner: Address; until: number }>(
        plane.store,
        'select owner, expires_at as until from sessions where hash = $1 and expires_at > $2',
        [hashOf(token), now],
      )
    : null;
  if (!row) throw new Problem('unauthorized', 'Sign in first.');
  return row;
}

/**
 * A key speaks for its address everywhere. A contract speaks for its own chain only: elsewhere the same address may be
 * somebody else's contract, so it must agree on every chain where it stands.
 */
async function isSigned(
  plane: Plane,
  signIn: SignIn,
  body: { message: string; signature: Hex },
): Promise<boolean> {
  const address = signIn.address;
  const named = chainOf(plane, signIn.chainId);
  const { message } = body;
  const signature = body.signature;
  const signer = await recoverMessageAddress({ message, signature }).catch(() => null);
  if (sameAddress(signer, address)) return true;
  const others = [...plane.chains.values()].filter((client) => client !== named);
  const verdicts = await asked(
    Promise.all([
      named.verifyMessage({ address, message, signature }),
      ...others.map(
        async (client) =>
          !(await client.getCode({ address })) ||
          client.verifyMessage({ address, message, signature }),
      ),
    ]),
  );
  return verdicts.every(Boolean);
}

function readMessage(plane: Plane, text: string, now: number): SignIn {
  const message = parseSignIn(text)?.signIn;
  demand(message, 'bad_request', 'This is not a Sign-In with Ethereum message (ERC-4361).');
  const { scheme, domain, uri, issuedAt, notBefore, expiresAt } = message;
  const origin = plane.origins.find((known) => new URL(known).host === domain);
  demand(origin, 'forbidden', 'This sign-in was signed for another site.');
  const named = scheme === null || `${scheme}:` === new URL(origin).protocol;
  demand(named && originOf(uri) === origin, 'forbidden', 'This sign-in names another site.');
  demand(expiresAt !== null, 'bad_request', 'The sign-in must say when it expires.');
  const begun = Math.max(issuedAt, notBefore ?? 0) <= now + CLOCK_SECONDS;
  demand(begun && expiresAt > now, 'expired', 'The sign-in is not valid now.');
  return message;
}

function originOf(uri: string): string | null {
  return URL.canParse(uri) ? new URL(uri).origin : null;
}

/**
 * With https the name begins with `__Host-`: the browser then takes the cookie only from this very host, over https
 * and for every path, so that no neighbouring subdomain can plant a session of its own choice.
 */
function cookieName({ origins }: Plane): string {
  return isSecure(origins) ? '__Host-bardo_session' : 'bardo_session';
}

function cookie(plane: Plane, value: string, seconds: number): string {
  const secure = isSecure(plane.origins) ? '; Secure' : '';
  return `${cookieName(plane)}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`;
}

function isSecure(origins: readonly string[]): boolean {
  return origins.every((origin) => origin.startsWith('https:'));
}
