// One route of the control plane, kept fresh while a component shows it.
import { type Signal, signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ResponseOf, RouteName } from '../../src/core/protocol/api';
import { watch } from '../plane/poll';
import { renew } from './owner-snapshot';
import { NOTHING_YET, type Remote } from './store';

export function useRemote<R extends RouteName>(
  name: R,
  id: string,
  everyMs = 5000,
): Signal<Remote<ResponseOf<R>>> {
  const remote = useSignal<Remote<ResponseOf<R>>>(NOTHING_YET);
  useEffect(() => {
    remote.value = NOTHING_YET;
    // What is heard after the end of a watch is about something that is no longer shown.
    const heard = signal<Remote<ResponseOf<R>>>(NOTHING_YET);
    const follow = heard.subscribe((value) => {
      remote.value = value;
    });
    const running = watch(() => renew(name, heard, id), { everyMs });
    return () => {
      follow();
      running.stop();
    };
  }, [name, id, everyMs]);
  return remote;
}
