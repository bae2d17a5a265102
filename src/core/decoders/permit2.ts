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

const DETAILS = [
  { name: 'token', type: 'address' },
  { name: 'amount', type: 'uint160' },
  { name: 'expiration', type: 'uint48' },
  { name: 'nonce', type: 'uint48' },
] as const;

const SPENDER_AND_DEADLINE = [
  { name: 'spender', type: 'address' },
  { name: 'sigDeadline', type: 'uint256' },
] as const;

const TRANSFER = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'amount', type: 'uint160' },
  { name: 'token', type: 'address' },
] as const;

/** The message of a single and of a batch permit; also carried inside Universal Router commands. */
export const PERMIT_SINGLE = {
  name: 'permitSingle',
  type: 'tuple',
  components: [{ name: 'details', type: 'tuple', components: DETAILS }, ...SPENDER_AND_DEADLINE],
} as const;

export const PERMIT_BATCH = {
  name: 'permitBatch',
  type: 'tuple',
  components: [{ name: 'details', type: 'tuple[]', components: DETAILS }, ...SPENDER_AND_DEADLINE],
} as const;

export const PERMIT2_TRANSFERS = {
  name: 'transferDetails',
  type: 'tuple[]',
  components: TRANSFER,
} as const;

const OWNER = { name: 'owner', type: 'address' } as const;
const SIGNATURE = { name: 'signature', type: 'bytes' } as const;

export const permit2: Decoder = {
  contract: 'Permit2',
  targets: permit2On,
  exclusive: true,
  functions: [
    functionReader({
      selector: '0x87517c45',
      signature: 'approve(address,address,uint160,uint48)',
      params: [
        { name: 'token', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'amount', type: 'uint160' },
        { name: 'expiration', type: 'uint48' },
      ],
      explain: ([token, spender, amount, expiration], call, scene) =>
        explainAllowances(call, scene, {
          payer: call.from,
          spender,
          details: [{ token, amount, expiration }],
        }),
    }),
    functionReader({
      selector: '0x2b67b570',
      signature: 'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)',
      params: [OWNER, PERMIT_SINGLE, SIGNATURE],
      explain: ([owner, { details, spender }], call, scene) =>
        explainAllowances(call, scene, { payer: owner, spender, details: [details] }),
    }),
    functionReader({
      selector: '0x2a2d80d1',
      signature: 'permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)',
      params: [OWNER, PERMIT_BATCH, SIGNATURE],
      explain: ([owner, { details, spender }], call, scene) =>
        explainAllowances(call, scene, { payer: owner, spender, details }),
    }),
    functionReader({
      selector: '0x36c78516',
      signature: 'transferFrom(address,address,uint160,address)',
      params: TRANSFER,
      explain: ([from, to, amount, token], call, scene) =>
        explainTransfers(call, scene, [{ from, to, amount, token }]),
    }),
    functionReader({
      selector: '0x0d58b1db',
      signature: 'transferFrom((address,address,uint160,address)[])',
      params: [PERMIT2_TRANSFERS],
      explain: ([transfers], call, scene) => explainTransfers(call, scene, transfers),
    }),
    functionReader({
      selector: '0xcc53287f',
      signature: 'lockdown((address,address)[])',
      params: [
        {
          name: 'approvals',
          type: 'tuple[]',
          components: [
            { name: 'token', type: 'address' },
            { name: 'spender', type: 'address' },
          ],
        },
      ],
      explain: ([approvals], _call, scene) => explainLockdown(scene, approvals),
    }),
    functionReader({
      selector: '0x65d9723c',
      signature: 'invalidateNonces(address,address,uint48)',
      params: [
        { name: 'token', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'newNonce', type: 'uint48' },
      ],
      explain: ([token, spender], _call, scene) => explainVoidedNonces(scene, token, spender),
    }),
    // Voids signed one-time transfers by nonce alone: whom they were for is not in the call.
    functionReader({
      selector: '0x3ff9dcb1',
      signature: 'invalidateUnorderedNonces(uint256,uint256)',
      params: [
        { name: 'wordPos', type: 'uint256' },
        { name: 'mask', type: 'uint256' },
      ],
    }),
  ],
};
