// Whose words a request is: the page says what it knows of the key that signed it, and what only the owner can.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Hex } from 'viem';
import type { RunwayRecord } from '../../src/core/protocol/runway-shapes';
import { type RequestSigner, requestSignerOf } from '../grant/request-signer';
import * as store from '../owner/store';
import { Note, type Tone } from './kit';
import { requestSignerWords } from './request-signer.words';

type Props = {
  request: RunwayRecord;
  /** The control plane knows this Golem: it may hold a signed lease that names the key. */
  known: boolean;
  /** undefined = the Snap has not said yet. */
  guardian: Hex | null | undefined;
};

export function RequestSignerNote({ request, known, guardian }: Props) {
  const signer = useRequestSigner({ request, known, guardian });
  return (
    <Note tone={TONES[signer.kind]} role="status">
      <p>{requestSignerWords[signer.kind]}</p>
      {signer.kind === 'other' ? (
        <p>
          {requestSignerWords.leasedKey} <code>{signer.key}</code>
        </p>
      ) : null}
    </Note>
  );
}

const TONES: Record<RequestSigner['kind'] | 'looking', Tone> = {
  leased: 'good',
  granted: 'good',
  other: 'bad',
  unknown: 'low',
  looking: 'calm',
};

function useRequestSigner({
  request,
  known,
  guardian,
}: Props): RequestSigner | { kind: 'looking' } {
  const signer = useSignal<RequestSigner | { kind: 'looking' }>({
    kind: known ? 'looking' : 'unknown',
  });
  useEffect(() => {
    const owner = store.owner.value;
    if (!known || guardian === undefined || !owner) return;
    let current = true;
    void store.plane.ask('golem', { id: request.golem }).then((answer) => {
      if (!current) return;
      const contexts = answer.ok ? answer.value.contexts : [];
      signer.value = requestSignerOf(request, { owner, guardian, contexts });
    });
    return () => {
      current = false;
    };
  }, [request, known, guardian]);
  return signer.value;
}
