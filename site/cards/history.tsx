// What happened in the last seven days, newest first, with the transaction that shows it.

import { shortHex } from '../../src/core/chain/addresses';
import { dateWords } from '../../src/core/chain/time';
import type { HistoryEntry, Permission } from '../../src/core/protocol/status';
import { money } from '../golem/golem-view';
import * as store from '../owner/store';
import { transactionPage } from '../plane/settings';
import { historyWords } from './history.words';
import { Card } from './kit';

const SHOWN = 12;

type Props = {
  history: readonly HistoryEntry[];
  /** Blocks that the control plane could not read. */
  unread: readonly { from: number; to: number }[];
  permissions: readonly Permission[];
  chainId: number;
};

export function HistoryCard({ history, unread, permissions, chainId }: Props) {
  const newest = history.slice(-SHOWN).reverse();
  return (
    <Card title={historyWords.heading}>
      {newest.length === 0 ? (
        <p class="soft">{historyWords.none}</p>
      ) : (
        <ul class="rows history">
          {newest.map((entry, index) => (
            <li key={`${entry.at} ${entry.kind} ${index}`}>
              <span>
                <strong>{kindOf(entry)}</strong> {amountOf(entry, permissions)}
              </span>
              <small>
                {dateWords(entry.at)} <Transaction chainId={chainId} hash={entry.transaction} />
              </small>
            </li>
          ))}
        </ul>
      )}
      {unread.length > 0 && <p role="status">{historyWords.unread(unread)}</p>}
    </Card>
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
  if (!page) return <code title={hash}>{shortHex(hash)}</code>;
  return (
    <a href={page} rel="noreferrer noopener" target="_blank">
      {shortHex(hash)}
    </a>
  );
}
