/** @jsxImportSource preact */
import type { WalletView } from '../view';
import type { Link } from './link';
import type { Touring } from './touring';

export type Tab = 'try' | 'wallet' | 'snap' | 'notices';
const TABS: [Tab, string][] = [
  ['try', 'Try it'],
  ['wallet', 'Wallet'],
  ['snap', 'Bardo'],
  ['notices', 'Notices'],
];

export type InsideProps = {
  view: WalletView;
  link: Link;
  tab: Tab;
  tour: Touring;
  onTab: (tab: Tab) => void;
};

export function TabBar({ view, tab, onTab }: Pick<InsideProps, 'view' | 'tab' | 'onTab'>) {
  const unread = view.notices.filter((notice) => !notice.read).length;
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const at = TABS.findIndex(([name]) => name === tab);
    const next = TABS[(at + by + TABS.length) % TABS.length];
    if (by === 0 || !next) return;
    onTab(next[0]);
    (event.currentTarget as Element).querySelector<HTMLElement>(`#tab-${next[0]}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="Demo wallet" tabIndex={-1} onKeyDown={step}>
      {TABS.map(([name, label]) => (
        <button
          key={name}
          id={`tab-${name}`}
          type="button"
          role="tab"
          aria-selected={name === tab}
          tabIndex={name === tab ? 0 : -1}
          onClick={() => onTab(name)}
        >
          {label}
          {name === 'notices' && unread > 0 ? <span class="count">{unread}</span> : null}
        </button>
      ))}
    </div>
  );
}
