// Functions that owners meet in rules, by the four bytes that call them. The bytes stay beside the name: any
// contract may give the same four bytes another meaning.
import type { Hex } from 'viem';

const NAMES: Record<string, string> = {
  '0xa9059cbb': 'transfer',
  '0x23b872dd': 'transferFrom',
  '0x095ea7b3': 'approve',
  '0x39509351': 'increaseAllowance',
  '0xa22cb465': 'setApprovalForAll',
  '0x87517c45': 'approve (Permit2)',
  '0x6e553f65': 'deposit',
  '0x94bf804d': 'mint',
  '0xb460af94': 'withdraw',
  '0xba087652': 'redeem',
};

/** "0x095ea7b3 (approve)". */
export function selectorWords(selector: Hex): string {
  const name = NAMES[selector.toLowerCase()];
  return name ? `${selector} (${name})` : selector;
}
