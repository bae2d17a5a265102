// What a mined transaction proves about a payment. That it was mined and did not revert says little: it may be another one
// in the same place of the line, a token may say no without reverting, a bundle holds the operations of others. What counts
// is the money itself: the token's own word that it went from the account to the payee.
import { type Address, type Log, parseAbi, parseEventLogs } from 'viem';
import { sameAddress } from '../../core/chain/addresses';
import type { AgentChain } from '../chain/chain';
import type { Payment } from './dispatch';

const paidAbi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event RedeemedDelegation(address indexed rootDelegator, address indexed redeemer, (address delegate, address delegator, bytes32 authority, (address enforcer, bytes terms, bytes args)[] caveats, uint256 salt, bytes signature) delegation)',
]);

/** Base units that reached the payee by these logs; 0 = they show no such payment. */
export function amountPaid(
  { manager }: Pick<AgentChain, 'manager'>,
  redeemer: Address,
  pays: Payment,
  logs: readonly Log[],
): bigint {
  const redeemed = parseEventLogs({
    abi: paidAbi,
    eventName: 'RedeemedDelegation',
    logs: logs.filter(({ address }) => sameAddress(address, manager)),
  }).some(
    ({ args }) =>
      sameAddress(args.rootDelegator, pays.account) && sameAddress(args.redeemer, redeemer),
  );
  if (!redeemed) return 0n;
  // Native currency leaves no log; a redemption in reverting mode went through as it was signed, or not at all.
  if (pays.token === null) return pays.amount;
  const { token, account, payee } = pays;
  return parseEventLogs({
    abi: paidAbi,
    eventName: 'Transfer',
    logs: logs.filter(({ address }) => sameAddress(address, token)),
  })
    .filter(({ args }) => sameAddress(args.from, account) && sameAddress(args.to, payee))
    .reduce((sum, { args }) => sum + args.value, 0n);
}
