// What the owner's wallet reads from the chain about all live Golems at once, renewed while it is shown.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Address } from 'viem';
import { sameAddress } from '../../src/core/chain/addresses';
import * as QUESTIONS from '../../src/core/chain/questions';
import { decodeContext, hashDelegation } from '../../src/core/delegations/delegation';
import type { ResponseOf } from '../../src/core/protocol/api';
import { isLive } from '../../src/core/runway/health';
import { type Checked, type Outlook, outlookOf } from '../../src/core/runway/outlook';
import * as store from '../owner/store';
import { answered } from '../plane/plane';
import { poll } from '../plane/poll';
import type { Provider } from '../wallet/provider';
import { lookAt, readChain } from '../wallet/reads';

const EVERY_MS = 15_000;
/** Each is some questions to the wallet. */
const MAX_GOLEMS = 30;

type Detail = ResponseOf<'golem'>;

export type Seen = { block: number; outlooks: Outlook[]; left: number };

/** null = not read yet; `unread`: the wallet or the control plane did not say. */
export function useOutlook(chainId: number | null, ids: readonly string[]) {
  const seen = useSignal<Seen | 'unread' | null>(null);
  const provider = store.wallet.value?.provider ?? null;
  const owner = store.owner.value;
  const asked = ids.slice(0, MAX_GOLEMS).join();
  const left = Math.max(0, ids.length - MAX_GOLEMS);
  useEffect(() => {
    seen.value = null;
    if (!provider || !owner || chainId === null) return undefined;
    let over = false;
    const about = { chainId, owner, golems: asked === '' ? [] : asked.split(',') };
    const running = poll(
      async () => {
        const read = await readAll(provider, about).catch(() => null);
        if (!over) seen.value = read ? { ...read, left } : 'unread';
        return read !== null;
      },
      { everyMs: EVERY_MS },
    );
    return () => {
      over = true;
      running.stop();
    };
  }, [provider, owner, chainId, asked, left]);
  return seen;
}

type About = { chainId: number; owner: Address; golems: readonly string[] };

async function readAll(provider: Provider, { chainId, owner, golems }: About) {
  const look = await lookAt(provider, chainId);
  if (!look) return null;
  const details = await Promise.all(
    golems.map(async (id) => answered(await store.plane.ask('golem', { id }))),
  );
  const checked = (await Promise.all(details.map((one) => checkedOf(provider, one)))).flat();
  const tokens = [...new Set(checked.flatMap(({ token }) => token ?? []))];
  const holdings = await Promise.all(
    tokens.map(async (token) => ({
      ...{ chainId, account: owner, token },
      amount: await look.view(QUESTIONS.balance, token, owner),
    })),
  );
  return { block: look.block, outlooks: outlookOf(checked, holdings, look.at) };
}

/** A grant whose bytes the control plane does not give could not be read: then nothing is said at all. */
async function checkedOf(provider: Provider, detail: Detail): Promise<Checked[]> {
  const { golem, permissions, contexts } = detail;
  const live = permissions.filter((one) => isLive(one, store.now.peek()));
  return Promise.all(
    live.map(async ({ id, token, chainId }) => {
      const context = contexts.find(({ permission }) => permission === id)?.context;
      if (!context) throw new Error('a live permission without its bytes');
      const subject = { chainId, context, golem: golem.id, guardian: golem.guardian };
      const facts = await readChain(provider, subject);
      const links = decodeContext(context).map(hashDelegation);
      // Of a grant to a guardian its key draws nothing before there is a lease.
      const [root, below] = decodeContext(context).reverse();
      const idle = below === undefined && sameAddress(root?.delegate, golem.guardian);
      const dead = facts?.phase === 4 || facts?.leaseEnded === true;
      const ended = facts?.grantEnded ? links : dead ? links.slice(0, -1) : [];
      const available = idle || ended.length > 0 ? 0n : (facts?.available ?? null);
      const { guardian } = golem;
      return { chainId, golem: golem.id, token, context, guardian, available, ended };
    }),
  );
}
