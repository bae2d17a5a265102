// /api/auth/session: Sign-In with Ethereum (ERC-4361) and the owner's cookie. The account may have code:
// upgraded (EIP-7702) and contract accounts judge the signature themselves (ERC-1271).
import { type Address, type Hex, isAddress, recoverMessageAddress } from 'viem';
import { parseSiweMessage, type SiweMessage, validateSiweMessage } from 'viem/siwe';
import { sameAddress } from '../../../src/core/chain/addresses';
import { asked, type Caller, chainOf, type Handler, type Plane } from '../plane';
import { demand, Problem } from '../problem';
import { hashOf, randomToken } from '../secrets';
import { one } from '../store/store';

const COOKIE = 'bardo_session';
const SECONDS = 12 * 3600;
const MOST = 20;

export const signIn: Handler<'signIn'> = async ({ plane, body, now, setHeader }) => {
  const message = readMessage(plane, body.message, now);
  // Used up before the signature is judged: a nonce is for one try.
  const nonces = await plane.store.query(
    'delete from nonces where nonce = $1 and expires_at >= $2 returning nonce',
    [message.nonce, now],
  );
  demand(
    nonces.length === 1,
    'replayed',
    'This sign-in was used before or is too old. Start again.',
  );
  const { address } = message;
  demand(
    await isSigned(plane, message, body),
    'bad_signature',
    'The signature is not of the account that signs in.',
  );

  const owner = address.toLowerCase();
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
       (select hash from sessions where owner = $1 order by expires_at desc, hash offset ${MOST})`,
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

/** The owner behind a cookie header, and until when it counts. */
export async function ownerOf(
  plane: Plane,
  header: string | undefined,
  now: number,
): Promise<Pick<Caller, 'owner' | 'until'>> {
  const token = new RegExp(`(?:^|;\\s*)${COOKIE}=([A-Za-z0-9_-]{20,64})`).exec(header ?? '')?.[1];
  const row = token
    ? await one<{ owner: string; until: number }>(
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
  { address, chainId }: Whole,
  body: { message: string; signature: string },
): Promise<boolean> {
  const named = chainOf(plane, chainId);
  const { message } = body;
  const signature = body.signature as Hex;
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

type Whole = SiweMessage & { address: Address; chainId: number; nonce: string };

function readMessage(plane: Plane, text: string, now: number): Whole {
  const message = parseSiweMessage(text);
  const { address, chainId, nonce, domain, uri, expirationTime } = message;
  demand(
    address && isAddress(address) && chainId && nonce && domain && uri && message.version === '1',
    'bad_request',
    'This is not a whole Sign-In with Ethereum message.',
  );
  const origin = plane.origins.find((known) => new URL(known).host === domain);
  demand(origin, 'forbidden', 'This sign-in was signed for another site.');
  demand(originOf(uri) === origin, 'forbidden', 'This sign-in names another site.');
  demand(expirationTime, 'bad_request', 'The sign-in must say when it expires.');
  demand(
    validateSiweMessage({ message, domain, time: new Date(now * 1000) }),
    'expired',
    'The sign-in is not valid now.',
  );
  return { ...message, address, chainId, nonce } as Whole;
}

function originOf(uri: string): string | null {
  return URL.canParse(uri) ? new URL(uri).origin : null;
}

function cookie(plane: Plane, value: string, seconds: number): string {
  const secure = plane.origins.every((origin) => origin.startsWith('https:')) ? '; Secure' : '';
  return `${COOKIE}=${value}; Path=/api; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`;
}
