// Grant, lease and Replicants as a tree: what each says, and what it can really do under those above it.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Hex } from 'viem';
import { shortHex } from '../../src/core/chain/addresses';
import { dateWords, periodWords } from '../../src/core/chain/time';
import { isLive } from '../../src/core/permissions/health';
import type { ResponseOf } from '../../src/core/protocol/api';
import { linesOf, type TreeLine } from '../golem-tree';
import { money } from '../golem-view';
import * as store from '../store';
import { words } from '../words';
import { Badge, Card } from './kit';

type Detail = ResponseOf<'golem'>;

export function PermissionsPanel({ detail }: { detail: Detail }) {
  const children = useChildren(detail);
  const { chainId } = detail.golem;
  const live = detail.permissions.filter((one) => isLive(one, store.now.value)).map(({ id }) => id);
  const own = detail.contexts
    .filter(({ permission }) => live.includes(permission))
    .map(({ context }) => context as Hex);
  const lines = readLines(chainId, [...own, ...children.value]);
  return (
    <Card title={words.tree.heading}>
      {lines.length === 0 ? <p class="soft">{words.tree.none}</p> : null}
      <ul class="tree">
        {lines.map((line) => (
          <li key={line.node.hash} class={`depth-${Math.min(line.node.depth, 3)}`}>
            <Line
              line={line}
              chainId={chainId}
              names={detail.replicants.map(({ name, sessionKey }) => ({ name, sessionKey }))}
            />
          </li>
        ))}
      </ul>
      {lines.length > 0 ? <p class="soft">{words.tree.rule}</p> : null}
    </Card>
  );
}

/** The control plane's bytes may be anything; what cannot be read is not shown as a permission. */
function readLines(chainId: number, contexts: readonly Hex[]): TreeLine[] {
  try {
    return linesOf(chainId, contexts);
  } catch {
    return [];
  }
}

function useChildren({ replicants }: Detail) {
  const contexts = useSignal<Hex[]>([]);
  const ids = replicants.map(({ id }) => id).join();
  useEffect(() => {
    const asked = ids === '' ? [] : ids.split(',');
    void Promise.all(asked.map((id) => store.plane.ask('golem', { id }))).then((answers) => {
      const now = store.now.peek();
      contexts.value = answers.flatMap((answer) =>
        answer.ok
          ? answer.value.contexts
              .filter(({ permission }) =>
                answer.value.permissions.some((one) => one.id === permission && isLive(one, now)),
              )
              .map(({ context }) => context as Hex)
          : [],
      );
    });
  }, [ids]);
  return contexts;
}

type Named = { name: string; sessionKey: string | null };

function Line({
  line: { node, role, marks },
  chainId,
  names,
}: {
  line: TreeLine;
  chainId: number;
  names: readonly Named[];
}) {
  const child = names.find(
    ({ sessionKey }) => sessionKey && sessionKey === node.delegate?.toLowerCase(),
  );
  const caps = node.caps.map(({ token, amount, every }) => {
    const figure = money({ chainId, token }, amount, 'up');
    return every === null
      ? words.tree.total(figure)
      : words.tree.every(figure, periodWords(BigInt(every)));
  });
  const { endsAt, payees } = node.effective;
  return (
    <>
      <strong>
        {words.tree.roles[role]} {role === 'replicant' && child ? child.name : ''}
      </strong>
      <span>
        {words.tree.to}{' '}
        <code title={node.delegate ?? ''}>{node.delegate ? shortHex(node.delegate) : '?'}</code>:{' '}
        {caps.join(', ') || words.tree.unlimited}
        {endsAt === null ? '' : `, ${words.tree.until} ${dateWords(endsAt)}`}
      </span>
      {payees ? <small>{words.tree.payees(payees.map(shortHex).join(', '))}</small> : null}
      {marks.map((mark) => (
        <Badge key={mark} tone="low">
          {words.tree.marks[mark]}
        </Badge>
      ))}
    </>
  );
}
