// Who asks, and what its owner must compare before answering. Names can be chosen by anybody, keys and codes cannot.
import { dateWords } from '../../src/core/chain/time';
import type { RunwayRecord } from '../../src/core/protocol/runway-shapes';
import type { Permission } from '../../src/core/protocol/status';
import type { Flaw } from '../grant/request-check';
import type { RequestKind } from '../grant/request-kind';
import { Card } from './kit';
import { LookAlikes } from './look-alike';
import { OldKey } from './old-key';
import { RequestCode } from './request-code';
import { RefuseButton, RequestStanding } from './request-standing';
import { requestStandingWords } from './request-standing.words';

type Props = {
  request: RunwayRecord;
  kind: RequestKind;
  flaw: Flaw | null;
  /** The runway it has today. */
  standing: Permission | null;
};

export function RequestWho({ request, kind, flaw, standing }: Props) {
  const { reason, deadline, golem } = request;
  return (
    <Card title={requestStandingWords.heading} class="who-asks">
      <p class="soft">
        {requestStandingWords.who} <code>{golem}</code>
      </p>
      <LookAlikes golem={{ id: golem, name: request.name }} signer={request.sessionKey} requested />
      <RequestStanding request={request} flaw={flaw} />
      {flaw ? null : <RequestCode request={request} kind={kind} />}
      {kind === 'key' && !flaw && standing ? <OldKey standing={standing} /> : null}
      {reason ? (
        <p class="soft">
          {requestStandingWords.reason} <q>{reason}</q>
        </p>
      ) : null}
      <div class="row">
        <RefuseButton request={request} />
        <span class="soft">{requestStandingWords.until(dateWords(deadline))}</span>
      </div>
    </Card>
  );
}
