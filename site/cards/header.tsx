// The mark, and who is signed in.
import { leave } from '../owner/owner';
import * as store from '../owner/store';
import { pageWords } from '../words/page.words';
import { AccountChip } from './account-state';
import { Address } from './address';
import { headerWords } from './header.words';
import { Button } from './kit';

export function Header() {
  const owner = store.owner.value;
  return (
    <header class="top">
      <a class="mark" href="/" aria-label={headerWords.home}>
        <svg viewBox="0 0 64 64" width="28" height="28" aria-hidden="true">
          <path
            d="M32 8 54 32 32 56 10 32Z"
            fill="none"
            stroke="currentColor"
            stroke-width="5"
            stroke-linejoin="round"
          />
          <path class="core" d="M32 22 42 32 32 42 22 32Z" />
        </svg>
        <span>{pageWords.title}</span>
      </a>
      {owner ? (
        <div class="who">
          <span class="chip">
            <Address chainId={store.homeChain.value?.chainId ?? 1} address={owner} />
          </span>
          <AccountChip />
          <Button onClick={leave}>{headerWords.signOut}</Button>
        </div>
      ) : null}
    </header>
  );
}
