// What a guardian signed, in the very form that the control plane takes.
import { expect, it } from 'vitest';
import { check } from '../../../src/core/protocol/check';
import { golemIdOf } from '../../../src/core/protocol/messages';
import { OracleOrder, RaiseOrder, StopOrder } from '../../../src/core/protocol/orders';
import { oracleOrder, raiseOrder, stopOrder } from '../../../src/core/runway/guardian-orders';
import { anAddress, BASE, GUARDIAN, NOW, OWNER, SESSION_KEY } from '../../vectors/builders';

const SIGNATURE = `0x${'51'.repeat(65)}` as const;
const WARD = { golem: 'atlas', owner: OWNER };
const common = {
  guardian: GUARDIAN,
  golemId: golemIdOf('atlas'),
  nonce: 3n,
  deadline: BigInt(NOW + 60),
};

it('an order to end leases keeps its budget beyond what a number can hold', () => {
  const message = {
    manager: anAddress(0xd),
    guardian: GUARDIAN,
    budgetId: 2n ** 64n - 1n,
    generation: 7,
  };
  const body = raiseOrder({ kind: 'Raise', chainId: BASE, message }, SIGNATURE);

  expect(check(body, RaiseOrder)).toMatchObject({ ok: true });
  expect(body).toMatchObject({ budgetId: '18446744073709551615', generation: 7 });
});

it('an order to stop names whose Golem it is, which the signature does not cover', () => {
  const message = { golem: 'atlas', guardian: GUARDIAN, issuedAt: BigInt(NOW), reason: 'ended' };
  const body = stopOrder(OWNER, { kind: 'Stop', chainId: BASE, message }, SIGNATURE);

  expect(check(body, StopOrder)).toMatchObject({ ok: true });
  expect(body).toMatchObject({ owner: OWNER, golem: 'atlas', issuedAt: NOW });
});

it.each([
  ['Register', 'register'],
  ['SetReporter', 'setReporter'],
] as const)('a %s tells the reporter and nothing of health', (kind, act) => {
  const message = { ...common, reporter: SESSION_KEY };
  const body = oracleOrder(WARD, { kind, chainId: BASE, message }, SIGNATURE);

  expect(check(body, OracleOrder)).toMatchObject({ ok: true });
  expect(body).toMatchObject({ act, reporter: SESSION_KEY, deadline: NOW + 60 });
  expect(body).not.toHaveProperty('phase');
});

it('a Heal tells phase and score and no reporter', () => {
  const message = { ...common, phase: 1, score: 8000 };
  const body = oracleOrder(WARD, { kind: 'Heal', chainId: BASE, message }, SIGNATURE);

  expect(check(body, OracleOrder)).toMatchObject({ ok: true });
  expect(body).toMatchObject({ act: 'heal', phase: 1, score: 8000, golem: 'atlas', owner: OWNER });
  expect(body).not.toHaveProperty('reporter');
});
