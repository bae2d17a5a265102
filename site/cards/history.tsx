// What happened to a Golem, day by day, with the transaction that shows it.
import { useSignal } from '@preact/signals';
import type { Hex } from 'viem';
import { shortHex } from '../../src/core/chain/addresses';
import type { ResponseOf } from '../../src/core/protocol/api';
import { type HistoryEntry, nameOf, type Permission } from '../../src/core/protocol/status';
import { historyDays } from '../golem/days';
import { EVERYTHING, filtered } from '../golem/filter';
import { money } from '../golem/golem-view';
import { addressBook, labelOf } from '../owner/address-book';
import * as store from '../owner/store';
import { transactionPage } from '../plane/settings';
import { timeWords } from '../words/time';
import { Address, Copy } from './address';
import { historyWords } from './history.words';
import { HistoryExport } from './history-export';
import { HistoryFilter } from './history-filter';
import { Icon } from './icon';
import { Card } from './kit';
import { Moment } from './moment';
import { useHistory } from './use-history';

/** More come by a click: a lively Golem pays hundreds of times a day. */
const SHOWN = 25;

type Props = { detail: ResponseOf<'golem'>; answer: ResponseOf<'history'> | null };

export function HistoryCard({ detail, answer }: Props) {
  const { golem, permissions } = detail;
  const loaded = useHistory(golem.id, answer);
  const filter = useSignal(EVERYTHING);
  const shown = useSignal(SHOWN);
  const book = addressBook.value;
  const keep = (entries: readonly HistoryEntry[]) =>
    filtered(entries, filter.value, (address) => labelOf(book, address));
  const found = keep(loaded.entries);
  const unread = answer?.unread ?? [];
  return (
    <Card title={historyWords.heading}>
      {loaded.entries.length > 0 ? (
        <HistoryFilter filter={filter} permissions={permissions} />
      ) : null}
      {found.length === 0 ? <p class="soft">{emptyWords(loaded)}</p> : null}
      {historyDays(found.slice(0, shown.value)).map(({ startAt, entries }) => (
        <section key={startAt} class="day-group">
          <h3>{timeWords(startAt, 'day')}</h3>
          <ul class="rows history">
            {entries.map((entry, index) => (
              <li key={`${entry.at} ${entry.kind} ${entry.transaction} ${index}`}>
                <Entry entry={entry} detail={detail} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <More
        hidden={found.length - shown.value}
        loaded={loaded}
        onMore={() => {
          shown.value += SHOWN;
        }}
      />
      {unread.length > 0 && <p role="status">{historyWords.unread(unread)}</p>}
      {loaded.entries.length > 0 ? (
        <HistoryExport
          id={golem.id}
          chainId={golem.chainId}
          permissions={permissions}
          keep={keep}
        />
      ) : null}
    </Card>
  );
}

function emptyWords({ entries, next }: ReturnType<typeof useHistory>): string {
  if (entries.length > 0) return historyWords.noneFiltered(entries.length);
  if (next === undefined) return historyWords.loading;
  return next ? historyWords.none : historyWords.noneAtAll;
}

type MoreProps = { hidden: number; loaded: ReturnType<typeof useHistory>; onMore: () => void };

function More({ hidden, loaded, onMore }: MoreProps) {
  const { next, loading, failed, older } = loaded;
  if (hidden <= 0 && !next) return null;
  const click = async () => {
    if (hidden <= 0) await older();
    onMore();
  };
  const text = hidden > 0 ? historyWords.more(Math.min(hidden, SHOWN)) : historyWords.older;
  return (
    <p class="row">
      <button type="button" class="button small" disabled={loading} onClick={() => void click()}>
        {loading ? historyWords.loading : text}
      </button>
      <span role="status">{failed ? historyWords.offline : ''}</span>
    </p>
  );
}

type EntryProps = { entry: HistoryEntry; detail: ResponseOf<'golem'> };

function Entry({ entry, detail }: EntryProps) {
  const { golem, permissions, replicants } = detail;
  const who = [golem, ...replicants].find(({ id }) => id === entry.golem);
  const { payee, purpose, permission } = entry;
  return (
    <>
      <span>
        {entry.golem === golem.id ? null : `${who ? nameOf(who) : entry.golem}: `}
        <strong>{kindOf(entry)}</strong> {amountOf(entry, permissions)}{' '}
        {entry.kind === 'redeemed' ? <Payee chainId={golem.chainId} payee={payee ?? null} /> : null}
        {purpose ? (
          <span class="foreign">
            {historyWords.said(who ? nameOf(who) : entry.golem)} <q>{purpose}</q>
          </span>
        ) : null}
      </span>
      <small>
        <Moment at={entry.at} />{' '}
        {permission && permissions.length > 1 ? `${historyWords.under(permission)} ` : ''}
        <Transaction chainId={golem.chainId} hash={entry.transaction} />
      </small>
    </>
  );
}

function Payee({ chainId, payee }: { chainId: number; payee: Hex | null }) {
  if (!payee) return <span class="soft">({historyWords.payeeUnknown})</span>;
  return (
    <>
      {historyWords.to} <Address chainId={chainId} address={payee} />
    </>
  );
}

function kindOf({ kind }: HistoryEntry): string {
  const { kinds, newer } = historyWords;
  return (Object.hasOwn(kinds, kind) && kinds[kind]) || newer;
}

/** An amount is put into words only by the permission it is about. */
function amountOf(
  { amount, permission }: HistoryEntry,
  permissions: readonly Permission[],
): string {
  const about = permissions.find(({ id }) => id === permission);
  return amount !== null && about ? money(about, BigInt(amount)) : '';
}

export function Transaction({ chainId, hash }: { chainId: number; hash: string | null }) {
  const settings = store.settings.value;
  if (!hash || !settings) return null;
  const page = transactionPage(settings, chainId, hash);
  return (
    <span class="address">
      {page ? (
        <a href={page} rel="noreferrer noopener" target="_blank">
          {shortHex(hash)} <Icon name="link" />
        </a>
      ) : (
        <code title={hash}>{shortHex(hash)}</code>
      )}
      <Copy text={hash} name={shortHex(hash)} />
    </span>
  );
}
