// One real check of the Snap (src/handlers/check) in a world of stand-ins that only take time: a wallet with
// state in memory, a control plane that lists `golems` Golems, chains that answer every question. Everything
// between is the Snap's own code, so its work can be counted and timed for any number of Golems.
import { decodeAbiParameters, encodeAbiParameters, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { lower } from '../../src/core/bytes/hex';
import { encodeContext } from '../../src/core/delegations/delegation';
import { readGrantedChain } from '../../src/core/delegations/delegation-chain';
import { emptyState, type State } from '../../src/core/memory/state';
import { golemIdOf } from '../../src/core/protocol/messages';
import { bardoTypedData } from '../../src/core/protocol/typed-data';
import { aGolem, aHash, aPermission, aStatus, BASE, GUARDIAN } from '../vectors/builders';
import { aSignedGrant, leaseLink } from '../vectors/leases';
import { listed } from '../vectors/ledger';
import { signedBy } from '../vectors/signed';

export type Pace = {
  /** Every request to the chain. */
  chainMs: number;
  /** Every answer of the control plane. */
  planeMs: number;
  /** Golems whose bytes this Snap did not sign: it asks for them. */
  unknown: boolean;
};

export type Counts = { chain: number; plane: number; probes: number };

export type CheckWorld = { runCheck: () => Promise<State>; counts: Counts; state: () => State };

const OWNER_KEY = privateKeyToAccount(aHash(0x0a));
const SESSION = privateKeyToAccount(aHash(0x5e));
const SWITCHED = `0x${BASE.toString(16)}`;
const CALLS = [
  {
    type: 'tuple[]',
    components: [
      { name: 'target', type: 'address' },
      { name: 'allowFailure', type: 'bool' },
      { name: 'callData', type: 'bytes' },
    ],
  },
] as const;
const RESULTS = [
  {
    type: 'tuple[]',
    components: [
      { name: 'success', type: 'bool' },
      { name: 'returnData', type: 'bytes' },
    ],
  },
] as const;

/** Grant, lease and heartbeat of Golem `n`, really signed: reading and recovering them is the work. */
async function born(n: number, now: number) {
  const id = `g-${n}`;
  const grant = await aSignedGrant(OWNER_KEY, { salt: BigInt(n) });
  const sessionKey = lower(SESSION.address);
  const link = leaseLink(grant, { golemId: golemIdOf(id), sessionKey });
  const context = encodeContext([await signedBy(OWNER_KEY, link, BASE), grant]);
  const held = readGrantedChain(context, BASE);
  if (!held) throw new Error('the bytes of the bench cannot be read');
  const beat = { sequence: 7, at: now - 60, phase: 0, vitality: 9000, blockNumber: 90 };
  const heartbeat = {
    ...beat,
    intervalSeconds: 300,
    blockHash: aHash(0xb1),
    signature: await SESSION.signTypedData(
      bardoTypedData('Heartbeat', BASE, {
        golem: id,
        guardian: GUARDIAN,
        sequence: 7n,
        issuedAt: BigInt(beat.at),
        phase: 0,
        vitality: 9000,
        blockNumber: 90n,
        blockHash: aHash(0xb1),
      }),
    ),
  };
  return {
    golem: aGolem({ id, name: `Golem ${n}`, sessionKey, heartbeat }),
    permission: { ...listed(held), id: `${id}-runway`, golem: id },
    lease: { golem: id, chainId: BASE, context, signedAt: now, by: 'signed' as const },
  };
}

/** Signing is not what is measured: each Golem is born once. */
const births = new Map<number, ReturnType<typeof born>>();

function bornOnce(n: number, now: number): ReturnType<typeof born> {
  const life = births.get(n) ?? born(n, now);
  births.set(n, life);
  return life;
}

export async function checkWorld(golems: number, pace: Pace): Promise<CheckWorld> {
  const now = Math.floor(Date.now() / 1000);
  const lives = await Promise.all(Array.from({ length: golems }, (_, n) => bornOnce(n, now)));
  const counts: Counts = { chain: 0, plane: 0, probes: 0 };
  let state: State = {
    ...emptyState(),
    auth_token: 'watch-token-0123456789',
    owner: lower(OWNER_KEY.address),
    leases: pace.unknown ? [] : lives.map(({ lease }) => lease),
  };
  const after = <T>(ms: number, value: () => T) =>
    ms === 0
      ? Promise.resolve(value())
      : new Promise<T>((resolve) => setTimeout(() => resolve(value()), ms));

  const status = () =>
    aStatus({
      owner: lower(OWNER_KEY.address),
      serverTime: Math.floor(Date.now() / 1000),
      golems: lives.map(({ golem }) => golem),
      permissions: lives.map(({ permission }) => permission),
    });
  const shown = (id: string) => {
    const life = lives.find(({ golem }) => golem.id === id);
    return {
      permissions: life ? [life.permission] : [aPermission()],
      contexts: life
        ? [{ permission: life.permission.id, chainId: BASE, context: life.lease.context }]
        : [],
    };
  };
  const answerTo = (url: string) =>
    url.includes('/golems/') ? shown(url.split('/').at(-1) ?? '') : bare(status());

  const stands = {
    snap: {
      request: async ({ method, params }: { method: string; params?: { value?: State } }) => {
        if (method === 'snap_getState') return structuredClone(state);
        if (method === 'snap_setState' && params?.value) state = structuredClone(params.value);
        return method === 'snap_getClientStatus' ? { locked: true } : null;
      },
    },
    ethereum: {
      request: async ({ method, params }: { method: string; params?: [{ data: Hex }] }) => {
        if (method === 'eth_chainId') return SWITCHED;
        if (method !== 'eth_call') return null;
        counts.chain += 1;
        const isBatch = params?.[0].data.startsWith('0x82ad56cb');
        if (!isBatch) counts.probes += 1;
        return after(pace.chainMs, () => (isBatch ? batch(params?.[0].data ?? '0x') : '0x'));
      },
    },
    fetch: (url: string) => {
      counts.plane += 1;
      return after(pace.planeMs, () => new Response(JSON.stringify(answerTo(String(url)))));
    },
  };
  Object.assign(globalThis, stands);
  Object.assign(process.env, {
    PORTAL_ORIGIN: 'https://bardo.example',
    SNAP_ID: 'npm:x',
    VERSION: '0',
  });
  const { runCheck } = await import('../../src/handlers/check/check');
  return { runCheck: () => runCheck('scheduled'), counts, state: () => state };
}

/** Without what only the parser adds. */
function bare({ unreadable: _, ...document }: ReturnType<typeof aStatus>) {
  return document;
}

/** Words in an answer, where it is not one: a budget, a record of life, what a period has left. */
const WORDS: { readonly [selector: string]: number } = {
  '0x22a4cb1f': 4,
  '0x7640a6f2': 3,
  '0x6a9843f6': 3,
};

/** Chain, block and time, then small words, as many as each question has in its answer. */
function batch(data: Hex): Hex {
  const [calls] = decodeAbiParameters(CALLS, `0x${data.slice(10)}`);
  const word = (value: number) => value.toString(16).padStart(64, '0');
  const moment = [BASE, 100, Math.floor(Date.now() / 1000)].map((one): Hex => `0x${word(one)}`);
  const others = calls
    .slice(moment.length)
    .map(({ callData }): Hex => `0x${word(0).repeat(WORDS[callData.slice(0, 10)] ?? 1)}`);
  const results = [...moment, ...others].map((returnData) => ({ success: true, returnData }));
  return encodeAbiParameters(RESULTS, [results]);
}
