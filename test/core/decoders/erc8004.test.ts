import { describe, expect, it } from 'vitest';
import { anAddress, aScene, aStatus, OWNER, SESSION_KEY, STRANGER } from '../../vectors/builders';
import { aCall, findingsOf } from '../../vectors/calls';

const REGISTRY = '0x8004a169fb4a3325136eb29fa0ceb6d2e539a432';
const NOWHERE = anAddress(0x77);
const FULL = 'register(string,(string,bytes)[])';
const register = (to: `0x${string}`, over = {}) =>
  aCall(to, 'register(string)', ['ipfs://\u202eevil [x](http://a)'], over);

describe('ERC-8004 register', () => {
  it('tells who will hold the identity, also when not connected', () => {
    for (const scene of [aScene(), aScene({ watched: null })]) {
      expect(findingsOf(register(REGISTRY), scene)[0]).toMatchObject({
        level: 'info',
        title: 'Registers an on-chain identity held by this account',
        facts: [{ value: OWNER }, { kind: 'untrusted' }, { value: REGISTRY }],
      });
    }
  });

  it('shows the agent file as somebody else’s text, without hidden characters', () => {
    const fact = findingsOf(register(REGISTRY), aScene())[0]?.facts[1];

    expect(fact?.value).toBe('ipfs://\\u{202e}evil [x](http://a)');
  });

  it('shows a file that is in the call as it reads, and one that cannot be read as it is', () => {
    const shown = (uri: string) =>
      findingsOf(aCall(REGISTRY, 'register(string)', [uri]), aScene())[0]?.facts[1]?.value;
    const inline = (text: string) =>
      `data:application/json;base64,${Buffer.from(text).toString('base64')}`;

    expect(shown(inline('{"name":"Atlas\u202e"}'))).toBe('{"name":"Atlas\\u{202e}"}');
    expect(shown('data:application/json;base64,!')).toBe('data:application/json;base64,!');
    const changed = aCall(REGISTRY, 'setAgentURI(uint256,string)', [
      7n,
      inline('{"active":false}'),
    ]);
    expect(findingsOf(changed, aScene())[0]?.facts[0]).toMatchObject({
      value: '{"active":false}',
      kind: 'untrusted',
    });
  });

  it('warns when the holder would be a session key, which dies', () => {
    const [finding] = findingsOf(register(REGISTRY, { from: SESSION_KEY }), aScene());

    expect(finding).toMatchObject({
      level: 'warning',
      title: "Registers an on-chain identity of Atlas's session key",
    });
  });

  it('says at an unknown contract only what concerns a Golem', () => {
    expect(findingsOf(register(NOWHERE), aScene())).toEqual([]);
    expect(findingsOf(aCall(NOWHERE, 'register()', []), aScene())).toEqual([]);
    expect(findingsOf(register(NOWHERE), aScene({ signer: SESSION_KEY }))[0]?.title).toBe(
      'Atlas registers at a contract Bardo does not know',
    );
  });

  it('recognises the full form anywhere, once there are Golems to register', () => {
    const call = aCall(NOWHERE, FULL, ['ipfs://x', []]);

    expect(findingsOf(call, aScene())[0]).toMatchObject({
      level: 'warning',
      title: 'Registers an agent identity at a contract Bardo does not know',
    });
    expect(findingsOf(call, aScene({ watched: aStatus({ golems: [] }) }))).toEqual([]);
  });

  it('counts metadata beyond the first entries', () => {
    const entries = Array.from({ length: 9 }, (_, index) => [`key ${index}`, '0x']);
    const [finding] = findingsOf(aCall(REGISTRY, FULL, ['', entries]), aScene());

    expect(finding?.facts).toContainEqual({
      label: 'Not listed',
      value: '5 more entries',
      kind: 'words',
    });
  });
});

describe('an ERC-8004 identity', () => {
  const setWallet = (wallet: string) =>
    aCall(REGISTRY, 'setAgentWallet(uint256,address,uint256,bytes)', [42n, wallet, 1n, '0x']);

  it('warns when its wallet becomes a stranger’s', () => {
    expect(findingsOf(setWallet(STRANGER), aScene())[0]?.level).toBe('warning');
    expect(findingsOf(setWallet(SESSION_KEY), aScene())[0]).toMatchObject({
      level: 'info',
      title: 'Changes the wallet of agent identity 42',
    });
  });

  it('keeps a monstrous id out of the title', () => {
    const call = aCall(REGISTRY, 'unsetAgentWallet(uint256)', [2n ** 256n - 1n]);

    expect(findingsOf(call, aScene())[0]?.title).toBe(
      'Removes the wallet of agent identity with a very long number',
    );
  });
});
