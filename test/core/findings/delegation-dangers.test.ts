import * as core from '@metamask/delegation-core';
import { expect, it } from 'vitest';
import { ANY_DELEGATE, type CaveatData } from '../../../src/core/delegations/delegation';
import type { Finding } from '../../../src/core/findings/finding';
import { insightOf } from '../../../src/core/findings/finding';
import type { Scene } from '../../../src/core/findings/scene';
import { delegationReader } from '../../../src/core/signatures/delegation';
import type { TypedMessage } from '../../../src/core/signatures/typed-message';
import { aScene, aStatus, NOW, STRANGER } from '../../vectors/builders';
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
    'warning: Bardo cannot read one of its rules: do not count on it',
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
    title: 'Open to anyone: whoever holds it can use it',
  });
  expect(facts(findings).Delegate).toBe('anyone who holds it');
});

it('a delegation of another account names that account', () => {
  expect(withCaveats([], { delegator: STRANGER })).toContain(
    'critical: Unlimited control over 0x6666…6666: it has no rules',
  );
});
