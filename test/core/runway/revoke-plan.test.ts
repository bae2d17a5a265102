import { describe, expect, it } from 'vitest';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import type { Call } from '../../../src/core/chain/call';
import { decodeCall } from '../../../src/core/decoders';
import type { Decoded } from '../../../src/core/decoders/outcome';
import { hashDelegation } from '../../../src/core/delegations/delegation';
import {
  type Grant,
  groupsOf,
  planRevoke,
  type RevokePlan,
  type Scope,
} from '../../../src/core/runway/revoke-plan';
import {
  aGolem,
  anAddress,
  aPermission,
  aScene,
  aStatus,
  BASE,
  OWNER,
} from '../../vectors/builders';
import { aChain, aDelegation, grantCaveats } from '../../vectors/delegations';
import { batchCall } from '../../vectors/wallet-batch';

const aGrant = (golem: string, salt: bigint, over: Partial<Grant> = {}): Grant => ({
  chainId: BASE,
  manager: FRAMEWORK.delegationManager,
  root: aDelegation({ salt }),
  golems: [golem],
  ...over,
});
const atlas = aGrant('atlas', 1n);
const gas = aGrant('atlas', 2n);
const echo = aGrant('echo', 3n);
const plan = (grants: Grant[], scope: Scope, ended: readonly `0x${string}`[] = []) =>
  planRevoke(grants, { account: OWNER, scope, ended });
const only = (plans: RevokePlan[]) => plans[0] as RevokePlan;
const read = (call: Call | null): Decoded => {
  const outcome = decodeCall(call as Call);
  if (outcome.kind !== 'decoded') throw new Error(`not read: ${JSON.stringify(outcome.kind)}`);
  return outcome.decoded;
};

describe('revoking', () => {
  it('one Golem ends each of its grants and no other', () => {
    const { calls } = only(plan([atlas, echo, gas], { kind: 'one', golem: 'atlas' }).plans);

    expect(calls.map(({ hash }) => hash)).toEqual(
      [atlas, gas].map(({ root }) => hashDelegation(root)),
    );
    expect(calls.every(({ ends }) => ends === 'grant')).toBe(true);
  });

  it('all ends every grant, one plan for each chain, in the order given', () => {
    const far = aGrant('echo', 9n, { chainId: 1 });
    const { plans } = plan([echo, far, atlas], { kind: 'all' });

    expect(plans.map(({ chainId, calls }) => [chainId, calls.map(({ golems }) => golems)])).toEqual(
      [
        [BASE, [['echo'], ['atlas']]],
        [1, [['echo']]],
      ],
    );
  });

  it('ends a grant once, however many Golems live on it, and never one that is over', () => {
    const shared = { ...atlas, golems: ['atlas-child'] };
    const { plans } = plan([atlas, shared, echo], { kind: 'all' }, [hashDelegation(echo.root)]);

    expect(only(plans).calls.map(({ golems }) => golems)).toEqual([['atlas', 'atlas-child']]);
    expect(plan([echo], { kind: 'panic' }, [hashDelegation(echo.root)]).plans).toEqual([]);
  });

  it('names what this account cannot end, and why', () => {
    const [child] = aChain(2);
    const { plans, survivors } = plan(
      [
        aGrant('atlas', 1n, { root: aDelegation({ delegator: anAddress(0x77) }) }),
        aGrant('echo', 2n, { manager: anAddress(0x78) }),
        aGrant('echo', 2n, { chainId: 31_337 }),
        aGrant('nyx', 3n, { root: child ?? aDelegation() }),
      ],
      { kind: 'all' },
    );

    expect(plans).toEqual([]);
    expect(survivors.map(({ reason }) => reason.split(':')[0])).toEqual([
      `Another account gave it (${anAddress(0x77)})`,
      "It is not under MetaMask's DelegationManager",
      "It is not under MetaMask's DelegationManager",
      'It is not a grant of an account but a link below one',
    ]);
  });
});

