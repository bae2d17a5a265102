// A transaction as a wallet hands it over, and what Bardo says of it.
import { type Address, encodeAbiParameters, type Hex } from 'viem';
import { parseTransaction } from '../../../src/core/insight/parse-transaction';
import { explainTransaction } from '../../../src/core/insight/transaction';
import { aScene, OWNER } from '../../vectors/builders';

export type Raw = {
  to?: Address;
  data?: Hex;
  value?: Hex;
  authorizationList?: { address: Address }[];
};

export const explain = (raw: Raw, scene = aScene()) =>
  explainTransaction(parseTransaction({ from: OWNER, ...raw }), scene);

/** ERC-7821 batch as MetaMask encodes `wallet_sendCalls`. */
export function batch(...calls: { target: Address; value?: bigint; data?: Hex }[]): Hex {
  const tuple = [
    {
      type: 'tuple[]',
      components: [
        { name: 'target', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'data', type: 'bytes' },
      ],
    },
  ] as const;
  const executions = encodeAbiParameters(tuple, [
    calls.map(({ target, value = 0n, data = '0x' }) => ({ target, value, data })),
  ]);
  const args = encodeAbiParameters(
    [{ type: 'bytes32' }, { type: 'bytes' }],
    [`0x01${'00'.repeat(31)}`, executions],
  );
  return `0xe9ae5c53${args.slice(2)}`;
}
