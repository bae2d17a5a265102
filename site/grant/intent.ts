// The owner's recorded intent: `PermissionRequest`, signed when a Golem's own request is answered as asked.
import type { Address, Hex } from 'viem';
import { AnySignature } from '../../src/core/protocol/fields';
import { bardoTypedData } from '../../src/core/protocol/typed-data';
import { answered } from '../plane/plane';
import { ask, type Provider } from '../wallet/provider';
import type { Draft } from './draft';
import type { GrantEnv } from './env';

const SECONDS = 3600;

export async function signIntent(draft: Draft, { provider, plane, now }: GrantEnv): Promise<Draft> {
  const { request, chainId, golem, token, cap, days } = draft.ask;
  if (request === null || token === null) throw new Error('Only a request is answered so.');
  const deadline = now() + SECONDS;
  const typed = bardoTypedData('PermissionRequest', chainId, {
    golem,
    token,
    amount: BigInt(cap),
    days: BigInt(days),
    deadline: BigInt(deadline),
  });
  const signature = await signTyped(provider, draft.owner, typed);
  answered(await plane.ask('intend', { id: request, body: { deadline, signature } }));
  return { ...draft, step: 'ask' };
}

/** As JSON, amounts as decimal text. */
export function signTyped(provider: Provider, account: Address, typed: object): Promise<Hex> {
  const json = JSON.stringify(typed, (_, value) =>
    typeof value === 'bigint' ? `${value}` : value,
  );
  return ask(provider, 'eth_signTypedData_v4', [account, json], AnySignature);
}
