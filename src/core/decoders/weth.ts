// Wrapped ether: what is sent comes back as the token, one for one. Its transfers and allowances are those of any token.
import { wethOn } from '../chain/uniswap';
import { type Decoder, functionReader } from './decoder';

export const weth: Decoder = {
  contract: 'WETH',
  targets: wethOn,
  exclusive: true,
  partial: true,
  functions: [
    functionReader('0xd0e30db0', 'deposit()'),
    functionReader('0x2e1a7d4d', 'withdraw(uint256 amount)'),
  ],
};
