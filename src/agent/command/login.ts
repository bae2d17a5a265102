// `bardo-agent login` and `logout`: a session for this terminal, by the browser of this computer or by a code.
import { spawn } from 'node:child_process';
import { hostname } from 'node:os';
import type { ResponseOf } from '../../core/protocol/api';
import type { Options } from './arguments';
import { EXIT, Stop } from './exit';
import { type HandOff, openHandOff } from './hand-off';
import { keepSession, sessionAt } from './home';
import type { Environment, Output } from './output';
import { failedWith, planeOf, type Terminal } from './plane';
import { nowSeconds } from './session';
import { waitFor } from './waiting';

export type Call = { options: Options; output: Output; env: Environment };
type Session = ResponseOf<'terminalToken'>;
type Asked = ResponseOf<'startTerminal'>;

export async function login({ options, output, env }: Call): Promise<number> {
  const plane = planeOf(options.text('plane'), env);
  const name =
    (options.text('name') ?? hostname()).replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 64) || 'terminal';
  const handOff = options.has('device') || isRemote(env) ? null : await openHandOff();
  try {
    const body = { name, ...(handOff ? { browser: handOff.browser } : {}) };
    const asked = await plane.ask('startTerminal', { body });
    if (!asked.ok) throw failedWith(asked);
    introduce(output, asked.value, handOff !== null);
    if (handOff && output.interactive) openBrowser(asked.value.verification_uri_complete);
    const session = await signedIn(plane, asked.value, handOff, output);
    const { token, owner, terminal, expiresAt } = session;
    const kept = { token, owner, terminal, expiresAt, renewedAt: nowSeconds() };
    await keepSession(env, plane.origin, kept);
    const facts = { owner, terminal, expires_at: expiresAt, plane: plane.origin };
    output.tell('signed_in', facts, [
      `Signed in as ${owner}, to read. End it with “bardo-agent logout” or on ${plane.origin}/device.`,
    ]);
    return EXIT.ok;
  } finally {
    handOff?.close();
  }
}

export async function logout({ options, output, env }: Call): Promise<number> {
  const plane = planeOf(options.text('plane'), env);
  const session = await sessionAt(env, plane.origin);
  if (!session)
    throw new Stop('signed_out', 'This terminal is not signed in; there is nothing to end.');
  const left = await plane.ask('leaveTerminal', { token: session.token });
  await keepSession(env, plane.origin, null);
  // One that the control plane does not know any more has ended already.
  if (!left.ok && left.code !== 'unauthorized') {
    throw new Stop(
      'failed',
      `The token is removed from this computer, but the control plane was not told. End the terminal on ${plane.origin}/device.`,
    );
  }
  output.tell('signed_out', { plane: plane.origin }, ['Signed out. The token counts no more.']);
  return EXIT.ok;
}

/** `here`: the browser must be on this computer, so there is no QR for another one. */
function introduce(output: Output, asked: Asked, here: boolean): void {
  const { user_code, verification_uri, verification_uri_complete, expires_in, interval } = asked;
  output.tell(
    'asked',
    { user_code, verification_uri, verification_uri_complete, expires_in, interval },
    [
      `Open     ${verification_uri_complete}`,
      `Code     ${output.bold(user_code)}`,
      ...(here
        ? ['In a browser on this computer. With another one: bardo-agent login --device']
        : []),
    ],
  );
  if (!here) output.qr(verification_uri_complete);
  output.tell('compare', { user_code }, [
    `Approve only if the page shows ${user_code}. It waits for ${Math.round(expires_in / 60)} minutes.`,
  ]);
}

/** Over SSH a browser would come back to another computer. */
function isRemote(env: Environment): boolean {
  return Boolean(env.SSH_CONNECTION || env.SSH_TTY);
}

/** No browser is no error: the link stands above. */
function openBrowser(url: string): void {
  const [program, ...words] =
    process.platform === 'darwin'
      ? ['open']
      : process.platform === 'win32'
        ? ['explorer.exe']
        : ['xdg-open'];
  const opened = spawn(program ?? '', [...words, url], { stdio: 'ignore', detached: true });
  opened.on('error', () => undefined);
  opened.unref();
}

async function signedIn(
  plane: Terminal,
  { device_code, interval, expires_in }: Asked,
  handOff: HandOff | null,
  output: Output,
): Promise<Session> {
  const brought = new AbortController();
  const waiting = waitFor<Session>({
    look: () => plane.ask('terminalToken', { body: { device_code } }),
    interval,
    until: nowSeconds() + expires_in,
    onLook: () => output.progress('Waiting for your approval…'),
    refused: 'Denied on the site. Nothing was signed in.',
    late: 'Nobody approved it in time. Run “bardo-agent login” again.',
    signal: brought.signal,
  });
  if (!handOff) return waiting;
  const arrived = handOff.code.then(async (code) => {
    const browser = { code, verifier: handOff.verifier };
    const answer = await plane.ask('terminalToken', { body: { device_code, browser } });
    if (answer.ok) return answer.value;
    throw failedWith(answer);
  });
  try {
    return await Promise.race([arrived, waiting]);
  } finally {
    waiting.catch(() => undefined);
    brought.abort();
  }
}
