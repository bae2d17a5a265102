// The identity card, the owner's attestation, and the public registry.
import { useSignal } from '@preact/signals';
import type { Address, Hex } from 'viem';
import { chainName } from '../../src/core/chain/addresses';
import { DAY } from '../../src/core/chain/time';
import { registriesOn } from '../../src/core/decoders/erc8004';
import type { ResponseOf } from '../../src/core/protocol/api';
import type { GolemView } from '../golem/golem-view';
import { signTyped } from '../grant/intent';
import { isSignedKey } from '../grant/request-signer';
import * as store from '../owner/store';
import { working } from '../owner/work';
import { ensureChain } from '../wallet/chain';
import { Trouble } from '../wallet/errors';
import { attestation } from '../wallet/identity';
import { save } from './download';
import { phaseWords, StateBadge } from './golem-summary';
import { identityWords } from './identity.words';
import { Button, Card, Fact } from './kit';
import { RegistryActs, RegistryFacts, register } from './registry-card';
import { registryCardWords } from './registry-card.words';
import { useEntry } from './use-entry';

type Detail = ResponseOf<'golem'>;

export function IdentityCard({ detail, view }: { detail: Detail; view: GolemView }) {
  const { golem } = detail;
  const signed = useSignal<unknown>(null);
  const entry = useEntry(golem);
  const found = entry.found.value;
  const listed = found && 'number' in found ? found : null;
  const key = golem.sessionKey;
  const { owner } = store;
  const registry = registriesOn(golem.chainId).length > 0;
  return (
    <Card title={identityWords.heading}>
      <dl class="facts">
        <Fact label={identityWords.golem}>
          {view.name} <small>{chainName(golem.chainId)}</small>
        </Fact>
        <Fact label={identityWords.owner}>
          <code>{owner.value}</code>
        </Fact>
        <Fact label={identityWords.key}>{key ? <code>{key}</code> : identityWords.noKey}</Fact>
        <Fact label={identityWords.phase}>{phaseWords(golem)}</Fact>
        <Fact label={identityWords.health}>
          <StateBadge view={view} />
        </Fact>
        {registry ? <RegistryFacts golem={golem} found={found} /> : null}
      </dl>
      <p class="soft">{registry ? identityWords.text : identityWords.noRegistry}</p>
      {key && store.account.value && golem.phase !== 'terminal' ? (
        <div class="row">
          <Button onClick={() => attest(detail, key, signed)}>{identityWords.attest}</Button>
          {signed.value ? (
            <Button onClick={() => save(`${golem.id}-attestation.json`, signed.value)}>
              {identityWords.save}
            </Button>
          ) : null}
          {registry && !listed ? (
            <Button
              onClick={() => register(golem, key, entry, (by) => demandSigned(detail, key, by))}
            >
              {registryCardWords.register}
            </Button>
          ) : null}
        </div>
      ) : null}
      {listed && store.account.value ? (
        <RegistryActs golem={golem} entry={listed} again={entry.again} />
      ) : null}
    </Card>
  );
}

/** The control plane says which key it is; the owner vouches only for one that his own signature leads to. */
function demandSigned({ golem, contexts }: Detail, key: Hex, owner: Address): void {
  if (!isSignedKey(key, golem.chainId, { owner, contexts })) {
    throw new Trouble(identityWords.unsigned);
  }
}

function attest(detail: Detail, agentKey: Hex, signed: { value: unknown }): Promise<boolean> {
  return working(identityWords.attesting, async (turn) => {
    const [wallet, owner] = [store.wallet.value, store.account.value];
    const { id: golem, chainId } = detail.golem;
    if (!wallet || !owner) return;
    demandSigned(detail, agentKey, owner);
    await ensureChain(wallet.provider, store.settings.value, chainId);
    const typed = attestation(chainId, {
      owner,
      golem,
      agentKey,
      deadline: store.now.peek() + 365 * DAY,
    });
    signed.value = { ...typed, signature: await signTyped(wallet.provider, owner, typed) };
    turn.say(identityWords.attested);
  });
}
