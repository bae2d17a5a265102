// A control plane that says whatever it likes, within what the parser takes: random documents up to every limit of the
// protocol, another one at every visit. It knows all public things and no key of the owner's Golems.
import type { Hex } from 'viem';
import { lower } from '../../src/core/bytes/hex';
import type { Golem, Permission, Spoken, Status } from '../../src/core/protocol/status';
import { HISTORY_KINDS, PHASES } from '../../src/core/protocol/status';
import type { Dice } from './dice';
import type { Leased } from './leased';

export type Shown = { context: string; hashes: Hex[]; golem: string; chainId: number };

export type Knowledge = { owner: Hex; own: readonly Leased[]; shown: readonly Shown[] };

const MAX = Number.MAX_SAFE_INTEGER;

/** Body and code of an answer to `GET /api/snap/status`. */
export function hostileStatus(dice: Dice, known: Knowledge, now: number) {
  if (dice.chance(6)) return { code: dice.pick([401, 429, 500, 200]), body: 'not a status' };
  const golems = someGolems(dice, known, now);
  const permissions = somePermissions(dice, known, golems, now);
  const owner = dice.chance(4) ? dice.hex(20) : known.owner;
  const status = {
    version: 1,
    serverTime: dice.chance(15) ? now + dice.upTo(200_000) - 100_000 : now,
    owner,
    nextToken: dice.chance(20) ? 'watch-token-0123456789' : `t${dice.hex(20)}`,
    historyCursor: dice.pick([`c-${dice.upTo(999)}`, 'c'.repeat(128)]),
    ...(dice.chance(10) ? {} : { chains: someChains(dice, known, now) }),
    golems,
    permissions,
    history: Array.from({ length: dice.pick([0, 3, 500]) }, () => ({
      at: now - dice.upTo(100_000),
      kind: dice.pick(HISTORY_KINDS),
      golem: dice.pick(golems)?.id ?? 'x',
      permission: dice.chance(50) ? (dice.pick(permissions)?.id ?? null) : null,
      amount: dice.chance(50) ? `${dice.upTo(2 ** 31)}` : null,
      transaction: null,
    })),
  } satisfies Omit<Status, 'unreadable' | 'waiting' | 'mandates'>;
  return { code: 200, body: JSON.stringify(status) };
}

/** The owner's chains as often as they fit, chains nobody has, and gaps of any size in all of them. */
function someChains(dice: Dice, known: Knowledge, now: number): Spoken[] {
  return Array.from({ length: dice.pick([0, 1, 2, 32]) }, (_, n) => ({
    chainId: dice.chance(70)
      ? (known.own[n % known.own.length]?.chainId ?? 1)
      : dice.upTo(2 ** 31) + 1,
    block: dice.pick([0, 1, dice.upTo(1000), MAX]),
    hash: dice.hex(32),
    at: now + dice.upTo(9000) - 4000,
    ...(dice.chance(40) ? { unread: someRanges(dice) } : {}),
  }));
}

function someRanges(dice: Dice): NonNullable<Spoken['unread']> {
  const end = () => dice.pick([0, dice.upTo(1000), MAX]);
  return Array.from({ length: dice.pick([0, 1, 16]) }, () => ({ from: end(), to: end() }));
}

/** Body of an answer to `GET /api/snap/golems/:id`: signed bytes of others, of other Golems, huge ones, or none. */
export function hostileContexts(dice: Dice, { shown }: Knowledge, permissions: Permission[]) {
  if (dice.chance(20)) return { code: 404, body: '{}' };
  const huge = dice.chance(20);
  const some = permissions.slice(0, huge ? 14 : 100);
  const contexts = some.map((one) => {
    const own = shown.find(({ hashes }) => hashes.join() === one.delegationHashes.join());
    const { context } = own && dice.chance(90) ? own : dice.pick(shown);
    return { permission: one.id, chainId: one.chainId, context: huge ? grown(context) : context };
  });
  return { code: 200, body: JSON.stringify({ permissions: some, contexts }) };
}

/** As long as a context may be; what stands behind the signed bytes is nobody's. */
function grown(context: string): string {
  return context.padEnd(2 + 2 * 65_536, '0');
}

function someGolems(dice: Dice, { own }: Knowledge, now: number): Golem[] {
  const listed = dice.chance(20) ? [] : own.filter(() => dice.chance(80));
  const invented = Array.from({ length: dice.pick([0, 3, 60, 500]) }, (_, n) =>
    dice.chance(50) ? `g-${n}` : `g-${dice.upTo(2 ** 31)}`,
  );
  const golems = [
    ...listed.map((one) => aGolem(dice, one.id, now, one)),
    ...invented.map((id) => aGolem(dice, id, now, null)),
  ];
  // Twice the same id with other words now and then; first or last in the list as it comes.
  if (listed[0] && dice.chance(20)) golems.push(aGolem(dice, listed[0].id, now, null));
  return (dice.chance(50) ? golems.reverse() : golems).slice(0, 500);
}

