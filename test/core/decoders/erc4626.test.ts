import { describe, expect, it } from 'vitest';
import { anAddress, aScene, GUARDIAN, OWNER, SESSION_KEY, STRANGER } from '../../vectors/builders';
import { aCall, findingsOf } from '../../vectors/calls';

const VAULT = anAddress(0xba);
const deposit = (receiver: string, over = {}) =>
  aCall(VAULT, 'deposit(uint256,address)', [5_000_000n, receiver], over);
const redeem = (receiver: string, owner: string, over = {}) =>
  aCall(VAULT, 'redeem(uint256,address,address)', [7n, receiver, owner], over);
const BY_GOLEM = aScene({ signer: SESSION_KEY });

describe('an ERC-4626 vault call', () => {
  it('says nothing about the owner’s own money', () => {
    expect(findingsOf(deposit(OWNER), aScene())).toEqual([]);
    expect(findingsOf(deposit(STRANGER), aScene())).toEqual([]);
    expect(findingsOf(redeem(OWNER, OWNER), aScene())).toEqual([]);
    expect(findingsOf(deposit(SESSION_KEY), aScene({ watched: null }))).toEqual([]);
  });

  it('warns when shares or payouts go to a Golem outside its runway', () => {
    expect(findingsOf(deposit(SESSION_KEY), aScene())[0]).toMatchObject({
      level: 'warning',
      title: "Vault shares to Atlas's session key, outside its runway",
    });
    expect(findingsOf(redeem(GUARDIAN, OWNER), aScene())[0]).toMatchObject({
      level: 'warning',
      title: "Vault payout to Atlas's guardian, outside its runway",
    });
  });

  it('tells what a Golem does in the owner’s name, in base units', () => {
    const [finding] = findingsOf(deposit(OWNER), BY_GOLEM);

    expect(finding).toMatchObject({ level: 'info', title: 'Atlas puts money into a vault' });
    expect(finding?.facts[0]?.value).toBe("5,000,000 base units of the vault's asset");
    expect(finding?.facts).toContainEqual({ label: 'Policy tier', value: '2', kind: 'words' });
  });

  it('warns when a Golem or any delegate sends the owner’s vault money to a stranger', () => {
    const title = 'Vault payout goes to an address Bardo does not know as yours';

    expect(findingsOf(redeem(STRANGER, OWNER), BY_GOLEM)[0]).toMatchObject({
      level: 'warning',
      title,
    });
    const delegate = aScene({ signer: anAddress(0x44) });
    expect(findingsOf(redeem(STRANGER, OWNER), delegate)[0]?.title).toBe(title);
  });

  it('keeps to itself what a delegate does properly', () => {
    expect(findingsOf(deposit(OWNER), aScene({ signer: anAddress(0x44) }))).toEqual([]);
  });
});
