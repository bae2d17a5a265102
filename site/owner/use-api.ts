// One route of the control plane, kept fresh while a component shows it.
import { type Signal, signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ResponseOf, RouteName } from '../../src/core/protocol/api';
import { poll } from '../plane/poll';
import { renew } from './owner-snapshot';
import { NOTHING_YET, type Polled } from './store';

export function useApi<R extends RouteName>(
  name: R,
  id: string,
  everyMs = 5000,
  query = '',
): Signal<Polled<ResponseOf<R>>> {
  const polled = useSignal<Polled<ResponseOf<R>>>(NOTHING_YET);
  useEffect(() => {
    polled.value = NOTHING_YET;
    // What is heard after the end of a watch is about something that is no longer shown.
    const heard = signal<Polled<ResponseOf<R>>>(NOTHING_YET);
    const follow = heard.subscribe((value) => {
      polled.value = value;
    });
    const running = poll(() => renew(name, heard, { id, query }), { everyMs });
    return () => {
      follow();
      running.stop();
    };
  }, [name, id, everyMs, query]);
  return polled;
}
