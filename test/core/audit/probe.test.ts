import { encodeErrorResult, getAddress, type Hex, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import { probeOf, verdictOf } from '../../../src/core/audit/probe';
import { decodeStrict } from '../../../src/core/bytes/abi';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import { decodeExecutions } from '../../../src/core/chain/execution';
import { SESSION_KEY, USDC_ON_BASE } from '../../vectors/builders';
import { PAYEE } from '../../vectors/leases';
import { aHeld } from '../../vectors/ledger';

const ERRORS = parseAbi(['error Error(string)', 'error Strange(uint256)', 'error EnforcedPause()']);
const said = (reason: string): Hex =>
  encodeErrorResult({ abi: ERRORS, errorName: 'Error', args: [reason] });
const words = (data: Hex | null, isSmart = true) =>
  verdictOf({ ok: false, reverted: true, data }, isSmart).words;

describe('The probe', () => {
  it('is one unit from the session key to a payee, through the manager', () => {
    const held = aHeld();
    const call = probeOf(held);
    const [contexts, , executions] = decodeStrict(
      [{ type: 'bytes[]' }, { type: 'bytes32[]' }, { type: 'bytes[]' }],
      `0x${call?.data.slice(10)}`,
    );

    expect(call).toMatchObject({ from: SESSION_KEY, to: FRAMEWORK.delegationManager });
    expect(call?.data.slice(0, 10)).toBe('0xcef6d209');
    expect(contexts).toEqual([held.context]);
    const pays = `0xa9059cbb${PAYEE.slice(2).padStart(64, '0')}${(100).toString(16).padStart(64, '0')}`;
    expect(
      decodeExecutions({ calls: 'single', onFailure: 'revert' }, executions[0] ?? '0x'),
    ).toEqual([{ target: getAddress(USDC_ON_BASE), value: 0n, data: pays }]);
  });

  it('needs somebody to pay', () => {
    expect(probeOf({ ...aHeld(), lease: null })).toBeNull();
  });
});

describe('Its answer', () => {
  it('is yes when nothing refused', () => {
    expect(verdictOf({ ok: true }, true)).toEqual({ can: 'yes', words: 'yes' });
  });

  it('is not known when the chain was not reached: that is no "no"', () => {
    const read = { ok: false, reverted: false, reason: 'the chain gave no answer' } as const;

    expect(verdictOf(read, true)).toEqual({
      can: 'unknown',
      words: 'not known: the chain gave no answer',
    });
  });

  it('is no with the rule that refused', () => {
    expect(words(said('GolemPolicyEnforcer:terminal'))).toBe(
      'no: the Golem is terminal; its lease moves nothing',
    );
    expect(words(encodeErrorResult({ abi: ERRORS, errorName: 'EnforcedPause' }))).toBe(
      'no: MetaMask has paused all redemptions',
    );
  });

  it('quotes no text of a contract nobody knows', () => {
    expect(words(said('[click](https://evil.example)'))).toBe(
      'no: a rule of the permission refused',
    );
    expect(words(said('constructor'))).toBe('no: a rule of the permission refused');
    expect(words(null)).toBe('no: a contract refused without a reason');
    expect(words('0x', false)).toBe(
      'no: your account is no smart account that obeys MetaMask’s manager: upgrade it on the site',
    );
    expect(words(encodeErrorResult({ abi: ERRORS, errorName: 'Strange', args: [1n] }))).toMatch(
      /^no: a contract refused with the error 0x[0-9a-f]{8}$/,
    );
    expect(words('0x08c379a0ffff')).toMatch(/^no: /);
  });
});
