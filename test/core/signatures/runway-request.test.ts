import { describe, expect, it } from 'vitest';
import { aGolem, aStatus, NOW, STRANGER } from '../../vectors/builders';
import { aBardoMessage, explain } from '../../vectors/signatures/builders';

const fact = (insight: ReturnType<typeof explain>, label: string) =>
  insight?.facts.find((one) => one.label === label)?.value;

describe('a runway subscription', () => {
  it('is said in the words of what is granted', () => {
    const insight = explain(aBardoMessage('PermissionRequest'));

    expect(insight?.level).toBe('info');
    expect(insight?.title).toBe('A Bardo runway subscription: 10 USDC/day for 7 days');
    expect(insight?.lines).toEqual([
      'It is for Atlas.',
      'It records what you intend and moves no money; the wallet asks for the grant itself.',
    ]);
    expect(fact(insight, 'Golem')).toBe('Atlas');
    expect(fact(insight, 'Chain it claims')).toBe('Base');
    expect(fact(insight, 'Must be used by')).toBe('21 Sep 2026 15:13 UTC');
  });

  it.each([
    [{ days: 91 }, 'It is longer than 90 days.'],
    [{ amount: '100000001' }, 'It is more than 100 USDC a day.'],
    [{ amount: '500000000', days: 365 }, 'It is more than 100 USDC a day and longer than 90 days.'],
  ])('over the usual limits warns: %o', (message, line) => {
    const insight = explain(aBardoMessage('PermissionRequest', message));

    expect(insight?.level).toBe('warning');
    expect(insight?.title).toBe('Over the usual limits of a runway: sign only if you chose this');
    expect(insight?.lines).toContain(line);
    expect(insight?.lines.join(' ')).toContain('A Bardo runway subscription: ');
  });

  it('for a dead Golem, of no money or for no time warns', () => {
    const dead = aStatus({ golems: [aGolem({ phase: 'terminal' })] });

    expect(explain(aBardoMessage('PermissionRequest'), { watched: dead })).toMatchObject({
      level: 'warning',
      title: 'Atlas is terminal: this feeds a dead Golem',
    });
    for (const message of [{ days: 0 }, { amount: '0' }]) {
      expect(explain(aBardoMessage('PermissionRequest', message))?.title).toBe(
        'A runway of nothing: no money or no time',
      );
    }
  });

  it('at the usual limits does not warn', () => {
    const insight = explain(aBardoMessage('PermissionRequest', { amount: '100000000', days: 90 }));

    expect(insight?.level).toBe('info');
  });

  it('in a token Bardo does not know shows base units and says so', () => {
    const insight = explain(aBardoMessage('PermissionRequest', { token: STRANGER, amount: 5 }));

    expect(insight?.level).toBe('warning');
    expect(insight?.title).toBe('A runway in a token Bardo does not know');
    expect(insight?.lines).toContain('A Bardo runway subscription: 5 base units/day for 7 days');
  });

  it('past its deadline warns', () => {
    const insight = explain(aBardoMessage('PermissionRequest', { deadline: NOW - 1 }));

    expect(insight?.title).toBe('Its deadline has passed: it should no longer be accepted');
  });

  it('for a Golem that is not known shows the id as foreign text', () => {
    const insight = explain(aBardoMessage('PermissionRequest', { golem: '[x](http://a)' }));

    expect(insight?.lines).toContain('It names a Golem Bardo does not know as yours');
    expect(insight?.facts).toContainEqual({
      label: 'Golem it names',
      value: '[x](http://a)',
      kind: 'untrusted',
    });
  });

  it('for another chain than the Golem lives on warns', () => {
    const data = aBardoMessage('PermissionRequest');
    data.domain.chainId = 84532;

    const insight = explain(data);

    expect(insight?.lines.join(' ')).toContain(
      'Atlas lives on Base, the message names Base Sepolia',
    );
  });
});
