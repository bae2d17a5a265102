// After the end: why it came, what was spent, what came home or is stuck, and what is left for the owner.
import type { ComponentChildren } from 'preact';
import { dateWords } from '../../src/core/chain/time';
import { registriesOn } from '../../src/core/decoders/erc8004';
import type { ResponseOf } from '../../src/core/protocol/api';
import { nameOf } from '../../src/core/protocol/status';
import { isLive } from '../../src/core/runway/health';
import { ownerTasks, settlementWords } from '../../src/core/runway/settlement';
import { settledOf } from '../ending/remains';
import { money } from '../golem/golem-view';
import * as store from '../owner/store';
import { useApi } from '../owner/use-api';
import { knowledgePage } from '../plane/settings';
import { linkTo } from '../routes/links';
import type { Remains } from '../wallet/leftovers';
import type { ChainFacts } from '../wallet/reads';
import { endingCardWords } from './ending-card.words';
import { Transaction } from './history';
import { Button, Card, Fact } from './kit';
import { LastWords, signedEnding } from './last-words';
import { useLeftovers } from './leftovers';
import { unsetWallet } from './registry-card';
import { type EntryView, useEntry } from './use-entry';

type Detail = ResponseOf<'golem'>;
type Left = ResponseOf<'succession'>;
type Props = {
  detail: Detail;
  facts: ChainFacts | null;
  /** On the page of its succession, which has that button itself. */
  quiet?: boolean;
  /** Where it is known already. */
  left?: Left | null;
};

/** Nothing while it lives. */
export function EndingCard(props: Props) {
  return props.detail.diedAt === null ? null : <Ended {...props} />;
}

function Ended({ detail, facts, quiet = false, left: known = null }: Props) {
  const polled = useApi('succession', detail.golem.id, 10_000).value.value;
  const left = polled ?? known;
  const held = useLeftovers(detail, left);
  const entry = useEntry(detail.golem);
  const name = nameOf(detail.golem);
  const settlement = left
    ? settledOf({
        ...{ detail, left, facts, held: held.value?.held ?? null },
        reason: signedEnding(detail)?.reason ?? null,
      })
    : null;
  return (
    <Card title={endingCardWords.heading(name)} class="ending">
      <p>{endingCardWords.died(dateWords(detail.diedAt ?? 0))}</p>
      <LastWords detail={detail} />
      {settlement ? <p>{settlementWords(settlement, held.value !== null)}</p> : null}
      {left ? (
        <dl class="facts">
          <SpentFacts left={left} />
          <HomeFact left={left} />
          <StuckFact detail={detail} held={held.value} />
          <KnowledgeFact detail={detail} left={left} />
        </dl>
      ) : null}
      {left && settlement ? (
        <Tasks
          detail={detail}
          tasks={ownerTasks(settlement)}
          orphans={left.orphans ?? 0}
          quiet={quiet}
          entry={entry}
          isKnown={held.value !== null}
        />
      ) : null}
    </Card>
  );
}

function SpentFacts({ left }: { left: Left }) {
  const { spentBy = [{ token: left.token, amount: left.spent, payments: 0 }], chainId } = left;
  return (
    <>
      {spentBy.map(({ token, amount, payments }) => (
        <Fact key={token} label={endingCardWords.spent}>
          {money({ chainId, token }, BigInt(amount))}{' '}
          {payments > 0 ? <small>{endingCardWords.payments(payments)}</small> : null}
        </Fact>
      ))}
    </>
  );
}

function HomeFact({ left: { sweeps = [], chainId } }: { left: Left }) {
  const total = sweeps.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  return (
    <Fact label={endingCardWords.gasHome}>
      {sweeps.length === 0
        ? endingCardWords.gasHomeUnknown
        : money({ chainId, token: null }, total)}{' '}
      {sweeps.map(({ transaction }) => (
        <Transaction key={transaction} chainId={chainId} hash={transaction} />
      ))}
    </Fact>
  );
}

type Money = { token: `0x${string}` | null; amount: bigint; dust?: boolean };

