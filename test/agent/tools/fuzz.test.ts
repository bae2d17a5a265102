// Every tool, every parameter, everything that a model or whoever speaks through it may send: refused with a sentence of ours
// before anybody is asked, paid or ended.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { TOOL_DEFINITIONS } from '../../../src/agent/tools/definitions';
import { ToolRefused } from '../../../src/agent/tools/tool';
import { createTools, type Tools } from '../../../src/agent/tools/tools';
import { type Newborn, newborn } from '../newborn';
import { PAYEE } from '../stage';

let chain: Chain;
let born: Newborn;
beforeAll(async () => {
  chain = await startChain();
  born = await newborn(chain);
});
afterAll(async () => {
  await born?.plane.close();
  await chain?.stop();
});

const LONG = 'x'.repeat(100_000);
const hidden = (text: string) => JSON.parse(text) as unknown;
const throws = {
  get golem_id(): string {
    throw new Error('boo');
  },
};

/** No parameter of any tool takes one of these. */
const NEVER: unknown[] = [
  ...[null, Number.NaN, Infinity, -Infinity, -1, -0.5, 1e300, 2 ** 53, 0x1f4a9],
  ...['', ' ', '0', '-1', '1e3', 'NaN', '\u0000', '\u202e', '💀', '__proto__', 'constructor', LONG],
  ...['0x', `0x${'g'.repeat(40)}`, `${PAYEE} `, `${PAYEE}\n`, ` ${PAYEE}`, '../..', 'a\nb'],
  ...[{}, { length: 1, 0: 'x' }, { toString: () => PAYEE }, hidden('{"__proto__":{"x":1}}')],
  ...[[], [[]], [null], [undefined], [{}], [PAYEE, 7], Array(1000).fill('x'), [LONG], new Array(3)],
  ...[10n, Symbol('x'), () => 1, new Date(0), new Map(), new Proxy({}, {}), Object.create(null)],
];

const whole = (): { [name in keyof Tools]: { [parameter: string]: unknown } } => {
  const { id } = born.golem;
  return {
    metamask_request_runway: { golems: [id], daily_cap_usdc: 1, duration_days: 1, replace: true },
    metamask_redeem_runway: { golem_id: id, amount_usdc: 1, payee: PAYEE },
    metamask_revoke_permissions: { golems: [id], reason: 'terminal' },
    metamask_check_permission_health: { golem_id: id },
  };
};

/** These are no rubbish where they stand. */
function isFit(parameter: string, value: unknown): boolean {
  if (parameter === 'reason' || parameter === 'idempotency_key') {
    return typeof value === 'string' && value.length <= 280;
  }
  if (parameter === 'purpose') {
    return typeof value === 'string' && value.length <= 280 && /^[^\p{Cc}\p{Cs}]+$/u.test(value);
  }
  if (parameter === 'last_words') return typeof value === 'string' && value.length <= 240;
  if (parameter === 'knowledge_record')
    return typeof value === 'string' && /^[a-z0-9-]{1,64}$/.test(value);
  if (parameter === 'payees') return Array.isArray(value) && value.length === 0;
  return parameter === 'timeout_seconds' || parameter === 'amount_usdc'
    ? value === 0x1f4a9
    : parameter === 'daily_cap_usdc' && value === 0x1f4a9;
}

async function call(name: keyof Tools, params: unknown): Promise<unknown> {
  const tool = createTools({ golems: [born.golem] })[name] as (given: unknown) => Promise<unknown>;
  return tool(params).then(
    () => 'taken',
    (error: unknown) => error,
  );
}

function expectRefused(outcome: unknown, what: string): void {
  expect([what, outcome]).toEqual([what, expect.any(ToolRefused)]);
  const { message } = outcome as ToolRefused;
  expect(message.length).toBeLessThan(500);
  expect(message).not.toMatch(/[\p{Cc}\p{Cf}]|undefined is|Cannot |is not a function/u);
}

describe.each(TOOL_DEFINITIONS.map((one) => [one.name, one] as const))('%s', (name, definition) => {
  const parameters = Object.keys(definition.parameters.properties ?? {});

  it.each(parameters)('refuses rubbish for %s', async (parameter) => {
    for (const value of NEVER.filter((one) => !isFit(parameter, one))) {
      const params = { ...whole()[name], [parameter]: value };
      expectRefused(await call(name, params), `${parameter} ${typeof value} ${kind(value)}`);
    }
  });

  it('refuses what is no object of its own, and parameters it does not know', async () => {
    const [required = ''] = definition.parameters.required ?? [];
    const good = whole()[name];
    for (const params of [undefined, ...NEVER.filter((one) => kind(one) !== 'Object')]) {
      expectRefused(await call(name, params), `all ${typeof params} ${kind(params)}`);
    }
    // What is inherited was not sent.
    expectRefused(await call(name, Object.create(good)), 'inherited');
    expectRefused(await call(name, hidden(`{"__proto__":${JSON.stringify(good)}}`)), 'proto');
    for (const extra of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'x\u202e', '']) {
      const params = Object.defineProperty({ ...good }, extra, { value: 1, enumerable: true });
      expectRefused(await call(name, params), `extra ${extra}`);
    }
    const { [required]: _, ...rest } = good;
    expectRefused(await call(name, rest), `without ${required}`);
    expectRefused(await call(name, throws), 'a getter that throws');
  });
});

it('uses what it has checked, though the caller changes it meanwhile', async () => {
  const { golem } = born;
  let reads = 0;
  const shifty = {
    golem_id: golem.id,
    get amount_usdc() {
      reads += 1;
      return reads === 1 ? 0.000_000_1 : 5;
    },
  };
  expectRefused(await call('metamask_redeem_runway', shifty), 'shifty');
  expect(reads).toBe(1);
});

it('and nothing was asked, paid, signed for payment or ended by all of it', async () => {
  const { golem, plane } = born;
  expect(plane.heard).toEqual([]);
  expect(await golem.journal.open(golem.key.address)).toEqual([]);
  expect(await golem.journal.settled(golem.key.address)).toEqual([]);
  expect(golem.key.destroyed).toBe(false);
  expect(({} as { x?: number }).x).toBeUndefined();
});

function kind(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}
