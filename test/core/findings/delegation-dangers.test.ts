import * as core from '@metamask/delegation-core';
import type { Hex } from 'viem';
import { expect, it } from 'vitest';
import { ANY_DELEGATE, type CaveatData } from '../../../src/core/delegations/delegation';
import type { Finding } from '../../../src/core/findings/finding';
import { insightOf } from '../../../src/core/findings/finding';
import type { Scene } from '../../../src/core/findings/scene';
import { delegationReader } from '../../../src/core/signatures/delegation';
import type { TypedMessage } from '../../../src/core/signatures/typed-message';
import { aScene, aStatus, NOW, OWNER, STRANGER, USDC_ON_BASE } from '../../vectors/builders';
import {
  aCaveat,
  aDelegation,
  aGrantMessage,
  grantCaveats,
  PERMISSION_SNAP,
} from '../../vectors/delegations';

/** The wallet's own grant screen, with Atlas watched and no permission yet. */
function grantScene(over: Partial<Scene> = {}): Scene {
  return aScene({ origin: PERMISSION_SNAP, watched: aStatus({ permissions: [] }), ...over });
}

function explain(typed: TypedMessage, scene: Scene = grantScene()): Finding[] {
  return delegationReader.read(typed).explain(scene);
}

function titles(findings: Finding[]): string[] {
  return findings.map((finding) => `${finding.level}: ${finding.title}`);
}

const facts = (findings: Finding[]) =>
  Object.fromEntries(
    findings.flatMap((finding) => finding.facts).map((one) => [one.label, one.value]),
  );

const withCaveats = (caveats: CaveatData[], over: object = {}) =>
  titles(explain(aGrantMessage(aDelegation({ caveats, ...over }))));
const expiry = grantCaveats()[2] as CaveatData;

it('a delegation with no rules is unlimited control', () => {
  const findings = explain(aGrantMessage(aDelegation({ caveats: [] })));

  expect(insightOf(findings)).toMatchObject({
    level: 'critical',
    title: 'Unlimited control over your account: it has no rules',
  });
  expect(facts(findings).Rules).toBe('none');
});

it('a delegation with an expiry alone is unlimited control until then', () => {
  const findings = explain(aGrantMessage(aDelegation({ caveats: [expiry] })));

  expect(titles(findings)).toContain(
    'critical: Unlimited control over your account: no rule limits it',
  );
  expect(findings[0]?.lines[0]).toContain('until 28 Sep 2026 14:13 UTC');
});

it('a delegation with a native budget alone leaves every token open', () => {
  const terms = core.createNativeTokenPeriodTransferTerms({
    periodAmount: 10n ** 16n,
    periodDuration: 86_400,
    startDate: NOW,
  });

  const found = withCaveats([aCaveat('NativeTokenPeriodTransfer', terms), expiry]);

  expect(found).toContain('critical: Unlimited control over your account: no rule limits it');
  expect(found.join()).not.toContain('at most');
});

it('a delegation with an unknown enforcer says that it cannot be read', () => {
  const unknown: CaveatData = { enforcer: STRANGER, terms: '0x1234', args: '0x' };

  expect(withCaveats([...grantCaveats(), unknown])).toContain(
    'warning: Bardo cannot read one of its rules, so do not rely on it',
  );
  expect(withCaveats([unknown, expiry])).toContain(
    'critical: Unlimited control over your account: no limit Bardo can read',
  );
});

it('a delegation with targets only leaves amounts open', () => {
  const targets = aCaveat(
    'AllowedTargets',
    core.createAllowedTargetsTerms({ targets: [STRANGER] }),
  );

  expect(withCaveats([targets, expiry])).toContain(
    'warning: No rule limits the tokens and ETH it can move',
  );
});

it('points out a rule that is not what it seems', () => {
  const approve = aCaveat(
    'AllowedMethods',
    core.createAllowedMethodsTerms({ selectors: ['0x095ea7b3'] }),
  );

  expect(withCaveats([...grantCaveats(), approve])).toContain(
    'warning: One of its rules is unusual: read it closely',
  );
});

it('a delegation open to anyone is critical', () => {
  const findings = explain(aGrantMessage(aDelegation({ delegate: ANY_DELEGATE })));

  expect(insightOf(findings)).toMatchObject({
    level: 'critical',
    title: 'Open to anyone: any holder can use it',
  });
  expect(facts(findings).Delegate).toBe('anyone who holds it');
});

it('a delegation of another account names that account', () => {
  expect(withCaveats([], { delegator: STRANGER })).toContain(
    'critical: Unlimited control over 0x6666…6666: it has no rules',
  );
});

const exact = (target: string, value: bigint, data: string) =>
  aCaveat(
    'ExactExecution',
    `${target.toLowerCase()}${value.toString(16).padStart(64, '0')}${data.slice(2)}` as Hex,
  );
const times = (limit: bigint) =>
  aCaveat('LimitedCalls', `0x${limit.toString(16).padStart(64, '0')}`);
const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0');
const transfer = (amount: bigint) => `0xa9059cbb${word(STRANGER)}${word(amount)}`;

it.each([
  ['without a count', []],
  ['with a count that nobody reaches', [times(2n ** 64n - 1n)]],
])('a fixed payment %s can be repeated without end', (_, counts) => {
  const caveats = [exact(USDC_ON_BASE, 0n, transfer(5_000_000n)), ...counts, expiry];
  const findings = explain(aGrantMessage(aDelegation({ caveats })));

  expect(titles(findings)).toContain('warning: No rule limits the USDC it can move');
  expect(findings.flatMap(({ lines }) => lines)).toContain(
    'Its calls are fixed, but they can be repeated without end.',
  );
});

it('a fixed call that Bardo cannot value says so', () => {
  expect(withCaveats([exact(STRANGER, 0n, '0x12345678'), times(1n), expiry])).toContain(
    'warning: Bardo cannot tell how much its fixed call moves',
  );
});

it.each([
  ['the account itself', OWNER],
  ['the manager', '0xdb9b1e94b5b69df7e401ddbede43491141047db3'],
])('a delegation that may call %s is unlimited control, whatever limits its value', (_, target) => {
  const targets = core.createAllowedTargetsTerms({ targets: [STRANGER, target as Hex] });
  const none = aCaveat('ValueLte', `0x${word(0n)}`);

  expect(withCaveats([aCaveat('AllowedTargets', targets), none, expiry])).toContain(
    'critical: Unlimited control over your account: it may act as the account',
  );
});

it('an end in more than ten years, or at a block beyond reach, is none', () => {
  const until = (before: number) =>
    aCaveat('Timestamp', core.createTimestampTerms({ afterThreshold: 0, beforeThreshold: before }));
  const block = (before: bigint) =>
    aCaveat('BlockNumber', `0x${'00'.repeat(16)}${before.toString(16).padStart(32, '0')}`);
  const rules = grantCaveats({ expiry: null });
  const never = 'warning: Never expires: it must be ended by hand';

  expect(withCaveats([...rules, until(NOW + 3651 * 86_400)])).toContain(never);
  expect(withCaveats([...rules, until(NOW + 3650 * 86_400)])).not.toContain(never);
  expect(withCaveats([...rules, block(2n ** 100n)])).toContain(never);
  expect(withCaveats([...rules, block(40_000_000n)])).toContain(
    'warning: Ends at a block, not at a date',
  );
  expect(withCaveats([...grantCaveats(), block(40_000_000n)]).join()).not.toContain('block');
});
