// The wallet as its methods see it: keys, what was granted to whom, and the doors to owner, Snap and chain.
import type { HandlerType } from '@metamask/snaps-utils';
import type { Address, HDAccount, Hex } from 'viem';
import type { WalletForm } from '../view';
import type { ChainLink } from './chain-link';
import type { Cron } from './cron';
import type { GrantEstate } from './granted';
import type { Lock } from './lock';
import type { Notices } from './notices';
import type { SnapHost } from './snap-host';
import type { Windows } from './windows';

export type Chain = { id: Hex; name: string; reachable: boolean };

export type Memory = {
  /** Whose behaviour is played. */
  form: WalletForm;
  selected: Address;
  chainId: Hex;
  chains: Chain[];
  /** Accounts each site may see; the selected one comes first when it is among them. */
  permitted: Map<string, Address[]>;
  installed: boolean;
  /** Sites that may speak to the Snap. */
  snapSites: Set<string>;
  /** What the visitor has met so far, for the tour. */
  met: Set<'watching' | 'sample' | 'lease' | 'console'>;
  /** Whom the visitor let die. */
  dying: { id: string; name: string } | null;
};

/** `over` resolves when it is dead and has revoked what it held. */
export type Dying = { id: string; name: string; over: Promise<void> };

export type Manifest = {
  version: string;
  proposedName: string;
  initialConnections?: { [origin: string]: object };
  initialPermissions: { [name: string]: unknown };
};

export type Wallet = {
  accounts: readonly HDAccount[];
  chain: ChainLink;
  memory: Memory;
  lock: Lock;
  windows: Windows;
  portalOrigin: string;
  snapId: string;
  manifest: Manifest;
  snap: SnapHost;
  cron: Cron;
  notices: Notices;
  /** What the selected account has granted, as last read. */
  estate: () => GrantEstate;
  /** As the chain shows it now. */
  lookAtEstate: () => Promise<GrantEstate>;
  /** Ends a Golem of the world on the visitor's wish; null where there is none to end. */
  endGolem: (() => Promise<Dying | null>) | null;
  /** Asks the Snap about a window; the answer appears in it, if it is still open. */
  explain: (window: string, handler: InsightHandler, params: object) => void;
  /** An EIP-1193 event for the pages of this computer. */
  emit: (name: string, payload: unknown) => void;
  changed: () => void;
};

export type InsightHandler = HandlerType.OnTransaction | HandlerType.OnSignature;

/** As `eth_accounts` answers a site. */
export function accountsFor(wallet: Wallet, origin: string): Address[] {
  const { permitted, selected } = wallet.memory;
  if (wallet.lock.locked()) return [];
  const accounts = permitted.get(origin) ?? [];
  return [...accounts].sort((a, b) => Number(b === selected) - Number(a === selected));
}

export function accountOf(wallet: Wallet, address: string): HDAccount | undefined {
  return wallet.accounts.find((one) => one.address.toLowerCase() === address.toLowerCase());
}

export const caip2 = (chainId: Hex) => `eip155:${Number(chainId)}`;
