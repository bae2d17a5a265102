// The code of a request in the lease's dialog: for the key that signed it, and for nothing else a page could pass off.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Address, Hex } from 'viem';
import { lower } from '../../src/core/bytes/hex';
import { keyEnds } from '../../src/core/chain/addresses';
import { runwayDigest } from '../../src/core/protocol/runway-ask';
import { userCodeOf } from '../../src/core/protocol/user-code';
import { type Bardo, installConnected } from './bardo';
import { aKey, anEstate, DAY, type Estate, PAYEE, USDC } from './estate';
import { type FarWorld, startFarWorld } from './far-world';
import { startPlane } from './plane';

let chain: FarWorld;
let estate: Estate;

beforeAll(async () => {
  chain = await startFarWorld();
  estate = await anEstate(chain);
});

afterAll(() => chain?.stop());

const codeNonce: Hex = `0x${'c0'.repeat(32)}`;
const nonce: Hex = `0x${'4e'.repeat(32)}`;

/** A Golem that asks for a runway, and what the site asks of the Snap to answer it. */
async function anAsker() {
  const owner = lower(estate.owner.address);
  const plane = await startPlane(() => ({ owner, golems: [], permissions: [] }));
  const bardo = await installConnected(plane, { owner });
  bardo.wallet.networks.add(chain.chainId, chain.rpcUrl);
  const reply = await bardo.ask('getGuardian', { golem: 'atlas' });
  const grant = await estate.grant((reply as { result: { guardian: Address } }).result.guardian);
  const at = await estate.now();
  const key = aKey();
  const who = { golem: 'atlas', chainId: chain.chainId, sessionKey: key.address };
  const terms = { token: chain.usdc, amount: `${5n * USDC}`, days: 5, deadline: at + DAY, nonce };
  const digest = runwayDigest({ ...terms, ...who, owner }) ?? '0x';
  const request = { ...terms, codeNonce, signature: await key.sign({ hash: digest }) };
  const money = { cap: `${5n * USDC}`, replicantCap: '0', payees: [PAYEE], maxAgeSeconds: 3600 };
  const asked = { ...who, ...money, name: 'Atlas', grant, expiresAt: at + 4 * DAY };
  return { bardo, asked, request, code: userCodeOf(digest, codeNonce) };
}

const said = (bardo: Bardo) => (bardo.wallet.dialogs.at(-1) ?? []).join('\n');

describe('The dialog of a lease', () => {
  it('shows code and key of the request it answers, and no code where it answers none', async () => {
    const { bardo, asked, request, code } = await anAsker();
    const ends = keyEnds(lower(asked.sessionKey));
    bardo.wallet.answers(false);

    await bardo.ask('issueLease', { ...asked, request });
    expect(said(bardo)).toContain(
      `Its key is ${ends}, and the code of its request ${code}. Approve only if your agent printed both.`,
    );

    bardo.wallet.answers(false);
    await bardo.ask('issueLease', asked);
    expect(said(bardo)).toContain(`Its key is ${ends}. Approve only if your agent printed it.`);
    expect(said(bardo)).not.toContain('BARD-');
  });

  it('asks nothing for a key that the last lease names already', async () => {
    const { bardo, asked, request } = await anAsker();
    bardo.wallet.answers(true);
    await bardo.ask('issueLease', { ...asked, request });
    bardo.wallet.answers(false);
    await bardo.ask('issueLease', { ...asked, cap: `${4n * USDC}` });

    expect(bardo.wallet.dialogs).toHaveLength(2);
    expect(said(bardo)).not.toContain('Its key is');
  });

  it('does not open for a request that this key did not sign, for this Golem and owner', async () => {
    const { bardo, asked, request } = await anAsker();
    const thief = aKey();
    const wrong: [object, object][] = [
      [asked, { ...request, amount: `${6n * USDC}` }],
      [asked, { ...request, nonce: codeNonce }],
      [asked, { ...request, payees: [PAYEE] }],
      [asked, { ...request, signature: `0x${'00'.repeat(65)}` }],
      [{ ...asked, sessionKey: thief.address }, request],
    ];
    for (const [lease, proof] of wrong) {
      expect(await bardo.ask('issueLease', { ...lease, request: proof })).toEqual({
        result: {
          approved: false,
          reason: 'Refused: the key of this lease did not sign the request it answers.',
        },
      });
    }
    for (const over of [{ codeNonce: '0x12' }, { signature: '0x' }, { code: 'BARD-0000-0000' }]) {
      const proof = { ...request, ...over };
      expect(await bardo.ask('issueLease', { ...asked, request: proof })).toMatchObject({
        error: { code: -32602 },
      });
    }
    expect(bardo.wallet.dialogs).toEqual([]);
    expect(bardo.state.leases).toEqual([]);
  });
});
