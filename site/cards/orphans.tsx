// Grants the wallet gave to this site that no Golem lives on: left over from an interrupted grant.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Address } from 'viem';
import { shortHex } from '../../src/core/chain/addresses';
import { money } from '../golem/golem-view';
import { type Orphan, orphansOf } from '../grant/asking';
import { draft } from '../grant/desk';
import { endGrant } from '../grant/replace';
import * as store from '../owner/store';
import { working } from '../owner/work';
import { believed } from '../plane/plane';
import type { Provider } from '../wallet/provider';
import { ledgerIn } from '../wallet/sent';
import { words } from '../words/words';
import { Button, Card } from './kit';

export function Orphans() {
  const found = useSignal<Orphan[]>([]);
  const chain = store.homeChain.value;
  const owner = store.owner.value;
  const known =
    store.golems.value.value?.permissions.map((one) => one.delegationHashes.at(-1)).join() ?? null;
  const idle = draft.value === null;
  useEffect(() => {
    found.value = [];
  }, [owner]);
  useEffect(() => {
    const wallet = store.wallet.value;
    // While one is being granted the wallet knows it and the control plane does not yet.
    if (!idle) found.value = [];
    const here = chain !== null && store.walletChain.value === chain.chainId;
    if (!wallet || !owner || !here || known === null || !idle) return undefined;
    let over = false;
    strangersOf(wallet.provider, chain.chainId, owner).then(
      (orphans) => {
        if (!over) found.value = orphans;
      },
      () => undefined,
    );
    return () => {
      over = true;
    };
  }, [owner, known, chain?.chainId, idle, store.wallet.value, store.walletChain.value]);
  if (!idle || found.value.length === 0 || !chain) return null;
  return (
    <Card title={words.orphans.heading}>
      <p>{words.orphans.text}</p>
      <ul class="rows">
        {found.value.map((orphan) => (
          <li key={orphan.terms.hash} class="row">
            <span>
              {words.orphans.line(
                money(
                  { chainId: chain.chainId, token: orphan.terms.token },
                  orphan.terms.cap,
                  'up',
                ),
                shortHex(orphan.terms.delegate),
              )}
            </span>
            <Button
              kind="danger"
              onClick={() => end(orphan, chain.chainId).then((done) => done && drop(orphan))}
            >
              {words.orphans.end}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );

  function drop({ terms }: Orphan): void {
    found.value = found.value.filter((one) => one.terms.hash !== terms.hash);
  }
}

/** The control plane is asked anew: what this page knows may be older than a grant that was registered just now. */
async function strangersOf(provider: Provider, chainId: number, owner: Address): Promise<Orphan[]> {
  const { permissions } = believed(await store.plane.ask('golems'));
  const registered = permissions.map((one) => one.delegationHashes.at(-1));
  return orphansOf(provider, chainId, { owner, registered, now: store.now.peek() });
}

function end({ terms }: Orphan, chainId: number): Promise<boolean> {
  return working(words.progress.ending, async (turn) => {
    const [wallet, settings] = [store.wallet.value, store.settings.value];
    if (!wallet || !settings) return;
    const about = { owner: terms.owner, golem: '', chainId };
    await endGrant(terms.root, about, {
      provider: wallet.provider,
      settings,
      ledger: ledgerIn(localStorage),
      waiting: { signal: turn.signal },
    });
    turn.say(words.progress.ended);
  });
}
