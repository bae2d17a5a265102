export type Currency = { symbol: string; name: string; decimals: number };

export function currency(symbol: string, name = symbol): Currency {
  return { symbol, name, decimals: 18 };
}

export const ETHER = currency('ETH', 'Ether');
export const POL = currency('POL');
export const CELO = currency('CELO');
export const BNB = currency('BNB');
export const XDAI = currency('xDAI');
export const MON = currency('MON');
export const MNT = currency('MNT');
export const RON = currency('RON');
