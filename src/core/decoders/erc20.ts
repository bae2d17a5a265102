// ERC-20 transfers and approvals, also those by signature (ERC-2612, and DAI's older form).
import type { Hex } from 'viem';
import type { Call } from '../chain/call';
import { type Decoder, type FunctionReader, functionReader, type Values } from './decoder';
import {
  type Approval,
  explainApproval,
  explainDecrease,
  explainTransfer,
  type Transfer,
} from './erc20-words';

/** "Everything", as wallets write it. */
const ALL = 2n ** 256n - 1n;

/** v, r, s as the older standards pass a signature. */
const SIGNED = 'uint8 v, bytes32 r, bytes32 s';
const PERMIT = 'address owner, address spender, uint256 value, uint256 deadline';

export const erc20: Decoder = {
  contract: 'ERC-20',
  functions: [
    transfer('0xa9059cbb', 'transfer(address to, uint256 amount)', ([to, amount], call) => ({
      payer: call.from,
      to,
      amount,
    })),
    transfer(
      '0x23b872dd',
      'transferFrom(address from, address to, uint256 amount)',
      ([payer, to, amount]) => ({ payer, to, amount }),
    ),
    approval('0x095ea7b3', 'approve(address spender, uint256 amount)', ([to, amount], call) => ({
      payer: call.from,
      to,
      amount,
    })),
    approval('0xd505accf', `permit(${PERMIT}, ${SIGNED})`, permitted),
    // USDC's later form, for signatures of contracts.
    approval('0x9fd5a6cf', `permit(${PERMIT}, bytes signature)`, permitted),
    // DAI's: everything or nothing.
    approval(
      '0x8fcbaf0c',
      `permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, ${SIGNED})`,
      ([payer, to, , , allowed]) => ({ payer, to, amount: allowed ? ALL : 0n, signed: true }),
    ),
    raisedAllowance(),
    functionReader('0xa457c2d7', 'decreaseAllowance(address spender, uint256 subtractedValue)', {
      explain: ([spender, less], call, scene) => explainDecrease(call, scene, spender, less),
    }),
  ],
};

function permitted([payer, to, amount]: readonly [
  Transfer['payer'],
  Transfer['to'],
  bigint,
  ...unknown[],
]): Approval {
  return { payer, to, amount, signed: true };
}

function transfer<const Text extends string>(
  selector: Hex,
  text: Text,
  read: (values: Values<Text>, call: Call) => Transfer,
): FunctionReader {
  return functionReader(selector, text, {
    effects: (values, call) =>
      call.to ? [{ kind: 'pays', token: call.to, ...read(values, call) }] : [],
    explain: (values, call, scene) => explainTransfer(call, scene, read(values, call)),
  });
}

function approval<const Text extends string>(
  selector: Hex,
  text: Text,
  read: (values: Values<Text>, call: Call) => Approval,
): FunctionReader {
  return functionReader(selector, text, {
    effects: (values, call) => {
      const { payer, to, amount } = read(values, call);
      return call.to ? [{ kind: 'allows', token: call.to, payer, to, amount }] : [];
    },
    explain: (values, call, scene) => explainApproval(call, scene, read(values, call)),
  });
}

/** Adding nothing changes nothing; it does not end what was allowed before. */
function raisedAllowance(): FunctionReader {
  const text = 'increaseAllowance(address spender, uint256 addedValue)';
  return functionReader('0x39509351', text, {
    effects: ([to, amount], { from, to: token }) =>
      token && amount > 0n ? [{ kind: 'allows', token, payer: from, to, amount }] : [],
    explain: ([to, amount], call, scene) =>
      amount === 0n
        ? []
        : explainApproval(call, scene, {
            payer: call.from,
            to,
            amount,
            label: 'Allowance raised by',
          }),
  });
}
