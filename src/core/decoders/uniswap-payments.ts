// SwapRouter02's payments: what moves in or out of the router around a swap. They matter to an owner
// only by whom they pay.
import type { AbiParameter, Address, Hex } from 'viem';
import { type FunctionReader, functionReader } from './decoder';
import { explainSwap, paidAddresses } from './swap-words';

const TOKEN = { name: 'token', type: 'address' } as const;
const LEAST = { name: 'amountMinimum', type: 'uint256' } as const;
const VALUE = { name: 'value', type: 'uint256' } as const;
const RECIPIENT = { name: 'recipient', type: 'address' } as const;
/** The router itself refuses a fee above 1 %. */
const FEE = [
  { name: 'feeBips', type: 'uint256' },
  { name: 'feeRecipient', type: 'address' },
] as const;
const SIGNED = [
  { name: 'v', type: 'uint8' },
  { name: 'r', type: 'bytes32' },
  { name: 's', type: 'bytes32' },
] as const;
const PERMIT = [TOKEN, VALUE, { name: 'deadline', type: 'uint256' }, ...SIGNED] as const;
const PERMIT_ALLOWED = [
  TOKEN,
  { name: 'nonce', type: 'uint256' },
  { name: 'expiry', type: 'uint256' },
  ...SIGNED,
] as const;

export const ROUTER_PAYMENTS: readonly FunctionReader[] = [
  payment('0x49404b7c', 'unwrapWETH9', [LEAST, RECIPIENT]),
  payment('0x49616997', 'unwrapWETH9', [LEAST]),
  payment('0x9b2c0a37', 'unwrapWETH9WithFee', [LEAST, RECIPIENT, ...FEE]),
  payment('0xd4ef38de', 'unwrapWETH9WithFee', [LEAST, ...FEE]),
  payment('0xdf2ab5bb', 'sweepToken', [TOKEN, LEAST, RECIPIENT]),
  payment('0xe90a182f', 'sweepToken', [TOKEN, LEAST]),
  payment('0xe0e189a0', 'sweepTokenWithFee', [TOKEN, LEAST, RECIPIENT, ...FEE]),
  payment('0x3068c554', 'sweepTokenWithFee', [TOKEN, LEAST, ...FEE]),
  payment('0x12210e8a', 'refundETH', []),
  payment('0x1c58db4f', 'wrapETH', [VALUE]),
  payment('0xf2d5d56b', 'pull', [TOKEN, VALUE]),
  payment('0xf3995c67', 'selfPermit', PERMIT),
  payment('0xc2e3140a', 'selfPermitIfNecessary', PERMIT),
  payment('0x4659a494', 'selfPermitAllowed', PERMIT_ALLOWED),
  payment('0xa4a78f0c', 'selfPermitAllowedIfNecessary', PERMIT_ALLOWED),
];

function payment(selector: Hex, name: string, params: readonly AbiParameter[]): FunctionReader {
  const at = params.findIndex((param) => param.name === 'recipient');
  return functionReader({
    selector,
    signature: `${name}(${params.map(({ type }) => type).join(',')})`,
    params,
    explain: (values, call, scene) => {
      if (at < 0) return [];
      const recipients = paidAddresses(call, values[at] as Address);
      return explainSwap(call, scene, { recipients, facts: [], anyPrice: false, unread: 0 });
    },
  });
}
