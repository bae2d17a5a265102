// NativeTokenPaymentEnforcer: a price. Each use must end with a payment of `amount` to `recipient`, out of an
// allowance that the redeemer brings along, whoever gave it. It does not limit what the use itself does.
//
// terms, 52 bytes: recipient 20 · amount 32 (wei)

import type { Address } from 'viem';
import { limitWords, UNLIMITED } from '../chain/money';
import { caveat } from './caveat';
import { packedTerms } from './layout';

export type NativeTokenPaymentTerms = { recipient: Address; amount: bigint };

export const nativeTokenPayment = caveat<NativeTokenPaymentTerms>({
  name: 'NativeTokenPaymentEnforcer',
  address: '0x4803a326dded6ddbc60e659e5ed12d85c7582811',
  inWrapper: 'refused',
  ...packedTerms('address recipient, uint256 amount'),
  words: ({ recipient, amount }, { chainId }) => {
    if (amount === 0n)
      return { text: `each use costs nothing, paid to ${recipient}`, level: 'warning' };
    if (amount >= UNLIMITED) {
      return { text: 'nothing: each use costs more than there is', level: 'warning' };
    }
    return {
      text: `each use costs its user ${limitWords(chainId, null)(amount)}, paid to ${recipient}`,
    };
  },
  bounds: ({ amount }) => (amount >= UNLIMITED ? { nothing: true } : {}),
});
