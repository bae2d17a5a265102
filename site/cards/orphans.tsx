// Grants to this site that no Golem lives on: left over from an interrupted grant, or given by another account than
// was signed in.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Address, Hex } from 'viem';
import { sameAddress } from '../../src/core/chain/addresses';
import { money } from '../golem/golem-view';
import { loadDraft } from '../grant/draft';
import { everyWords } from '../grant/limits';
import { draft } from '../grant/open-form';
import { type Orphan, orphansOf, strangersAmong } from '../grant/orphans';
import { endGrant } from '../grant/replace';
import { unusedIn } from '../grant/unused';
import * as store from '../owner/store';
import { working } from '../owner/work';
import { answered } from '../plane/plane';
import type { Provider } from '../wallet/provider';
import { ledgerIn } from '../wallet/sent';
import { Address as ShownAddress } from './address';
import { Button, Card } from './kit';
import { orphansWords } from './orphans.words';
import { runGrantWords } from './run-grant.words';

/** On the first page, where a grant in the making has its own card. */
export function Orphans() {
  const found = useOrphans(draft.value === null);
  return draft.value === null ? <OrphansCard found={found} /> : null;
}

export type Found = { value: Orphan[] };

/** `wanted`: while one is being granted the wallet knows it and the control plane does not yet. */
export function useOrphans(wanted: boolean): Found {
  const found = useSignal<Orphan[]>([]);
  const chain = store.homeChain.value;
  const owner = store.owner.value;
  const known =
    store.golems.value.value?.permissions.map((one) => one.delegationHashes.at(-1)).join() ?? null;
  useEffect(() => {
    found.value = [];
  }, [owner]);
  useEffect(() => {
    if (!wanted) found.value = [];
    if (!owner || !chain || known === null || !wanted) return undefined;
    const { chainId } = chain;
    const kept = keptOf(owner, chainId);
    const about = { owner, now: store.now.peek(), kept };
    // What this browser holds is shown whatever the wallet and the chain say, until they say it has ended.
    found.value = strangersAmong(kept, chainId, { ...about, registered: known.split(',') });
    const wallet = store.wallet.value;
    if (!wallet || store.walletChain.value !== chainId) return undefined;
    let over = false;
    strangersOf(wallet.provider, chainId, about).then(
      (orphans) => {
        if (!over) found.value = orphans;
      },
      () => undefined,
    );
    return () => {
      over = true;
    };
  }, [owner, known, chain?.chainId, wanted, store.wallet.value, store.walletChain.value]);
  return found;
}

/** One in the making is signed and not registered, too. */
function keptOf(owner: Address, chainId: number): Hex[] {
  const making = loadDraft(localStorage, owner);
  const context = making && !making.leaseOnly && making.ask.chainId === chainId && making.context;
  return [...unusedIn(localStorage).of(owner, chainId), ...(context ? [context] : [])];
}

export function OrphansCard({ found }: { found: Found }) {
  const chain = store.homeChain.value;
  if (found.value.length === 0 || !chain) return null;
  return (
    <Card title={orphansWords.heading}>
      <p>{orphansWords.text}</p>
      <ul class="rows">
        {found.value.map((orphan) => (
          <li key={orphan.terms.hash} class="row">
            <span>
              {lineOf(orphan, chain.chainId)}{' '}
              <ShownAddress chainId={chain.chainId} address={orphan.terms.delegate} />
            </span>
            {sameAddress(store.account.value, orphan.terms.owner) ? (
              <Button
                kind="danger"
                onClick={() => end(orphan, chain.chainId).then((done) => done && drop(orphan))}
              >
                {orphansWords.end}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  );

  function drop({ terms }: Orphan): void {
    found.value = found.value.filter((one) => one.terms.hash !== terms.hash);
  }
}

function lineOf({ terms: { token, cap, periodSeconds } }: Orphan, chainId: number): string {
  return orphansWords.line(money({ chainId, token }, cap, 'up'), everyWords(periodSeconds));
}

/** The control plane is asked again: what this page knows may be older than a grant that was registered just now. */
async function strangersOf(
  provider: Provider,
  chainId: number,
  about: { owner: Address; now: number; kept: readonly Hex[] },
): Promise<Orphan[]> {
  const { permissions } = answered(await store.plane.ask('golems'));
  const registered = permissions.map((one) => one.delegationHashes.at(-1));
  return orphansOf(provider, chainId, { ...about, registered });
}

function end({ terms, context }: Orphan, chainId: number): Promise<boolean> {
  return working(runGrantWords.ending, async (turn) => {
    const [wallet, settings] = [store.wallet.value, store.settings.value];
    if (!wallet || !settings) return;
    const about = { owner: terms.owner, golem: '', chainId };
    await endGrant(terms.root, about, {
      provider: wallet.provider,
      settings,
      ledger: ledgerIn(localStorage),
      waiting: { signal: turn.signal },
    });
    unusedIn(localStorage).drop(terms.owner, context);
    turn.say(runGrantWords.ended);
  });
}
