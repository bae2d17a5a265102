import { describe, expect, it } from 'vitest';
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

  it('is calm about a cancellation', () => {
    const [finding] = findingsOf(aCall(WARDEN, 'cancel(bytes32)', [HASH]), aScene());

    expect(finding).toMatchObject({ level: 'info', title: 'Cancels Warden action 0xc3c3…c3c3' });
  });

  it('speaks also when Bardo is not connected, and says that the contract is not on record', () => {
    const call = aCall(WARDEN, 'execute(bytes32)', [HASH]);
    const [finding] = findingsOf(call, aScene({ watched: null }));

    expect(finding?.facts.map(({ value }) => value)).toContain(
      'no, this contract is not on its record',
    );
  });
});
