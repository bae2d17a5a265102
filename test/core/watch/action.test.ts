import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Action, actionName, parseAction } from '../../../src/core/watch/action';

const id = fc.stringMatching(/^[a-z0-9-]{1,64}$/);
const anAction: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: fc.constant('home' as const), page: fc.nat(9999) }),
  fc.record({
    kind: fc.constantFrom('golem' as const, 'revoke' as const, 'dismiss' as const),
    golem: id,
  }),
  fc.record({
    kind: fc.constantFrom('refresh' as const, 'revoke-all' as const, 'test-notice' as const),
  }),
);

describe('A button', () => {
  it('means after the click what it meant before', () => {
    fc.assert(
      fc.property(anAction, (action) => {
        expect(parseAction(actionName(action))).toEqual(action);
      }),
    );
  });

  it('means something only by its exact name', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        const action = parseAction(name);
        if (action) expect(actionName(action)).toBe(name);
      }),
    );
  });

  it.each([
    '',
    'home',
    'home:',
    'home:-1',
    'home:1e3',
    'home:01',
    'home:1:2',
    'home:99999',
    'golem',
    'golem:',
    'golem:Atlas',
    'golem:a:b',
    `revoke:${'a'.repeat(65)}`,
    'refresh:now',
    'revoke-all:x',
    'digests',
    '__proto__',
    'constructor:x',
  ])('named %j does nothing', (name) => {
    expect(parseAction(name)).toBeNull();
  });
});