function aGolem(dice: Dice, id: string, now: number, own: Leased | null): Golem {
  const truthful = own !== null && dice.chance(60);
  return {
    id,
    name: dice.pick([
      id.slice(0, 24),
      'Atlas',
      '',
      '[x](https://evil.example)',
      'is dead',
      '\u202emine-1',
      'm'.repeat(256),
      `mine-${dice.upTo(40)}`,
    ]),
    chainId: truthful ? own.chainId : dice.pick([1, 10, 8453, 84_532, dice.upTo(2 ** 31) + 1]),
    guardian: truthful ? lower(own.guardian.address) : dice.pick([null, dice.hex(20)]),
    parent: dice.chance(20) ? dice.pick([id, 'g-1', 'mine-0', 'mine-1']) : null,
    phase: dice.pick(PHASES),
    vitality: dice.upTo(101),
    heartbeat: dice.chance(70) ? aBeat(dice, now) : null,
    policyTier: 1 + dice.upTo(3),
    sessionKey: truthful ? lower(own.session.address) : dice.pick([null, dice.hex(20)]),
    gasLeft: dice.pick([null, '0', '9'.repeat(78)]),
    gasPullsLeft: dice.pick([null, 0, 3, MAX]),
    knowledgeRecord: dice.pick([null, 'k'.repeat(64)]),
  };
}

function aBeat(dice: Dice, now: number): NonNullable<Golem['heartbeat']> {
  return {
    at: now + dice.upTo(2_000_000) - 1_900_000,
    intervalSeconds: 1 + dice.upTo(604_800),
    sequence: dice.pick([0, 1, dice.upTo(1000), MAX]),
    blockNumber: dice.pick([0, dice.upTo(1000), MAX]),
    blockHash: dice.hex(32),
    ...(dice.chance(80) ? { phase: dice.upTo(5), vitality: dice.upTo(10_001) } : {}),
    signature: dice.hex(65),
  };
}

function somePermissions(dice: Dice, known: Knowledge, golems: Golem[], now: number): Permission[] {
  const count = dice.pick([0, 5, 60, 600, 1900]);
  // All on one Golem, on those leased, or everywhere.
  const one = dice.pick(known.own)?.id ?? 'x';
  const target = dice.pick([
    () => one,
    () => dice.pick(known.own)?.id ?? 'x',
    () => (golems.length > 0 ? dice.pick(golems).id : 'nobody'),
  ]);
  const stable = dice.chance(50);
  // Each stands on the hashes of all the others.
  const shared = dice.chance(30) ? [dice.hex(32), dice.hex(32)] : null;
  const invented = Array.from({ length: count }, (_, n) => {
    const id = stable ? `p-${n}` : `p-${dice.upTo(2 ** 31)}-${n}`;
    const length = count > 1000 ? 1 : 1 + dice.upTo(8);
    return aPermission(
      dice,
      id,
      target(),
      now,
      shared ?? Array.from({ length }, () => dice.hex(32)),
    );
  });
  const real = [
    ...known.own.map(({ id, chainId, hashes }) => ({ golem: id, chainId, hashes })),
    ...known.shown,
  ].filter(() => dice.chance(60));
  const listed = real.map((own, n) => ({
    ...aPermission(dice, `r-${n}`, own.golem, now, [...own.hashes]),
    chainId: own.chainId,
  }));
  return (dice.chance(50) ? [...listed, ...invented] : [...invented, ...listed]).slice(0, 2000);
}

function aPermission(
  dice: Dice,
  id: string,
  golem: string,
  now: number,
  delegationHashes: Hex[],
): Permission {
  return {
    id,
    golem,
    chainId: dice.pick([84_532, 8453, 1, dice.upTo(2 ** 31) + 1]),
    manager: dice.pick(['0xdb9b1e94b5b69df7e401ddbede43491141047db3', dice.hex(20)]),
    token: dice.pick([null, dice.hex(20)]),
    cap: `${dice.upTo(2 ** 31)}`,
    periodSeconds: 1 + dice.upTo(315_360_000),
    left: dice.pick(['0', `${dice.upTo(2 ** 31)}`, '9'.repeat(78)]),
    startAt: now - dice.upTo(1_000_000),
    expiresAt: now + dice.upTo(2_000_000) - 500_000,
    delegationHashes,
    revokedAt: dice.chance(40) ? now - dice.upTo(100_000) : null,
    lease: dice.chance(50)
      ? {
          generation: dice.pick([0, 5, 4_294_967_295]),
          budgetId: dice.pick(['0', '1', '18446744073709551615']),
          sessionKey: dice.hex(20),
          cap: '1',
          expiresAt: now + dice.upTo(2_000_000) - 500_000,
        }
      : null,
  };
}
