// A Golem that its phase limits: what it may spend of its cap, what healing would change, and the walk to the chain's answer.
import type { Permission } from '../../src/core/protocol/status';
import { type Healing, healingOf } from '../../src/core/runway/heal';
import { capOf } from '../../src/core/runway/health';
import { type GolemView, money, viewOf } from '../golem/golem-view';
import { fed } from '../grant/fed';
import { heal, lackOf } from '../grant/heal';
import { renewOwnerSnapshot } from '../owner/owner-snapshot';
import * as store from '../owner/store';
import { working } from '../owner/work';
import { ledgerIn } from '../wallet/sent';
import { healCardWords } from './heal.words';
import { Button, Note } from './kit';

type Props = {
  view: GolemView;
  permissions: readonly Permission[];
  /** The rank that the owner's wallet read from the oracle; null = it could not. */
  onChain: number | null;
};

export function HealOffer({ view, permissions, onChain }: Props) {
  const { golem, name, runway } = view;
  const healing = healingOf(golem, permissions, store.now.value, onChain);
  if (!healing || !runway) return null;
  const lacks = lackOf(view, healing, store.now.value);
  return (
    <Note tone="low">
      <p>
        <b>{healCardWords.question(name, healing.from)}</b>
      </p>
      <p>{healCardWords.what(healing, money(runway, capOf(runway), 'up'))}</p>
      {lacks ? <p>{healCardWords.feedFirst(lacks)}</p> : null}
      {store.snap.value?.kind === 'ready' ? (
        <span class="row">
          <Button kind={lacks ? 'plain' : 'main'} onClick={() => walk(view, healing)}>
            {healCardWords.heal(name)}
          </Button>
          {fed.value === golem.id ? (
            <Button onClick={() => leave()}>{healCardWords.notNow}</Button>
          ) : null}
        </span>
      ) : (
        <p class="soft">{healCardWords.needsSnap}</p>
      )}
    </Note>
  );
}

/** Right after the feeding, where no page of the Golem is open. */
export function FedHeal() {
  const { value } = store.golems.value;
  const golem = value?.golems.find(({ id }) => id === fed.value);
  if (!value || !golem) return null;
  const view = viewOf(golem, value.permissions, store.now.value);
  return <HealOffer view={view} permissions={value.permissions} onChain={null} />;
}

function leave(): void {
  fed.value = null;
}

async function walk({ golem, name }: GolemView, healing: Healing): Promise<void> {
  const [wallet, settings, owner] = [store.wallet.value, store.settings.value, store.account.value];
  if (!wallet || !settings || !owner) return;
  const done = await working(healCardWords.signing, async (turn) => {
    const words = await heal(
      { golem: golem.id, name, chainId: golem.chainId, owner, healing },
      {
        provider: wallet.provider,
        plane: store.plane,
        settings,
        ledger: ledgerIn(localStorage),
        waiting: { signal: turn.signal },
        doing: turn.doing,
      },
    );
    turn.say(words);
  });
  if (done && fed.value === golem.id) fed.value = null;
  renewOwnerSnapshot();
}
