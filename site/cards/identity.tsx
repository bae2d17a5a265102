// The identity card, the owner's attestation, and the public registry.
import { useSignal } from '@preact/signals';
import type { Address, Hex } from 'viem';
import { chainName } from '../../src/core/chain/addresses';
import { DAY } from '../../src/core/chain/time';
import { registriesOn } from '../../src/core/decoders/erc8004';
import type { ResponseOf } from '../../src/core/protocol/api';
import { nameOf } from '../../src/core/protocol/status';
import type { GolemView } from '../golem/golem-view';
import { signTyped } from '../grant/intent';
import { isSignedKey } from '../grant/request-signer';
import * as store from '../owner/store';
import { working } from '../owner/work';
import { ensureChain } from '../wallet/chain';
import { dispatch } from '../wallet/dispatch';
import { Trouble } from '../wallet/errors';
import { attestation, registration, registryNumber } from '../wallet/identity';
import { ledgerIn } from '../wallet/sent';
import { save } from './download';
import { phaseWords, StateBadge } from './golem-summary';
import { identityWords } from './identity.words';
import { Button, Card, Fact } from './kit';

type Detail = ResponseOf<'golem'>;

export function IdentityCard({ detail, view }: { detail: Detail; view: GolemView }) {
  const { golem } = detail;
  const signed = useSignal<unknown>(null);
  const number = useSignal<string | null>(null);
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
        {number.value ? <Fact label={identityWords.agent}>{number.value}</Fact> : null}
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
          {registry && !number.value ? (
            <Button onClick={() => register(detail, key, number)}>{identityWords.register}</Button>
          ) : null}
        </div>
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

function register(
  detail: Detail,
  agentKey: Hex,
  number: { value: string | null },
): Promise<boolean> {
  return working(identityWords.registering, async (turn) => {
    const [wallet, owner] = [store.wallet.value, store.account.value];
    const { id: golem, chainId } = detail.golem;
    const call = registration(chainId, { golem, name: nameOf(detail.golem), agentKey });
    if (!wallet || !owner || !call) return;
    demandSigned(detail, agentKey, owner);
    await ensureChain(wallet.provider, store.settings.value, chainId);
    const { provider } = wallet;
    const errand = { from: owner, chainId, keys: [`register:${golem}`], calls: [call] };
    const post = { provider, ledger: ledgerIn(localStorage), waiting: { signal: turn.signal } };
    const { transaction } = await dispatch(errand, post);
    const given = transaction && (await registryNumber(provider, chainId, transaction));
    number.value = `${given ?? identityWords.registered}`;
    turn.say(identityWords.registered);
  });
}
