// Installing and calling the Snap, by the origins its manifest names.
import { HandlerType } from '@metamask/snaps-utils';
import { object, optional, record, string, type } from '@metamask/superstruct';
import { internal, invalidParams, RpcError, rejected, unauthorized } from '../errors';
import type { Wallet } from '../host/wallet';
import { type Methods, parsed } from './method';

const Wanted = record(string(), object({ version: optional(string()) }));
const Invoke = type({ snapId: string(), request: type({ method: string() }) });

export const snapMethods: Methods = {
  wallet_getSnaps: async ({ wallet, origin }) => snapsOf(wallet, origin),
  wallet_requestSnaps: async ({ wallet, origin, params }) => {
    const wanted = Object.entries(parsed(params, Wanted));
    if (wanted.length === 0) throw invalidParams('Request must have at least one requested snap.');
    for (const [id, { version }] of wanted)
      await requestSnap(wallet, { origin, id, version: version ?? '*' });
    return snapsOf(wallet, origin);
  },
  wallet_invokeSnap: async ({ wallet, origin, params }) => {
    const { snapId, request } = parsed(params, Invoke);
    if (snapId !== wallet.snapId || !mayCall(wallet, origin)) throw unauthorized();
    assertAllowed(wallet, origin);
    const { method, ...rest } = request as { method: string; params?: unknown };
    const call = { origin, method, params: rest.params };
    const answer = await wallet.snap.call(HandlerType.OnRpcRequest, call);
    if (isWatching(answer)) wallet.memory.met.add('watching');
    if (method === 'issueLease' && isApproved(answer)) wallet.memory.met.add('lease');
    wallet.changed();
    return answer;
  },
};

/** The Snap says so to the site: by taking its token, or in the handshake when it had one already. */
function isWatching(answer: unknown): boolean {
  const { accepted, connected } = (answer ?? {}) as { accepted?: unknown; connected?: unknown };
  return accepted === true || connected === true;
}

function isApproved(answer: unknown): boolean {
  return (answer as { approved?: unknown } | null)?.approved === true;
}

function snapsOf(wallet: Wallet, origin: string) {
  if (!mayCall(wallet, origin)) return {};
  const { version, initialPermissions } = wallet.manifest;
  const snap = { id: wallet.snapId, version, enabled: true, blocked: false, initialPermissions };
  return { [wallet.snapId]: snap };
}

async function requestSnap(
  wallet: Wallet,
  { origin, id, version }: { origin: string; id: string; version: string },
): Promise<void> {
  if (id !== wallet.snapId) {
    throw internal(`Failed to fetch snap "${id}": the demo wallet holds ${wallet.snapId} only.`);
  }
  if (!satisfies(wallet.manifest.version, version)) {
    throw internal(
      `Version mismatch with manifest. Fetched snap is ${wallet.manifest.version}, expected ${version}.`,
    );
  }
  if (mayCall(wallet, origin)) return;
  const { installed } = wallet.memory;
  const answer = await wallet.windows.ask({
    kind: 'install',
    title: installed
      ? `Connect ${wallet.manifest.proposedName}`
      : `Add ${wallet.manifest.proposedName}`,
    origin,
    lead: installed
      ? 'This site asks to speak to an installed Snap.'
      : 'This site asks to install a Snap. It asks for these permissions:',
    facts: installed ? [] : permissionWords(wallet),
    confirm: installed ? 'Connect' : 'Install',
  });
  if (!answer.confirmed) throw rejected();
  wallet.memory.snapSites.add(origin);
  install(wallet);
}

/** Its jobs start counting now, and the sites the manifest names are connected without a question. */
export function install(wallet: Wallet): void {
  if (wallet.memory.installed) return;
  wallet.memory.installed = true;
  for (const origin of Object.keys(wallet.manifest.initialConnections ?? {})) {
    wallet.memory.snapSites.add(origin);
  }
  wallet.cron.start();
  wallet.changed();
}

function mayCall(wallet: Wallet, origin: string): boolean {
  return wallet.memory.installed && wallet.memory.snapSites.has(origin);
}

function assertAllowed(wallet: Wallet, origin: string): void {
  const rpc = wallet.manifest.initialPermissions['endowment:rpc'] as { allowedOrigins?: string[] };
  if (rpc?.allowedOrigins?.includes(origin)) return;
  throw internal(`Snap "${wallet.snapId}" is not permitted to handle requests from "${origin}".`);
}

/** `*`, an exact version, `^x.y.z` and `>=x.y.z`: what a site may sensibly ask for. */
export function satisfies(version: string, range: string): boolean {
  if (range === '*' || range === 'latest') return true;
  const match = /^(\^|>=|~)?(\d+)\.(\d+)\.(\d+)$/.exec(range);
  if (!match) throw new RpcError(-32602, `Invalid params: "${range}" is not a version range.`);
  const [, sign, ...wanted] = match;
  const [w, v] = [wanted.map(Number), version.split('.').map(Number)];
  const order = v.map((part, i) => part - (w[i] ?? 0)).find((difference) => difference !== 0) ?? 0;
  if (!sign) return order === 0;
  if (order < 0) return false;
  if (sign === '>=') return true;
  // A caret keeps the leftmost digit that is not zero, a tilde keeps the minor one.
  const kept = sign === '~' ? 2 : w.findIndex((part) => part !== 0) + 1 || 3;
  return w.slice(0, kept).every((part, i) => part === v[i]);
}

const WORDS: { [permission: string]: string } = {
  'endowment:cronjob': 'Run regular tasks in the background',
  'endowment:network-access': 'Access the internet',
  'endowment:page-home': 'Show its own page',
  'endowment:rpc': 'Speak to the sites it names',
  'endowment:signature-insight': 'See and comment on signature requests',
  'endowment:transaction-insight': 'See and comment on transaction requests',
  'endowment:ethereum-provider': 'Read the chain',
  'endowment:lifecycle-hooks': 'Act on its own installation and update',
  snap_dialog: 'Show dialogs',
  snap_getEntropy: 'Derive arbitrary keys unique to itself',
  snap_manageState: 'Store data on this device',
  snap_notify: 'Show notifications',
};

function permissionWords(wallet: Wallet) {
  return Object.keys(wallet.manifest.initialPermissions).map((name) => ({
    label: WORDS[name] ?? name,
    value: name,
    kind: 'sentence' as const,
  }));
}
