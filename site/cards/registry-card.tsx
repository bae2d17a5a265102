// A Golem in the public registry: what the chain shows of it, and what its owner can put right there.
import type { Address } from 'viem';
import { sameAddress } from '../../src/core/chain/addresses';
import { type Golem, nameOf } from '../../src/core/protocol/status';
import * as store from '../owner/store';
import { type Turn, working } from '../owner/work';
import { ensureChain } from '../wallet/chain';
import { dispatch } from '../wallet/dispatch';
import { Trouble } from '../wallet/errors';
import { fileCall, registration, registryNumber, unsetCall, walletKey } from '../wallet/identity';
import { keepNumber, lookUp } from '../wallet/kept-numbers';
import type { Outgoing, Provider } from '../wallet/provider';
import { registrationFile } from '../wallet/registration-file';
import type { Entry, Found } from '../wallet/registry-entry';
import { ledgerIn } from '../wallet/sent';
import { Button, Fact } from './kit';
import { registryCardWords as words } from './registry-card.words';
import type { EntryView } from './use-entry';

export function RegistryFacts({ golem, found }: { golem: Golem; found: Found | null }) {
  if (!found || 'none' in found) {
    return <Fact label={words.number}>{found ? words.none(found.from) : words.unread}</Fact>;
  }
  return (
    <>
      <Fact label={words.number} source={words.source(found.block)}>
        {`${found.number}`}
      </Fact>
      <Fact label={words.wallet} source={words.source(found.block)}>
        {found.wallet ? <code>{found.wallet}</code> : null} {walletWords(golem, found.wallet)}
      </Fact>
    </>
  );
}

function walletWords(golem: Golem, wallet: Address | null): string {
  if (!wallet) return words.walletNone;
  if (golem.sessionKey && sameAddress(wallet, golem.sessionKey)) return words.walletKey;
  return sameAddress(wallet, store.owner.value ?? '') ? words.walletOwner : words.walletOther;
}

/** For the owner's own account. */
export function RegistryActs({
  golem,
  entry,
  again,
}: {
  golem: Golem;
  entry: Entry;
  again: () => void;
}) {
  const { chainId } = golem;
  const { number, wallet, file } = entry;
  const alive = golem.phase !== 'terminal';
  const wanted = registrationFile({ chainId, name: nameOf(golem), active: alive, number });
  const right = alive && golem.sessionKey !== null && sameAddress(wallet ?? '', golem.sessionKey);
  return (
    <>
      {file === wanted ? null : (
        <div class="row">
          <span class="soft">{words.fileOld}</span>
          <Button onClick={() => change(golem, fileCall(chainId, number, wanted), FILE, again)}>
            {words.write}
          </Button>
        </div>
      )}
      {wallet && !right ? (
        <div class="row">
          <Button onClick={() => unsetWallet(golem, number, again)}>{words.unset}</Button>
        </div>
      ) : null}
    </>
  );
}

const FILE = {
  key: (id: string) => `agent-file:${id}`,
  asking: words.writing,
  done: words.written,
};
const UNSET = { key: walletKey, asking: words.unsetting, done: words.unsetDone };

export function unsetWallet(golem: Golem, number: bigint, again: () => void): Promise<boolean> {
  return change(golem, unsetCall(golem.chainId, number), UNSET, again);
}

function change(
  { id, chainId }: Golem,
  call: Outgoing | null,
  { key, asking, done }: typeof FILE | typeof UNSET,
  again: () => void,
): Promise<boolean> {
  return working(asking, async (turn) => {
    const [wallet, owner] = [store.wallet.value, store.account.value];
    if (!wallet || !owner || !call) return;
    await ensureChain(wallet.provider, store.settings.value, chainId);
    await send(wallet.provider, owner, { chainId, key: key(id), call, turn });
    again();
    turn.say(done);
  });
}

type Sending = { chainId: number; key: string; call: Outgoing; turn: Turn };

async function send(provider: Provider, from: Address, { chainId, key, call, turn }: Sending) {
  const errand = { from, chainId, keys: [key], calls: [call] };
  const post = { provider, ledger: ledgerIn(localStorage), waiting: { signal: turn.signal } };
  return (await dispatch(errand, post)).transaction;
}

/** `demandSigned`: the owner enters no key that only the control plane names. */
export function register(
  golem: Golem,
  agentKey: Address,
  { found, again }: EntryView,
  demandSigned: (owner: Address) => void,
): Promise<boolean> {
  return working(words.registering, async (turn) => {
    const [wallet, owner] = [store.wallet.value, store.account.value];
    const { id, chainId } = golem;
    const call = registration(chainId, { golem: id, name: nameOf(golem), agentKey });
    if (!wallet || !owner || !call) return;
    demandSigned(owner);
    const { provider } = wallet;
    await ensureChain(provider, store.settings.value, chainId);
    const subject = { chainId, golem: id, owner };
    // A second entry would be a second Golem to everybody else.
    const before = await lookUp(provider, localStorage, subject);
    if (!before) throw new Trouble(words.unread);
    if ('number' in before) {
      found.value = before;
      return turn.say(words.there);
    }
    const transaction = await send(provider, owner, { chainId, key: `register:${id}`, call, turn });
    const number = transaction && (await registryNumber(provider, chainId, transaction));
    if (number !== null) keepNumber(localStorage, subject, number);
    found.value = null;
    again();
    turn.say(words.registered);
  });
}