/** As the wallet reads it; else as the control plane last saw it. */
function StuckFact({ detail, held }: { detail: Detail; held: Remains | null }) {
  const { chainId, settlement } = detail.golem;
  const { bySource, nothing, gasStuck, gasStuckUnknown } = endingCardWords;
  const words = (amounts: readonly Money[]) => {
    const some = amounts.filter(({ amount, dust = false }) => amount > 0n && !dust);
    return some.map(({ token, amount }) => money({ chainId, token }, amount)).join(', ') || nothing;
  };
  if (held) {
    return (
      <Fact label={gasStuck} source={bySource.chain(held.block)}>
        {words(held.held)}
      </Fact>
    );
  }
  const told = settlement?.gasStuck;
  return told ? (
    <Fact label={gasStuck} source={bySource.server}>
      {words([{ token: null, amount: BigInt(told) }])}
    </Fact>
  ) : (
    <Fact label={gasStuck}>{gasStuckUnknown}</Fact>
  );
}

function KnowledgeFact({ detail, left }: { detail: Detail; left: Left }) {
  const record = left.knowledgeRecord;
  const settings = store.settings.value;
  if (!record) return <Fact label={endingCardWords.knowledge}>{endingCardWords.none}</Fact>;
  const signed = signedEnding(detail)?.knowledgeRecord === record;
  const page = settings && knowledgePage(settings, store.owner.value ?? '', record);
  const { knowledgeSigned, knowledgeServer } = endingCardWords;
  return (
    <Fact
      label={endingCardWords.knowledge}
      source={signed ? knowledgeSigned(nameOf(detail.golem)) : knowledgeServer}
    >
      {page ? (
        <a
          href={page}
          rel="noreferrer noopener"
          target="_blank"
          aria-label={endingCardWords.knowledgeOpens(record)}
        >
          {record}
        </a>
      ) : (
        <code>{record}</code>
      )}
    </Fact>
  );
}

type Task = ReturnType<typeof ownerTasks>[number] | 'lease' | 'agent-wallet';

function Tasks({
  detail,
  tasks,
  orphans,
  quiet,
  entry: { found, again },
  isKnown,
}: {
  detail: Detail;
  tasks: readonly Task[];
  orphans: number;
  quiet: boolean;
  entry: EntryView;
  /** Somebody looked what its keys still hold. */
  isKnown: boolean;
}) {
  const { id, chainId } = detail.golem;
  const named = found.value && 'number' in found.value && found.value.wallet ? found.value : null;
  const all: Task[] = [
    ...tasks,
    ...(orphans > 0 ? (['lease'] as const) : []),
    ...(named ? (['agent-wallet'] as const) : []),
  ];
  const unread = found.value === null && registriesOn(chainId).length > 0;
  const open = detail.permissions.some((one) => isLive(one, store.now.value));
  return (
    <>
      <h3>{endingCardWords.tasksHeading}</h3>
      <ul class="rows tasks">
        {all.map((task) => (
          <TaskRow key={task} text={endingCardWords.tasks[task]}>
            {task === 'agent-wallet' && named && store.account.value ? (
              <Button onClick={() => unsetWallet(detail.golem, named.number, again)}>
                {endingCardWords.removeWallet}
              </Button>
            ) : null}
            {task === 'claim-leftovers' || task === 'agent-wallet' ? null : (
              <a class="button" href={linkTo('revoke', id)}>
                {endingCardWords.acts[task]}
              </a>
            )}
          </TaskRow>
        ))}
        {all.length === 0 && !open ? (
          <li class="task-none">
            {unread || !isKnown ? endingCardWords.noTasksKnown : endingCardWords.noTasks}
          </li>
        ) : null}
      </ul>
      {quiet ? null : (
        <p>
          <a class="button main" href={linkTo('succession', id)}>
            {endingCardWords.succeed}
          </a>
        </p>
      )}
    </>
  );
}

function TaskRow({ text, children }: { text: string; children: ComponentChildren }) {
  return (
    <li>
      <span>{text}</span> {children}
    </li>
  );
}
