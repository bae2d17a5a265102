// The wallet's state as the panel draws it.

import type { Notices } from '../host/notices';
import type { Wallet } from '../host/wallet';
import type { Account, Notice, SnapScreen, WalletView, Window } from '../view';
import { sampleViews } from './samples';
import { heirOf, tourOf } from './tour';

type Shown = {
  balances: Account[];
  fault: string | null;
  home: string | null;
};

export function viewOf(wallet: Wallet, { balances, fault, home }: Shown): WalletView {
  const { memory, lock, manifest, snap, cron, notices } = wallet;
  return {
    form: memory.form,
    locked: lock.locked(),
    unlockWanted: lock.wanted(),
    accounts: balances,
    selected: memory.selected,
    chainId: memory.chainId,
    chains: memory.chains,
    sites: [...memory.permitted].map(([origin, accounts]) => ({ origin, accounts })),
    snap: {
      name: manifest.proposedName,
      version: manifest.version,
      installed: memory.installed,
      running: snap.running(),
      nextCheckAtMs: cron.nextAtMs(),
      checks: cron.checks(),
      fault,
    },
    home: home === null ? null : screenOf(wallet, home),
    windows: wallet.windows.list().map((window) => current(wallet, window)),
    notices: notices.list().map((notice) => noticeOf(wallet, notice)),
    desktop: notices.native(),
    samples: sampleViews(wallet),
    tour: tourOf(wallet),
    heirTo: heirOf(wallet),
  };
}

/** Screens are read again each time: the Snap may have changed them meanwhile. */
function screenOf(wallet: Wallet, interfaceId: string): SnapScreen | null {
  const open = wallet.snap.screenOf(interfaceId);
  return open && { interfaceId, tree: open.content };
}

function current(wallet: Wallet, window: Window): Window {
  const { insight, dialog } = window;
  const shown = insight?.state === 'shown' ? screenOf(wallet, insight.screen.interfaceId) : null;
  const asked = dialog && screenOf(wallet, dialog.interfaceId);
  return {
    ...window,
    insight: shown ? { state: 'shown', screen: shown } : insight,
    dialog: dialog && asked ? { ...dialog, tree: asked.tree } : dialog,
  };
}

function noticeOf(wallet: Wallet, notice: ReturnType<Notices['list']>[number]): Notice {
  const { interfaceId, ...rest } = notice;
  return { ...rest, screen: interfaceId === null ? null : screenOf(wallet, interfaceId) };
}
