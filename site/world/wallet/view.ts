// What the host tells the panel, and what the panel may ask of it: both sides import this.

/** `sentence`: the label is one, and the value its technical name below it. */
export type Fact = { label: string; value: string; kind: 'words' | 'address' | 'sentence' };

/** A tree of the Snap as the wallet holds it now. `null`: closed meanwhile. */
export type SnapScreen = { interfaceId: string; tree: unknown };

export type Insight =
  | { state: 'loading' }
  /** null, an error or something the wallet refuses: all look the same to the owner. */
  | { state: 'none' }
  | { state: 'shown'; screen: SnapScreen };

/** Fields of a permission the owner may change before granting it. Amounts in whole tokens, as typed. */
export type GrantForm = {
  amountLabel: string;
  amount: string;
  symbol: string;
  decimals: number;
  amountEditable: boolean;
  /** Unix seconds; null = never ends. */
  expiresAt: number | null;
  /** Wallet accounts to choose from, and the one chosen. */
  accounts: string[];
  account: string;
};

export type GrantEdit = { amount?: string; expiresAt?: number | null; account?: string };

export type WindowKind =
  | 'connect'
  | 'install'
  | 'chain'
  | 'transaction'
  | 'signature'
  | 'grant'
  | 'dialog';

/** One thing the wallet asks its user; the oldest is on top. */
export type Window = {
  id: string;
  kind: WindowKind;
  title: string;
  /** Who asks: a site's origin, or the Snap. */
  origin: string;
  /** One sentence about what happens, in the wallet's words. */
  lead: string;
  facts: Fact[];
  /** The message as it is signed, and whether it is open at once: what a person can read is. */
  raw: string | null;
  rawOpen: boolean;
  /** null: this window has no insight row. */
  insight: Insight | null;
  form: GrantForm | null;
  dialog: (SnapScreen & { type: 'alert' | 'confirmation' | 'prompt' }) | null;
  confirm: string;
  reject: string | null;
};

export type Notice = {
  id: string;
  channel: 'native' | 'inApp';
  /** Unix milliseconds. */
  atMs: number;
  message: string;
  read: boolean;
  title: string | null;
  screen: SnapScreen | null;
  footer: { href: string; text: string } | null;
};

/** What the wallet still takes for the desktop. `freeAtMs`: when a full window ends; null while there is room. */
export type NoticeBudget = { most: number; left: number; refused: number; freeAtMs: number | null };

export type Account = { address: string; name: string; eth: string; usdc: string; smart: boolean };

export type SampleView = {
  id: string;
  kind: 'good' | 'odd' | 'malicious';
  title: string;
  text: string;
  /** There is nothing yet that it could be made of. */
  missing: boolean;
};

export type TourStep = {
  id: string;
  title: string;
  /** What to look at while it happens. */
  look: string;
  button: string;
  presses: TourPress;
  /** Under way, by these words; null while nothing is. */
  busy: string | null;
  done: boolean;
};

export type TourPress = { site: SiteMove[] } | { act: PanelAct } | { tab: 'snap' | 'notices' };

/**
 * What the visitor would do on the site: press the first of these buttons that is there (`via`: those on the way to it),
 * or look at the first part of the page that has one of these labels.
 */
export type SiteMove = { press: string[]; via?: string[] } | { see: string[] };

/** Whose behaviour is played: MetaMask Flask 13.13 (the oldest that can grant), or MetaMask 13.23. */
export const WALLET_FORMS = ['13.13', '13.23'] as const;
export type WalletForm = (typeof WALLET_FORMS)[number];

export function isWalletForm(text: unknown): text is WalletForm {
  return WALLET_FORMS.some((form) => form === text);
}

export type WalletView = {
  form: WalletForm;
  locked: boolean;
  /** Something waits for the password, as MetaMask would open its window for. */
  unlockWanted: boolean;
  accounts: Account[];
  selected: string;
  chainId: string;
  chains: { id: string; name: string; reachable: boolean }[];
  /** Sites connected to accounts. */
  sites: { origin: string; accounts: string[] }[];
  snap: {
    name: string;
    version: string;
    installed: boolean;
    running: boolean;
    /** Unix milliseconds of the next heartbeat; null while there is none. */
    nextCheckAtMs: number | null;
    checks: number;
    /** The last thing the real wallet would have refused, or the last crash. */
    fault: string | null;
  };
  home: SnapScreen | null;
  windows: Window[];
  notices: Notice[];
  desktop: NoticeBudget;
  samples: SampleView[];
  tour: TourStep[];
  /** The Golem that died on the visitor's wish: where its succession is offered. */
  heirTo: { name: string; path: string } | null;
};

/** Panel → host. */
export type PanelAct =
  | {
      act:
        | 'lock'
        | 'unlock'
        | 'check'
        | 'install'
        | 'home'
        | 'close-home'
        | 'read-notices'
        | 'end-golem';
    }
  | { act: 'confirm'; window: string; edit?: GrantEdit; text?: string }
  | { act: 'reject'; window: string }
  | { act: 'press'; interfaceId: string; name: string }
  | { act: 'select-account'; address: string }
  | { act: 'select-chain'; chainId: string }
  | { act: 'select-form'; form: string }
  | { act: 'disconnect'; origin: string }
  | { act: 'sample'; sample: string };

export type RpcAnswer =
  | { id: string; result: unknown }
  | { id: string; error: { code: number; message: string; data?: unknown } };

/** Host → page, as server-sent events. */
export type HostEvent =
  | { event: 'view'; view: WalletView }
  | { event: 'answer'; answer: RpcAnswer }
  | { event: 'provider'; name: string; payload: unknown }
  | { event: 'native'; message: string };
