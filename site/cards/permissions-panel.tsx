// Grant, lease and Replicants as a tree: what each says, and what it can really do under those above it.
import type { Hex } from 'viem';
import { Unreadable } from '../../src/core/bytes/abi';
import { periodWords } from '../../src/core/chain/time';
import type { ResponseOf } from '../../src/core/protocol/api';
import { isLive } from '../../src/core/runway/health';
import { linesOf, type TreeLine } from '../golem/golem-tree';
import { money } from '../golem/golem-view';
import * as store from '../owner/store';
import { Address } from './address';
import { Badge, Card, Note } from './kit';
import { Moment } from './moment';
import { permissionsPanelWords } from './permissions-panel.words';

type Detail = ResponseOf<'golem'>;

export function PermissionsPanel({ detail }: { detail: Detail }) {
  const { chainId } = detail.golem;
  const own = liveContexts(detail.permissions, detail.contexts);
  const children = liveContexts(detail.replicantPermissions, detail.replicantContexts);
  const lines = readLines(chainId, [...own, ...children]);
  if (lines === null) {
    return (
      <Card title={permissionsPanelWords.heading}>
        <Note tone="bad">{permissionsPanelWords.unreadable}</Note>
      </Card>
    );
  }
  return (
    <Card title={permissionsPanelWords.heading}>
      {lines.length === 0 ? <p class="soft">{permissionsPanelWords.none}</p> : null}
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
      {lines.length > 0 ? <p class="soft">{permissionsPanelWords.rule}</p> : null}
    </Card>
  );
}

function liveContexts(permissions: Detail['permissions'], contexts: Detail['contexts']): Hex[] {
  const live = permissions.filter((one) => isLive(one, store.now.value)).map(({ id }) => id);
  return contexts
    .filter(({ permission }) => live.includes(permission))
    .map(({ context }) => context);
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
