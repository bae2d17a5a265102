// Grant, lease and Replicants as a tree: what each says, and what it can really do under those above it.
import type { Hex } from 'viem';
import { Unreadable } from '../../src/core/bytes/abi';
import { periodWords } from '../../src/core/chain/time';
import type { ResponseOf } from '../../src/core/protocol/api';
import { endedLinks, linesOf, type TreeLine } from '../golem/golem-tree';
import { money } from '../golem/golem-view';
import * as store from '../owner/store';
import { Address } from './address';
import { Badge, Card, Note } from './kit';
import { Moment } from './moment';
import { permissionsPanelWords } from './permissions-panel.words';
import { Term } from './term';

type Detail = ResponseOf<'golem'>;

export function PermissionsPanel({ detail }: { detail: Detail }) {
  const { chainId } = detail.golem;
  const contexts = [...detail.contexts, ...detail.replicantContexts].map(({ context }) => context);
  const lines = readLines(chainId, contexts);
  if (lines === null) {
    return (
      <Card title={permissionsPanelWords.heading}>
        <Note tone="bad">{permissionsPanelWords.unreadable}</Note>
      </Card>
    );
  }
  const over = endedLinks([...detail.permissions, ...detail.replicantPermissions], {
    now: store.now.value,
    dead: detail.golem.phase === 'terminal',
  });
  const roots = rootsOf(lines);
  const past = lines.filter((line) => over.has(roots.get(line) ?? ''));
  const present = lines.filter((line) => !past.includes(line));
  const about = { chainId, over, names: detail.replicants };
  return (
    <Card title={permissionsPanelWords.heading}>
      {present.length === 0 ? <p class="soft">{permissionsPanelWords.none}</p> : null}
      <Tree lines={present} {...about} />
      {present.length > 0 ? <p class="soft">{permissionsPanelWords.rule}</p> : null}
      {past.length > 0 ? (
        <details class="more">
          <summary>
            {permissionsPanelWords.past(new Set(past.map((one) => roots.get(one))).size)}
          </summary>
          <Tree lines={past.slice(-MAX_PAST)} {...about} />
        </details>
      ) : null}
    </Card>
  );
}

/** Of those that ended long ago the history tells. */
const MAX_PAST = 30;

/** Parents come first: the grant that each line stands on. */
function rootsOf(lines: readonly TreeLine[]): Map<TreeLine, string> {
  let root = '';
  return new Map(
    lines.map((line) => {
      if (line.node.depth === 0) root = line.node.hash;
      return [line, root];
    }),
  );
}

type About = { chainId: number; over: ReadonlySet<string>; names: readonly Named[] };

function Tree({ lines, over, ...about }: About & { lines: readonly TreeLine[] }) {
  return (
    <ul class="tree">
      {lines.map((line) => {
        const ended = over.has(line.node.hash);
        const depth = `depth-${Math.min(line.node.depth, 3)}`;
        return (
          <li key={line.node.hash} class={ended ? `${depth} past` : depth}>
            {ended ? <Badge tone="over">{permissionsPanelWords.ended}</Badge> : null}
            <Line line={line} {...about} />
          </li>
        );
      })}
    </ul>
  );
}

/** null = the control plane's bytes are no permissions: then nobody may say that there are none. */
function readLines(chainId: number, contexts: readonly Hex[]): TreeLine[] | null {
  try {
    return linesOf(chainId, contexts);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return null;
  }
}

type Named = { name: string; sessionKey: string | null };

function Line({
  line: { node, role, caps, marks },
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
  const figures = caps.map(({ token, amount, every }) => {
    const figure = money({ chainId, token }, amount, 'up');
    return every === null
      ? permissionsPanelWords.total(figure)
      : permissionsPanelWords.every(figure, periodWords(BigInt(every)));
  });
  const { endsAt, payees } = node.effective;
  return (
    <>
      <strong>
        {permissionsPanelWords.roles[role]} {role === 'replicant' && child ? child.name : ''}
      </strong>
      <Term of={role} />
      <span>
        {permissionsPanelWords.to}{' '}
        {node.delegate ? <Address chainId={chainId} address={node.delegate} /> : '?'}:{' '}
        {figures.join(', ') || permissionsPanelWords.unlimited}
        {endsAt === null ? null : (
          <>
            , {permissionsPanelWords.until} <Moment at={endsAt} />
          </>
        )}
      </span>
      {payees ? (
        <small>
          {permissionsPanelWords.payees}{' '}
          {payees.map((payee) => (
            <Address key={payee} chainId={chainId} address={payee} />
          ))}
        </small>
      ) : null}
      {marks.map((mark) => (
        <Badge key={mark} tone="low">
          {permissionsPanelWords.marks[mark]}
        </Badge>
      ))}
    </>
  );
}
