// Every chain that Bardo knows anything about: one file, one line.
import { abstract } from './abstract';
import { arbitrum } from './arbitrum';
import { arbitrumNova } from './arbitrum-nova';
import { arbitrumSepolia } from './arbitrum-sepolia';
import { avalanche } from './avalanche';
import { BARE } from './bare';
import { base } from './base';
import { baseSepolia } from './base-sepolia';
import { bnb } from './bnb';
import { bnbTestnet } from './bnb-testnet';
import { celo } from './celo';
import { ethereum } from './ethereum';
import { gnosis } from './gnosis';
import { ink } from './ink';
import { linea } from './linea';
import { lineaSepolia } from './linea-sepolia';
import { mantle } from './mantle';
import { mantleSepolia } from './mantle-sepolia';
import { monad } from './monad';
import { opSepolia } from './op-sepolia';
import { optimism } from './optimism';
import { polygon } from './polygon';
import { polygonAmoy } from './polygon-amoy';
import type { ChainRecord } from './record';
import { ronin } from './ronin';
import { scroll } from './scroll';
import { sepolia } from './sepolia';
import { unichain } from './unichain';
import { zksync } from './zksync';
import { zksyncSepolia } from './zksync-sepolia';

export const CHAINS: readonly ChainRecord[] = [
  abstract,
  arbitrum,
  arbitrumNova,
  arbitrumSepolia,
  avalanche,
  base,
  baseSepolia,
  bnb,
  bnbTestnet,
  celo,
  ethereum,
  gnosis,
  ink,
  linea,
  lineaSepolia,
  mantle,
  mantleSepolia,
  monad,
  opSepolia,
  optimism,
  polygon,
  polygonAmoy,
  ronin,
  scroll,
  sepolia,
  unichain,
  zksync,
  zksyncSepolia,
  ...BARE,
];
