// What the key that a lease names can still do until a new lease takes its place, and the chain's word that it is over.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { shortHex } from '../../src/core/chain/addresses';
import * as QUESTIONS from '../../src/core/chain/questions';
import { dateWords } from '../../src/core/chain/time';
import type { Permission } from '../../src/core/protocol/status';
import { capOf, endsAt } from '../../src/core/runway/health';
import { money } from '../golem/golem-view';
import type { Draft } from '../grant/draft';
import * as store from '../owner/store';
import { poll } from '../plane/poll';
import { lookAt } from '../wallet/reads';
import { Note } from './kit';
import { oldKeyWords } from './old-key.words';

export function OldKey({ standing }: { standing: Permission }) {
  const key = standing.lease?.sessionKey ?? null;
  if (key === null) return null;
  const cap = money(standing, capOf(standing), 'up');
  return (
    <Note tone="low">
      <p>{oldKeyWords.until(shortHex(key), cap, dateWords(endsAt(standing)))}</p>
    </Note>
  );
}

/** After a new lease: earlier ones end with the order that was signed along with it, once that is on chain. */
export function OldKeyEnds({ draft }: { draft: Draft }) {
  const { lease, ask } = draft;
  const endedAt = useFloor(lease?.raise ? draft : null);
  if (!lease?.raise) return null;
  return (
    <Note tone={endedAt === null ? 'low' : 'good'} role="status">
      <p>
        {endedAt === null ? oldKeyWords.ending(ask.name) : oldKeyWords.ended(ask.name, endedAt)}
      </p>
    </Note>
  );
}

/** The block at which the owner's wallet saw every earlier generation refused; null until it did. */
function useFloor(draft: Draft | null) {
  const seen = useSignal<number | null>(null);
  const provider = store.wallet.value?.provider ?? null;
  const lease = draft?.lease ?? null;
  const chainId = draft?.ask.chainId ?? 0;
  useEffect(() => {
    seen.value = null;
    if (!lease || !provider) return;
    let over = false;
    const running = poll(
      async () => {
        const look = await lookAt(provider, chainId).catch(() => null);
        const budget = await look
          ?.view(QUESTIONS.budget, lease.guardian, lease.budgetId)
          .catch(() => null);
        if (over || !look || !budget) return false;
        if (budget.floor >= BigInt(lease.generation)) seen.value = look.block;
        return true;
      },
      { everyMs: 3000 },
    );
    return () => {
      over = true;
      running.stop();
    };
  }, [lease, provider, chainId]);
  return seen.value;
}
