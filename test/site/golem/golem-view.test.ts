import { describe, expect, it } from 'vitest';
import { budgetOf, knownPhase, money, viewOf, viewsOf } from '../../../site/golem/golem-view';
import { waitMs } from '../../../site/plane/poll';
import { isPhone, phoneLink } from '../../../site/wallet/mobile';
import { DAY } from '../../../src/core/chain/time';
import type { Golem, Permission } from '../../../src/core/protocol/status';

const NOW = 1_800_000_000;
const USDC = '0x036cbd53842c5426634e7929541ec2318f3dcf7e';

function aGolem(over: Partial<Golem> = {}): Golem {
  return {
    id: 'atlas',
    name: 'Atlas',
    chainId: 84_532,
    guardian: `0x${'44'.repeat(20)}`,
    parent: null,
    phase: 'thriving',
    vitality: 90,
    heartbeat: null,
    policyTier: 2,
    sessionKey: null,
    gasLeft: null,
    gasPullsLeft: null,
    knowledgeRecord: null,
    ...over,
  };
}

function aPermission(over: Partial<Permission> = {}): Permission {
  return {
    id: 'p-1',
    golem: 'atlas',
    chainId: 84_532,
    manager: '0xdb9b1e94b5b69df7e401ddbede43491141047db3',
    token: USDC,
    cap: '10000000',
    periodSeconds: DAY,
    left: '10000000',
    startAt: NOW - DAY,
    expiresAt: NOW + 20 * DAY,
    delegationHashes: [`0x${'aa'.repeat(32)}`],
    revokedAt: null,
    lease: null,
    ...over,
  };
}

describe('Golems at a glance', () => {
  it('are in no known phase before their first report, but a death that the chain shows is known', () => {
    const heartbeat = { at: NOW } as Golem['heartbeat'];
    expect(knownPhase(aGolem())).toBeNull();
    expect(knownPhase(aGolem({ heartbeat }))).toBe('thriving');
    expect(knownPhase(aGolem({ phase: 'terminal' }))).toBe('terminal');
  });

  it('puts the dead with an open grant first and the dead without one last', () => {
    const golems = ['ended', 'well', 'ill', 'open'].map((id) =>
      aGolem({
        id,
        name: id,
        phase: id === 'ill' ? 'declining' : id === 'well' ? 'thriving' : 'terminal',
      }),
    );
    const permissions = ['well', 'ill', 'open'].map((golem) => aPermission({ id: golem, golem }));

    const order = viewsOf({ golems, permissions }, NOW).map(({ golem }) => golem.id);

    expect(order).toEqual(['open', 'ill', 'well', 'ended']);
  });

  it('leaves Replicants to their parents', () => {
    const golems = [aGolem(), aGolem({ id: 'child', parent: 'atlas' })];

    expect(viewsOf({ golems, permissions: [] }, NOW)).toHaveLength(1);
  });

  it('calls a Golem silent after twice its interval', () => {
    const heartbeat = {
      at: NOW - 120,
      intervalSeconds: 60,
      sequence: 1,
      blockNumber: 1,
      blockHash: `0x${'00'.repeat(32)}` as const,
      signature: `0x${'00'.repeat(65)}` as const,
    };

    expect(viewOf(aGolem({ heartbeat }), [], NOW).silent).toBe(false);
    expect(viewOf(aGolem({ heartbeat }), [], NOW + 1).silent).toBe(true);
  });

  it('says when a grant waits for its lease', () => {
    expect(viewOf(aGolem(), [aPermission()], NOW).unleased?.id).toBe('p-1');
    expect(viewOf(aGolem(), [aPermission()], NOW).runway).toBeNull();
    expect(viewOf(aGolem({ guardian: null }), [aPermission()], NOW).unleased).toBeNull();
  });

  it('never shows more left than its phase allows', () => {
    expect(budgetOf(aPermission(), aGolem({ phase: 'declining' }))).toMatchObject({
      left: 1_000_000n,
      allowed: 1_000_000n,
      percent: 100,
    });
    expect(budgetOf(aPermission(), aGolem({ phase: 'terminal' }))).toMatchObject({
      left: 0n,
      percent: 0,
    });
  });

  it('counts in base units what it does not know', () => {
    expect(money({ chainId: 84_532, token: USDC }, 1_500_000n)).toBe('1.5 USDC');
    expect(money({ chainId: 84_532, token: `0x${'99'.repeat(20)}` }, 1_500_000n)).toBe(
      '1,500,000 base units',
    );
    expect(money({ chainId: 84_532, token: null }, 10n ** 18n)).toBe('1 ETH');
  });
});

describe('asking again', () => {
  it('waits twice as long after each failure, up to a minute', () => {
    expect([0, 1, 2, 3, 4, 50].map((failures) => waitMs(failures, { everyMs: 5000 }))).toEqual([
      5000, 10_000, 20_000, 40_000, 60_000, 60_000,
    ]);
    expect(waitMs(3, { everyMs: 90_000 })).toBe(90_000);
  });
});

describe('a phone', () => {
  it('is sent to this very page inside MetaMask', () => {
    expect(phoneLink('https://bardo.ai/revoke/atlas')).toBe(
      'metamask://dapp/bardo.ai/revoke/atlas',
    );
    expect(isPhone('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)')).toBe(true);
    expect(isPhone('Mozilla/5.0 (X11; Linux x86_64)')).toBe(false);
  });
});
