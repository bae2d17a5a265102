// SwapRouter02's payments: what moves in or out of the router around a swap. They matter to an owner
// only by whom they pay.
import type { Address, Hex } from 'viem';
import { abiFunction } from '../bytes/abi-text';
import { type FunctionReader, functionReader } from './decoder';
import { explainSwap, paidAddresses } from './swap-words';

/** The router itself refuses a fee above 1 %. */
const FEE = 'uint256 feeBips, address feeRecipient';
const SIGNED = 'uint8 v, bytes32 r, bytes32 s';
const PERMIT = `address token, uint256 value, uint256 deadline, ${SIGNED}`;
const PERMIT_ALLOWED = `address token, uint256 nonce, uint256 expiry, ${SIGNED}`;
const LEAST_TO = 'uint256 amountMinimum, address recipient';

export const ROUTER_PAYMENTS: readonly FunctionReader[] = [
  payment('0x49404b7c', `unwrapWETH9(${LEAST_TO})`),
  payment('0x49616997', 'unwrapWETH9(uint256 amountMinimum)'),
  payment('0x9b2c0a37', `unwrapWETH9WithFee(${LEAST_TO}, ${FEE})`),
  payment('0xd4ef38de', `unwrapWETH9WithFee(uint256 amountMinimum, ${FEE})`),
  payment('0xdf2ab5bb', `sweepToken(address token, ${LEAST_TO})`),
  payment('0xe90a182f', 'sweepToken(address token, uint256 amountMinimum)'),
  payment('0xe0e189a0', `sweepTokenWithFee(address token, ${LEAST_TO}, ${FEE})`),
  payment('0x3068c554', `sweepTokenWithFee(address token, uint256 amountMinimum, ${FEE})`),
  payment('0x12210e8a', 'refundETH()'),
  payment('0x1c58db4f', 'wrapETH(uint256 value)'),
  payment('0xf2d5d56b', 'pull(address token, uint256 value)'),
  payment('0xf3995c67', `selfPermit(${PERMIT})`),
  payment('0xc2e3140a', `selfPermitIfNecessary(${PERMIT})`),
  payment('0x4659a494', `selfPermitAllowed(${PERMIT_ALLOWED})`),
  payment('0xa4a78f0c', `selfPermitAllowedIfNecessary(${PERMIT_ALLOWED})`),
];

function payment(selector: Hex, text: string): FunctionReader {
  const at = abiFunction(text).params.findIndex(({ name }) => name === 'recipient');
  return functionReader(selector, text, {
    explain: (values, call, scene) => {
      if (at < 0) return [];
      const recipients = paidAddresses(call, values[at] as Address);
      return explainSwap(call, scene, { recipients, facts: [], anyPrice: false, unread: 0 });
    },
  });
}
