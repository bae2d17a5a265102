// Chains of MetaMask's framework of which Bardo knows no more than the number and what gas is paid in.
import { CELO, type Currency, currency, ETHER, MON, RON, XDAI } from './currencies';
import type { ChainRecord } from './record';

const SEI = currency('SEI');
const CBTC = currency('cBTC');
const BERA = currency('BERA');

const NUMBERS: readonly (readonly [Currency | null, ...number[]])[] = [
  [ETHER, 1301, 4326, 4663, 6343, 46_630, 560_048, 747_474, 763_373],
  [MON, 10_143],
  [XDAI, 10_200],
  [RON, 202_601],
  [CELO, 11_142_220],
  [SEI, 1328, 1329],
  [CBTC, 4114, 5115],
  [BERA, 80_069, 80_094],
  [currency('S', 'Sonic'), 146],
  // Arc pays gas in dollars, which its own accounts hold with 18 decimals.
  [currency('USDC'), 5_042_002],
  // No public list confirms what the first four call it; on Tempo gas is paid in any stablecoin.
  [null, 1155, 13_579, 14_601, 737_373, 4217, 42_431],
];

export const BARE: readonly ChainRecord[] = NUMBERS.flatMap(([coin, ...ids]) =>
  ids.map((id) => ({ id, name: null, currency: coin, framework: true })),
);
