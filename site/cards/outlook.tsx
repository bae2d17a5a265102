// The strip on top: what all agents together can take now and at worst, and what there is to take.
import { tokenOf } from '../../src/core/chain/addresses';
import { lossWords } from '../../src/core/delegations/worst-case-words';
import { nameOf } from '../../src/core/protocol/status';
import { isLive } from '../../src/core/runway/health';
import type { Outlook } from '../../src/core/runway/outlook';
import { money } from '../golem/golem-view';
import * as store from '../owner/store';
import { chainSettings, nameOfChain } from '../plane/settings';
import { outlookWords } from './outlook.words';
import { Term } from './term';
import { type Seen, useOutlook } from './use-outlook';

export function OutlookStrip() {
  const { value } = store.golems.value;
  const chainId = store.walletChain.value ?? store.homeChain.value?.chainId ?? null;
  const now = store.now.value;
  const live = (value?.golems ?? []).filter(
    ({ id, parent }) =>
      parent === null && value?.permissions.some((one) => one.golem === id && isLive(one, now)),
  );
  const here = live.filter((golem) => golem.chainId === chainId).map(({ id }) => id);
  const seen = useOutlook(chainId, here);
  if (value?.golems.length === 0 || chainId === null) return null;
  const others = live.filter((golem) => golem.chainId !== chainId);
  return (
    <section class="strip" aria-label={outlookWords.heading}>
      {store.account.value ? (
        <Told seen={seen.value} chainId={chainId} asked={value === null || here.length > 0} />
      ) : (
        <p class="soft">{outlookWords.connect}</p>
      )}
      {[...new Set(others.map((golem) => golem.chainId))].map((other) => (
        <p key={other} class="soft">
          {outlookWords.elsewhere(
            others.filter((golem) => golem.chainId === other).length,
            chainCalled(other),
          )}
        </p>
      ))}
    </section>
  );
}

type ToldProps = { seen: Seen | 'unread' | null; chainId: number; asked: boolean };

function Told({ seen, chainId, asked }: ToldProps) {
  if (!asked) return <p class="soft">{outlookWords.none(chainCalled(chainId))}</p>;
  if (seen === null) return <p class="soft">{outlookWords.reading}</p>;
  if (seen === 'unread') return <p>{outlookWords.unread}</p>;
  const { block, outlooks, left } = seen;
  const moneys = outlooks.filter(({ token }) => token !== null);
  const gas = outlooks.filter(({ token }) => token === null);
  const unknown = [...new Set(moneys.flatMap((one) => one.unknown))].map(calledOf);
  return (
    <>
      {moneys.length === 0 ? (
        <p>
          <strong>{gas.length > 0 ? outlookWords.onlyGas : outlookWords.nothing}</strong> ·{' '}
          {chainCalled(chainId)}
        </p>
      ) : null}
      {moneys.map((one) => (
        <p key={`${one.account} ${one.token}`}>
          <strong>{nowWords(one)}</strong> · {restWords(one)} · {chainCalled(chainId)}
        </p>
      ))}
      <small>
        {[
          ...gas.map((one) => outlookWords.gas(lossWords(one.worstDay, one))),
          outlookWords.checked(block),
          ...(unknown.length > 0 ? [outlookWords.unknown(unknown)] : []),
          ...(left > 0 ? [outlookWords.more(left)] : []),
        ].join(' · ')}{' '}
        <Term of="worst case" />
      </small>
    </>
  );
}

function nowWords({ chainId, token, available, unknown }: Outlook): string {
  if (available === null || token === 'any') return outlookWords.unknownNow;
  const amount = money({ chainId, token }, available);
  return unknown.length > 0 ? outlookWords.atLeast(amount) : outlookWords.now(amount);
}

function restWords(one: Outlook): string {
  const { chainId, token, balance, worstDay } = one;
  const held =
    balance === null || token === 'any' || (token && !tokenOf(chainId, token))
      ? outlookWords.balanceUnknown
      : outlookWords.balance(money({ chainId, token }, balance));
  return `${outlookWords.worst(lossWords(worstDay, one))} · ${held}`;
}

function chainCalled(chainId: number): string {
  const settings = store.settings.value;
  const chain = settings && chainSettings(settings, chainId);
  return nameOfChain(chain ?? { chainId, rpcUrl: '' });
}

function calledOf(id: string): string {
  const golem = store.golems.value.value?.golems.find((one) => one.id === id);
  return golem ? nameOf(golem) : id;
}
