// Permit2: allowances with their own expiry, and transfers under them. Exclusive to its address,
// where an allowance to a Golem's key is as good as the tokens themselves.
import { permit2On } from '../chain/uniswap';
import { type Decoder, functionReader } from './decoder';
import {
  explainAllowances,
  explainLockdown,
  explainTransfers,
  explainVoidedNonces,
} from './permit2-words';

const DETAILS = '(address token, uint160 amount, uint48 expiration, uint48 nonce)';

/** The message of a single and of a batch permit; also carried inside Universal Router commands. */
export const PERMIT_SINGLE =
  `(${DETAILS} details, address spender, uint256 sigDeadline) permitSingle` as const;
export const PERMIT_BATCH =
  `(${DETAILS}[] details, address spender, uint256 sigDeadline) permitBatch` as const;

const TRANSFER = 'address from, address to, uint160 amount, address token';
export const PERMIT2_TRANSFERS = `(${TRANSFER})[] transferDetails` as const;

export const permit2: Decoder = {
  contract: 'Permit2',
  targets: permit2On,
  exclusive: true,
  functions: [
    functionReader(
      '0x87517c45',
      'approve(address token, address spender, uint160 amount, uint48 expiration)',
      {
        explain: ([token, spender, amount, expiration], call, scene) =>
          explainAllowances(call, scene, {
            payer: call.from,
            spender,
            details: [{ token, amount, expiration }],
          }),
      },
    ),
    functionReader('0x2b67b570', `permit(address owner, ${PERMIT_SINGLE}, bytes signature)`, {
      explain: ([owner, { details, spender }], call, scene) =>
        explainAllowances(call, scene, { payer: owner, spender, details: [details] }),
    }),
    functionReader('0x2a2d80d1', `permit(address owner, ${PERMIT_BATCH}, bytes signature)`, {
      explain: ([owner, { details, spender }], call, scene) =>
        explainAllowances(call, scene, { payer: owner, spender, details }),
    }),
    functionReader('0x36c78516', `transferFrom(${TRANSFER})`, {
      explain: ([from, to, amount, token], call, scene) =>
        explainTransfers(call, scene, [{ from, to, amount, token }]),
    }),
    functionReader('0x0d58b1db', `transferFrom(${PERMIT2_TRANSFERS})`, {
      explain: ([transfers], call, scene) => explainTransfers(call, scene, transfers),
    }),
    functionReader('0xcc53287f', 'lockdown((address token, address spender)[] approvals)', {
      explain: ([approvals], _call, scene) => explainLockdown(scene, approvals),
    }),
    functionReader(
      '0x65d9723c',
      'invalidateNonces(address token, address spender, uint48 newNonce)',
      { explain: ([token, spender], _call, scene) => explainVoidedNonces(scene, token, spender) },
    ),
    // Voids signed one-time transfers by nonce alone: whom they were for is not in the call.
    functionReader('0x3ff9dcb1', 'invalidateUnorderedNonces(uint256 wordPos, uint256 mask)'),
  ],
};
