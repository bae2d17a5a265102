// Native money for a Golem's keys, its guardian and itself.
import type { Hex } from 'viem';
import { expect, it } from 'vitest';
import {
  aGolem,
  aPermission,
  aScene,
  aStatus,
  GUARDIAN,
  OWNER,
  SESSION_KEY,
} from '../../vectors/builders';
import { batch, explain, type Raw } from './explained';

it('says that money for a key goes to a chain where its Golem does not live', () => {
  const { insight } = explain({ to: SESSION_KEY, value: '0x1' }, aScene({ chainId: 1 }));

  expect(insight).toMatchObject({
    level: 'warning',
    title: "Money for Atlas's key on another chain than its own",
    lines: ['Atlas lives on Base.'],
  });
});

it('takes a payment with an attribution suffix for gas money', () => {
  const data = '0x62635f62386e6f733561380b0080218021802180218021802180218021';

  expect(explain({ to: SESSION_KEY, value: '0x1', data }).insight?.title).toBe(
    'Gas money for Atlas',
  );
});

it('calls native money for a session key gas, and says who decides over it', () => {
  const { insight } = explain({ to: SESSION_KEY, value: '0x2386f26fc10000' });

  expect(insight).toMatchObject({ level: 'info', title: 'Gas money for Atlas' });
  expect(insight?.facts[0]?.value).toBe('0.01 ETH');
});

it.each([
  ['0x16345785d8a0000', '0.1 ETH', 8453],
  ['0x56bc75e2d63100000', '100 ETH', 8453],
  ['0x56bc75e2d63100000', '100 ETH', 1],
])('does not call %s wei gas money where gas never costs that (%s)', (value, words, chainId) => {
  const watched = aStatus({ golems: [aGolem({ chainId })] });
  const { insight } = explain(
    { to: SESSION_KEY, value: value as Hex },
    aScene({ chainId, watched }),
  );

  expect(insight).toMatchObject({
    level: 'warning',
    title: `Sends ${words} to Atlas's key: more than gas costs`,
    lines: expect.arrayContaining([expect.stringContaining('hardly ever costs more than')]),
  });
});

it('calls the same sum gas where gas is dear', () => {
  const watched = aStatus({ golems: [aGolem({ chainId: 1 })] });
  const raw: Raw = { to: SESSION_KEY, value: '0x16345785d8a0000' };

  expect(explain(raw, aScene({ chainId: 1, watched })).insight?.title).toBe('Gas money for Atlas');
});

it('adds up what a batch sends to the keys of one Golem', () => {
  const old = `0x${'77'.repeat(20)}` as const;
  const lease = { generation: 1, budgetId: '1', sessionKey: old, cap: '1', expiresAt: 9 };
  const watched = aStatus({ permissions: [aPermission({ lease })] });
  const sends = Array(30).fill({ target: SESSION_KEY, value: 10n ** 15n });
  const data = batch(...sends, ...sends.map((one) => ({ ...one, target: old })));

  expect(explain({ to: OWNER, data }, aScene({ watched })).insight).toMatchObject({
    level: 'warning',
    title: "Sends 0.06 ETH to Atlas's key: more than gas costs",
  });
});

it('warns that money sent to a guardian is stuck', () => {
  const { insight } = explain({ to: GUARDIAN, value: '0x1' });

  expect(insight?.level).toBe('warning');
  expect(insight?.lines.join()).toContain('stuck');
});
