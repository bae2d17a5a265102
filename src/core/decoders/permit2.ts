// Permit2: allowances with their own expiry, and transfers under them. Exclusive to its address,
// where an allowance to a Golem's key is as good as the tokens themselves.
import type { Address, Hex } from 'viem';
import type { Call } from '../chain/call';
import { permit2On } from '../chain/uniswap';
import { type Decoder, type FunctionReader, functionReader, type Values } from './decoder';
import { explainLockdown, explainVoidedNonces } from './permit2-endings';
import { explainAllowances, explainTransfers, type Grant, type Transfer } from './permit2-words';

const DETAILS = '(address token, uint160 amount, uint48 expiration, uint48 nonce)';

/** The message of a single and of a batch permit; also carried inside Universal Router commands. */
export const PERMIT_SINGLE =
  `(${DETAILS} details, address spender, uint256 sigDeadline) permitSingle` as const;
export const PERMIT_BATCH =
  `(${DETAILS}[] details, address spender, uint256 sigDeadline) permitBatch` as const;

const TRANSFER = 'address from, address to, uint160 amount, address token';
export const PERMIT2_TRANSFERS = `(${TRANSFER})[] transferDetails` as const;

const TOKEN_PERMISSIONS = '(address token, uint256 amount)';
const ONCE = 'uint256 nonce, uint256 deadline';
const REQUESTED = '(address to, uint256 requestedAmount)';
const WITNESS = 'bytes32 witness, string witnessTypeString, bytes signature';
const ONE_TRANSFER =
  `(${TOKEN_PERMISSIONS} permitted, ${ONCE}) permit, ${REQUESTED} transferDetails, address owner` as const;
const MANY_TRANSFERS =
  `(${TOKEN_PERMISSIONS}[] permitted, ${ONCE}) permit, ${REQUESTED}[] transferDetails, address owner` as const;

export const permit2: Decoder = {
  contract: 'Permit2',
  targets: permit2On,
  exclusive: true,
  functions: [
    allowance(
      '0x87517c45',
      'approve(address token, address spender, uint160 amount, uint48 expiration)',
      ([token, spender, amount, expiration], call) => ({
        payer: call.from,
        spender,
        details: [{ token, amount, expiration }],
      }),
    ),
    allowance(
      '0x2b67b570',
      `permit(address owner, ${PERMIT_SINGLE}, bytes signature)`,
      ([payer, { details, spender }]) => ({ payer, spender, details: [details], signed: true }),
    ),
    allowance(
      '0x2a2d80d1',
      `permit(address owner, ${PERMIT_BATCH}, bytes signature)`,
      ([payer, { details, spender }]) => ({ payer, spender, details, signed: true }),
    ),
    transfers('0x36c78516', `transferFrom(${TRANSFER})`, ([from, to, amount, token]) => [
      { from, to, amount, token },
    ]),
    transfers('0x0d58b1db', `transferFrom(${PERMIT2_TRANSFERS})`, ([list]) => list),
    transfers(
      '0x30f28b7a',
      `permitTransferFrom(${ONE_TRANSFER}, bytes signature)`,
      ([{ permitted }, details, owner]) => once(owner, [permitted], [details]),
    ),
    transfers(
      '0xedd9444b',
      `permitTransferFrom(${MANY_TRANSFERS}, bytes signature)`,
      ([{ permitted }, details, owner]) => once(owner, permitted, details),
    ),
    transfers(
      '0x137c29fe',
      `permitWitnessTransferFrom(${ONE_TRANSFER}, ${WITNESS})`,
      ([{ permitted }, details, owner]) => once(owner, [permitted], [details]),
    ),
    transfers(
      '0xfe8ec1a7',
      `permitWitnessTransferFrom(${MANY_TRANSFERS}, ${WITNESS})`,
      ([{ permitted }, details, owner]) => once(owner, permitted, details),
    ),
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

/** One-time transfers: each takes what is asked of the token that was signed in its place. */
function once(
  from: Address,
  permitted: readonly { token: Address }[],
  details: readonly { to: Address; requestedAmount: bigint }[],
): Transfer[] {
  return details.flatMap(({ to, requestedAmount: amount }, at) => {
    const token = permitted[at]?.token;
    return token ? [{ from, to, amount, token, signed: true }] : [];
  });
}

function allowance<const Text extends string>(
  selector: Hex,
  text: Text,
  read: (values: Values<Text>, call: Call) => Grant,
): FunctionReader {
  return functionReader(selector, text, {
    effects: (values, call) => {
      const { payer, spender: to, details } = read(values, call);
      return details.map(({ token, amount }) => ({ kind: 'allows', payer, token, amount, to }));
    },
    explain: (values, call, scene) => explainAllowances(call, scene, read(values, call)),
  });
}

function transfers<const Text extends string>(
  selector: Hex,
  text: Text,
  read: (values: Values<Text>) => readonly Transfer[],
): FunctionReader {
  return functionReader(selector, text, {
    effects: (values) =>
      read(values).map(({ from, to, amount, token }) => ({
        kind: 'pays',
        payer: from,
        to,
        amount,
        token,
      })),
    explain: (values, call, scene) => explainTransfers(call, scene, read(values)),
  });
}