describe('panic', () => {
  it('works on a chain where Bardo knows of no grant, and nothing else does', () => {
    const blind = (scope: Scope, chainIds: number[]) =>
      planRevoke([], { account: OWNER, scope, chainIds }).plans;

    const [panic] = blind({ kind: 'panic' }, [BASE]);
    expect(panic?.calls.map(({ ends, call }) => [ends, call.chainId, call.to])).toEqual([
      ['all grants', BASE, FRAMEWORK.nonceEnforcer],
    ]);
    expect(blind({ kind: 'leases' }, [BASE])[0]?.calls).toHaveLength(1);
    expect(blind({ kind: 'all' }, [BASE])).toEqual([]);
    expect(blind({ kind: 'panic' }, [31_337])).toEqual([]);
  });

  it('ends all grants with one call, and disables those that the nonce does not reach', () => {
    const bare = aGrant('nyx', 4n, { root: aDelegation({ caveats: grantCaveats().slice(0, -1) }) });
    const { calls, notes } = only(plan([bare, atlas, echo], { kind: 'panic' }).plans);

    expect(calls.map(({ ends, golems }) => [ends, golems])).toEqual([
      ['all grants', ['atlas', 'echo']],
      ['grant', ['nyx']],
    ]);
    expect(notes.join(' ')).toContain('ends leases only');
  });

  it('over leases leaves the grants open, and says so', () => {
    const { calls, notes } = only(plan([atlas, echo], { kind: 'leases' }).plans);

    expect(calls.map(({ ends, golems }) => [ends, golems])).toEqual([
      ['all leases', ['atlas', 'echo']],
    ]);
    expect(notes.join(' ')).toContain('The grants above them stay open.');
  });
});

describe('the decoders read the plan back', () => {
  const scene = aScene({
    watched: aStatus({
      golems: [aGolem()],
      permissions: [aPermission({ delegationHashes: [hashDelegation(atlas.root)] })],
    }),
  });

  it('as the ending of the very grant', () => {
    const [call] = only(plan([atlas], { kind: 'one', golem: 'atlas' }).plans).calls;
    const decoded = read(call?.call ?? null);

    expect([decoded.contract, decoded.name]).toEqual(['DelegationManager', 'disableDelegation']);
    expect(decoded.args.delegation).toMatchObject({ hash: hashDelegation(atlas.root) });
    expect(decoded.explain(scene)[0]?.title).toMatch(/^Ends Atlas's runway/);
  });

  it('as the panic button, and as the end of all leases', () => {
    const [panic] = only(plan([atlas], { kind: 'panic' }).plans).calls;
    const [leases] = only(plan([atlas], { kind: 'leases' }).plans).calls;

    expect(read(panic?.call ?? null).explain(scene)[0]?.title).toBe(
      'Ends every MetaMask grant of this account on Base',
    );
    expect(read(leases?.call ?? null).explain(scene)[0]?.title).toBe(
      'Ends no lease of your Golems on Base',
    );
  });

  it('as a batch of endings, all or nothing', () => {
    const whole = only(plan([atlas, gas, echo], { kind: 'all' }).plans);
    const decoded = read(batchCall(groupsOf(whole, true)[0] ?? []));
    const inner = decoded.calls.map((one) =>
      one.kind === 'decoded' ? one.decoded.name : one.kind,
    );

    expect(decoded.args.mode).toBe('several calls, all or nothing');
    expect(inner).toEqual(Array(3).fill('disableDelegation'));
  });
});

describe('sending', () => {
  const many = only(
    plan(
      Array.from({ length: 23 }, (_, index) => aGrant('atlas', BigInt(index))),
      { kind: 'all' },
    ).plans,
  );

  it('goes in batches the wallet takes, or one by one', () => {
    expect(groupsOf(many, true).map((group) => group.length)).toEqual([10, 10, 3]);
    expect(groupsOf(many, false)).toHaveLength(23);
    expect(groupsOf(many, true).flat()).toEqual(many.calls);
  });

  it('of nothing is no call', () => {
    expect(batchCall([])).toBeNull();
    expect(groupsOf({ ...many, calls: [] }, true)).toEqual([]);
  });
});
