// What is compared with the agent's own screen before anything is answered.
import { keyEnds } from '../../src/core/chain/addresses';
import type { RunwayRecord } from '../../src/core/protocol/runway-shapes';
import type { RequestKind } from '../grant/request-kind';
import { Note } from './kit';
import { requestCodeWords } from './request-code.words';

export function RequestCode({ request, kind }: { request: RunwayRecord; kind: RequestKind }) {
  return (
    <section class="compare" aria-label={requestCodeWords.heading}>
      <dl class="facts two">
        <div class="fact">
          <dt>{requestCodeWords.key}</dt>
          <dd>
            <code title={request.sessionKey}>{keyEnds(request.sessionKey)}</code>
          </dd>
        </div>
      </dl>
      <p>{requestCodeWords.compare}</p>
      {kind === 'key' ? <Note tone="bad">{requestCodeWords.caution}</Note> : null}
    </section>
  );
}
