// Whose words a request is: the page says what it knows of the key that signed it, and what only the owner can.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Hex } from 'viem';
import type { RunwayRecord } from '../../src/core/protocol/api-shapes';
import { type Asker, askerOf } from '../grant/asker';
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

export function AskerNote({ request, known, guardian }: Props) {
  const asker = useAsker({ request, known, guardian });
  return (
    <Note tone={TONES[asker.kind]} role="status">
      <p>{requestSignerWords[asker.kind]}</p>
      {asker.kind === 'other' ? (
        <p>
          {requestSignerWords.leasedKey} <code>{asker.key}</code>
        </p>
      ) : null}
    </Note>
  );
}

const TONES: Record<Asker['kind'] | 'looking', Tone> = {
  leased: 'good',
  granted: 'good',
  other: 'bad',
  unknown: 'low',
  looking: 'calm',
};

function useAsker({ request, known, guardian }: Props): Asker | { kind: 'looking' } {
  const asker = useSignal<Asker | { kind: 'looking' }>({ kind: known ? 'looking' : 'unknown' });
  useEffect(() => {
    const owner = store.owner.value;
    if (!known || guardian === undefined || !owner) return;
    let current = true;
    void store.plane.ask('golem', { id: request.golem }).then((answer) => {
      if (!current) return;
      const contexts = answer.ok ? answer.value.contexts : [];
      asker.value = askerOf(request, { owner, guardian, contexts });
    });
    return () => {
      current = false;
    };
  }, [request, known, guardian]);
  return asker.value;
}
