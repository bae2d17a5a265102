// What is compared with the agent's own screen before anything is answered. The page computes the code itself, from the
// digest that was signed and the nonce that was drawn after it was posted.
import { useMemo } from 'preact/hooks';
import { keyEnds } from '../../src/core/chain/addresses';
import { runwayDigest } from '../../src/core/protocol/runway-ask';
import type { RunwayRecord } from '../../src/core/protocol/runway-shapes';
import { userCodeOf } from '../../src/core/protocol/user-code';
import type { RequestKind } from '../grant/request-kind';
import { Note } from './kit';
import { requestCodeWords } from './request-code.words';

export function RequestCode({ request, kind }: { request: RunwayRecord; kind: RequestKind }) {
  const code = useMemo(() => codeOf(request), [request]);
  return (
    <section class="compare" aria-label={requestCodeWords.heading}>
      <dl class="facts two">
        {code === null ? null : (
          <div class="fact">
            <dt>{requestCodeWords.code}</dt>
            <dd>
              <strong class="user-code">{code}</strong>
            </dd>
          </div>
        )}
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

/** null = a control plane of before drew no nonce: the key alone is compared. */
function codeOf({ codeNonce, nonce, ...asked }: RunwayRecord): string | null {
  const digest = nonce && runwayDigest({ ...asked, nonce });
  return digest && codeNonce ? userCodeOf(digest, codeNonce) : null;
}
