// Sign-In with Ethereum (ERC-4361) against the control plane: one signature, no transaction.
import { type Address, getAddress, stringToHex } from 'viem';
import { createSiweMessage } from 'viem/siwe';
import { AnySignature } from '../../src/core/protocol/fields';
import { answered, type Plane } from '../plane/plane';
import { Trouble } from '../wallet/errors';
import { ask, type Provider } from '../wallet/provider';
import { sessionWords } from '../words/session.words';
import { ownerWords } from './owner.words';

const SECONDS = 300;

export type SigningIn = {
  provider: Provider;
  plane: Plane;
  account: Address;
  chainId: number;
  /** Where the page is served: `location`. */
  at: { host: string; origin: string };
  now: number;
  /** Aborted: who was asked to sign is no longer the one to sign in. */
  signal?: AbortSignal;
};

export async function signIn({
  provider,
  plane,
  account,
  chainId,
  at,
  now,
  signal,
}: SigningIn): Promise<Address> {
  const { nonce } = answered(await plane.ask('nonce'));
  const message = createSiweMessage({
    address: getAddress(account),
    chainId,
    domain: at.host,
    uri: at.origin,
    nonce,
    version: '1',
    statement: ownerWords.statement,
    issuedAt: new Date(now * 1000),
    expirationTime: new Date((now + SECONDS) * 1000),
  });
  const params = [stringToHex(message), account];
  const signature = await ask(provider, 'personal_sign', params, AnySignature);
  if (signal?.aborted) throw new Trouble(sessionWords.switched);
  const { owner } = answered(await plane.ask('signIn', { body: { message, signature } }));
  return owner;
}
