// Whether the chain would honour a grant. The best single truth is a simulated redemption of one unit by its
// delegate: signatures, switches, counters and rules in one answer. It cannot work before the budget starts
// or while the owner holds nothing; then signature and switches are asked one by one.
import { type Address, encodeFunctionData, type Hex, type PublicClient } from 'viem';
import { ERC20_ABI, MANAGER_ABI } from '../../../src/core/certificates/framework-abis';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import { answerTo } from '../../../src/core/chain/answers';
import { encodeMode, encodeSingle } from '../../../src/core/chain/execution';
import * as QUESTIONS from '../../../src/core/chain/questions';
import { digestOf } from '../../../src/core/delegations/delegation';
import { demand, Problem } from '../plane/problem';
import type { Registrable } from './grant-terms';
import { isRevert } from './reverts';

const MANAGER = FRAMEWORK.delegationManager;

/** Throws `not_upgraded` or `not_on_chain` with the reason. */
export async function checkGrant(
  client: PublicClient,
  terms: Registrable,
  context: Hex,
): Promise<void> {
  const { code, now, disabled, nonce, held } = await readAccount(client, terms);
  demand(
    code?.toLowerCase() === `0xef0100${FRAMEWORK.smartAccount7702.slice(2)}`,
    'not_upgraded',
    'The account is not upgraded to a smart account, so the grant cannot be used yet.',
  );
  demand(!disabled, 'not_on_chain', 'The grant is disabled on chain.');
  demand(
    terms.nonce === null || terms.nonce === nonce,
    'not_on_chain',
    'The account has ended its grants since this one was signed.',
  );
  demand(now < terms.expiresAt, 'not_on_chain', 'The grant has expired.');
  const honoured =
    held > 0n && now >= terms.startAt
      ? await couldRedeem(client, terms, context)
      : await isSigned(client, terms);
  demand(
    honoured,
    'not_on_chain',
    'The chain refuses the grant: its signature or rules do not hold.',
  );
}

async function readAccount(client: PublicClient, { owner, token, hash }: Registrable) {
  const [code, block, disabled, nonce, held] = await Promise.all([
    client.getCode({ address: owner }),
    client.getBlock({ blockTag: 'latest' }),
    answerTo(client, QUESTIONS.disabled, [hash]),
    answerTo(client, QUESTIONS.nonce, [owner]),
    token
      ? answerTo(client, QUESTIONS.balance, [token, owner])
      : client.getBalance({ address: owner }),
  ]);
  return { code, now: Number(block.timestamp), disabled, nonce, held };
}

/** True when one unit would move. */
async function couldRedeem(
  client: PublicClient,
  terms: Registrable,
  context: Hex,
): Promise<boolean> {
  const to = terms.payees?.[0] ?? terms.delegate;
  const execution = terms.token
    ? encodeSingle({ target: terms.token, value: 0n, data: transferOfOne(to) })
    : encodeSingle({ target: to, value: 1n, data: '0x' });
  const data = encodeFunctionData({
    abi: MANAGER_ABI,
    functionName: 'redeemDelegations',
    args: [[context], [encodeMode({ calls: 'single', onFailure: 'revert' })], [execution]],
  });
  return passes(client.call({ account: terms.delegate, to: MANAGER, data }));
}

async function isSigned(client: PublicClient, { root, owner }: Registrable): Promise<boolean> {
  const chainId = await client.getChainId();
  return client.verifyHash({
    address: owner,
    hash: digestOf(root, chainId),
    signature: root.signature,
  });
}

function transferOfOne(to: Address): Hex {
  return encodeFunctionData({ abi: ERC20_ABI, functionName: 'transfer', args: [to, 1n] });
}

/** A revert is an answer; whatever else a node says instead of a result is none. */
export async function passes(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (isRevert(error)) return false;
    throw new Problem('chain_unavailable', 'The chain could not be asked.');
  }
}
