// Owners that are contracts: one address, two chains, two masters.

import { createPublicClient, type Hex, http, type PublicClient } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../../../site/api/app';
import { startAnvil as startTwin, type Anvil as Twin } from '../../../site/world/chain/anvil';
import { signInMessage } from '../../../site/world/people/sign-in';
import { type Anvil, startAnvil } from '../../contracts/anvil';
import { type House, ORIGIN, openHouse } from '../house';
import { type Opened, openMemory } from '../stores';

const ACCOUNT = `0x${'5a'.repeat(20)}` as const;
/** Returns ERC-1271's yes to whatever it is asked. */
const YES = '0x631626ba7e60e01b60005260206000f3';
/** Returns 32 zero bytes. */
const NO = '0x60206000f3';

let here: Twin;
let elsewhere: Anvil;
let opened: Opened;
let house: House;
let both: Map<number, PublicClient>;

beforeAll(async () => {
  [here, elsewhere, opened] = await Promise.all([startTwin({}), startAnvil(), openMemory()]);
  house = await openHouse({ store: opened.store, chain: { rpcUrl: here.rpcUrl, chainId: 84_532 } });
  const other = createPublicClient({ transport: http(elsewhere.rpc) });
  both = new Map([...house.plane.chains, [31_337, other]]);
});
afterAll(async () => {
  await opened?.stop();
  elsewhere?.stop();
  await here?.stop();
});

async function become(rpc: string, code: Hex): Promise<void> {
  const body = JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'anvil_setCode' },
    params: [ACCOUNT, code],
  });
  await fetch(rpc, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
}

/** By a stranger's key, as the account. */
async function signIn(chainId: number): Promise<number> {
  const app = createApp({ ...house.plane, chains: both });
  const { body } = await house.ask('nonce');
  const anybody = privateKeyToAccount(generatePrivateKey());
  const about = { nonce: body.nonce, chainId, now: house.plane.now() };
  const message = signInMessage({ ...anybody, address: ACCOUNT }, about);
  const signature = await anybody.signMessage({ message });
  const answer = await app.request('http://localhost:3004/api/auth/session', {
    method: 'POST',
    headers: { origin: ORIGIN, 'content-type': 'application/json' },
    body: JSON.stringify({ message, signature }),
  });
  return answer.status;
}

it('signs in by the word of the contract where it stands', async () => {
  expect(await signIn(31_337)).toBe(400);
  await become(elsewhere.rpc, YES);
  expect(await signIn(31_337)).toBe(200);
});

it('is not somebody else who has that address on another chain', async () => {
  await become(here.rpcUrl, NO);
  await become(elsewhere.rpc, YES);

  expect(await signIn(31_337)).toBe(400);
  expect(await signIn(84_532)).toBe(400);
});
