import { describe, expect, it } from 'vitest';
import { BARDO } from '../../../src/core/chain/bardo-addresses.generated';
import { aHash, anAddress, aScene } from '../../vectors/builders';
import { aCall, findingsOf } from '../../vectors/calls';

const WARDEN = anAddress(0xaa);
const HASH = aHash(0xc3);

function announced(delay: bigint) {
  return findingsOf(aCall(WARDEN, 'announce(bytes32,uint256)', [HASH, delay]), aScene())[0];
}

describe('Warden', () => {
  it.each([
    [3600n, 'Warden announcement: cancel window 60 min'],
    [119n, 'Warden announcement: cancel window 1 min'],
    [59n, 'Warden announcement: cancel window 59 s'],
    [0n, 'Warden announcement: no time left to cancel'],
    [2n ** 256n - 1n, 'Warden announcement: cancel window over 10 years'],
  ])('warns of an announcement with a delay of %s s', (delay, title) => {
    expect(announced(delay)).toMatchObject({ level: 'warning', title });
  });

  it('shows the action by its hash, short in words and whole in a fact', () => {
    const finding = announced(60n);

    expect(finding?.lines[0]).toContain('0xc3c3…c3c3');
    expect(finding?.facts).toContainEqual({ label: 'Action hash', value: HASH, kind: 'untrusted' });
  });

  it('alarms at the commitment without claiming that the delay is over', () => {
    const [finding] = findingsOf(aCall(WARDEN, 'execute(bytes32)', [HASH]), aScene());

    expect(finding).toMatchObject({
      level: 'critical',
      title: 'Commits Warden action 0xc3c3…c3c3 if its delay elapsed',
    });
    expect(finding?.lines[0]).toContain('cannot see');
  });

  it('is calm about a cancellation, and silent about that of another contract', () => {
    const cancel = (to: `0x${string}`) =>
      findingsOf(aCall(to, 'cancel(bytes32)', [HASH]), aScene());

    expect(cancel(BARDO.warden)[0]).toMatchObject({
      level: 'info',
      title: 'Cancels Warden action 0xc3c3…c3c3',
    });
    expect(cancel(WARDEN)).toEqual([]);
  });

  it('knows its own Warden, and the longest delay it accepts', () => {
    const call = aCall(BARDO.warden, 'announce(bytes32,uint256)', [HASH, 31n * 86_400n]);
    const [finding] = findingsOf(call, aScene());

    expect(finding?.facts.at(-1)?.value).toBe("yes, this is Bardo's Warden");
    expect(finding?.lines.join()).toContain('refuses a delay of more than 30 days');
  });

  it('speaks also when Bardo is not connected, and says that the contract is not on record', () => {
    const call = aCall(WARDEN, 'execute(bytes32)', [HASH]);
    const [finding] = findingsOf(call, aScene({ watched: null }));

    expect(finding?.facts.map(({ value }) => value)).toContain(
      'no, this contract is not on its record',
    );
  });
});
