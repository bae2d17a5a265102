// What a batch leaves standing: it is judged by its end, not call by call.
import { describe, expect, it } from 'vitest';
import { BARDO } from '../../../src/core/chain/bardo-addresses.generated';
import { type Execution, encodeMode } from '../../../src/core/chain/execution';
import { hashDelegation } from '../../../src/core/delegations/delegation';
import type { Permission } from '../../../src/core/protocol/status';
import { batch, explainRaw, panic, toManager } from '../../vectors/batches';
import {
  aHash,
  aPermission,
  aScene,
  aStatus,
  GUARDIAN,
  NOW,
  OWNER,
  SESSION_KEY,
} from '../../vectors/builders';
import { aCall } from '../../vectors/calls';
import { aDelegation } from '../../vectors/delegations';

const runway = aDelegation();
const gas = aDelegation({ salt: 2n });
const lease = {
  generation: 5,
  budgetId: '1',
  sessionKey: SESSION_KEY,
  cap: '1',
  expiresAt: NOW + 9,
};
const both: Permission[] = [
  aPermission({ delegationHashes: [hashDelegation(runway)] }),
  aPermission({ id: 'gas', token: null, delegationHashes: [hashDelegation(gas)] }),
];
const leasedGas = aPermission({
  id: 'gas',
  token: null,
  lease,
  delegationHashes: [aHash(0x1e), hashDelegation(gas)],
});

const off = (delegation = runway) => toManager('disableDelegation', delegation);
const on = (delegation = runway) => toManager('enableDelegation', delegation);
const policy = (signature: string, args: readonly unknown[]): Execution => ({
  target: BARDO.golemPolicyEnforcer,
  value: 0n,
  data: aCall(BARDO.golemPolicyEnforcer, signature, args).data,
});
const endAll = policy('endAllLeases()', []);

function left(calls: Execution[], permissions = both, mode?: `0x${string}`) {
  const scene = aScene({ watched: aStatus({ permissions }) });
  const { insight } = explainRaw({ to: OWNER, data: batch(calls, mode) }, scene);
  return { level: insight?.level, said: [insight?.title, ...(insight?.lines ?? [])] };
}

describe('a batch', () => {
  it('that ends both grants of a Golem leaves it none', () => {
    const { said } = left([off(), off(gas)]);

    expect(said[0]).toBe('Ends all live permissions of Atlas');
    expect(said.join()).not.toMatch(/keeps|not its other/);
  });

  it('that ends one of two says what stays', () => {
    expect(left([off()]).said).toContain('Atlas keeps 1 live permission on this chain.');
  });

  it.each([
    ['behind', [off(), panic]],
    ['before', [panic, off()]],
  ])('with the panic button %s an end leaves none', (_name, calls) => {
    const { said } = left(calls);

    expect(said).toContain('Atlas can no longer spend.');
    expect(said.join()).not.toMatch(/keeps 1|goes on/);
  });

  it('counts what lives on another chain as kept', () => {
    const far = aPermission({ id: 'far', chainId: 1, delegationHashes: [aHash(0xfa)] });

    expect(left([off(), off(gas)], [...both, far]).said).toContain(
      'Atlas keeps 1 live permission on Ethereum.',
    );
    expect(left([off(), panic], [...both, far]).said).toContain(
      'Atlas goes on: 1 permission on Ethereum.',
    );
  });

  it('that ends a permission and re-opens it ends nothing', () => {
    const { level, said } = left([off(), on()]);

    expect(level).toBe('critical');
    expect(said).toContain('Ends nothing: a later call in it re-opens the permission');
    expect(said.join()).not.toContain('its last live permission');
  });

  it('that re-opens a permission and ends it again leaves it ended', () => {
    const { level, said } = left(
      [on(), off()],
      [aPermission({ delegationHashes: [hashDelegation(runway)], revokedAt: NOW - 9 })],
    );

    expect(level).toBe('info');
    expect(said).toContain('Re-opens a permission of Atlas and ends it again');
  });

  it('that ends a grant and the lease of the other leaves a grant that cannot be spent', () => {
    const permissions = [both[0] as Permission, leasedGas];
    const raise = policy('raise(address,address,uint64,uint32,bytes)', [
      '0xdb9b1e94b5b69df7e401ddbede43491141047db3',
      GUARDIAN,
      1n,
      2 ** 32 - 1,
      '0x',
    ]);

    for (const ending of [endAll, raise]) {
      const { said } = left([ending, off()], permissions);
      expect(said).toContain('Atlas keeps a grant, which it cannot spend without a new lease.');
      expect(said).toContain('Atlas can no longer spend.');
      expect(said.join()).not.toContain('keeps 1 live');
    }
  });

  it('inside a batch counts as one', () => {
    const inner: Execution = { target: OWNER, value: 0n, data: batch([off(gas)]) };

    expect(left([off(), inner]).said.join()).not.toContain('keeps');
  });

  it('that may skip what fails says so first', () => {
    const mode = encodeMode({ calls: 'batch', onFailure: 'try' });

    expect(left([off(), off(gas)], both, mode)).toMatchObject({
      level: 'warning',
      said: expect.arrayContaining([
        'A permission may stay as it is: failed calls are skipped here',
      ]),
    });
  });
});
