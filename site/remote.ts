// One route of the control plane, kept fresh while a component shows it.
import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ResponseOf, RouteName } from '../src/core/protocol/api';
import { renew } from './estate';
import { NOTHING_YET, type Remote } from './store';
import { watch } from './watching';

export function useRemote<R extends RouteName>(
  name: R,
  id: string,
  everyMs = 5000,
): Signal<Remote<ResponseOf<R>>> {
  const remote = useSignal<Remote<ResponseOf<R>>>(NOTHING_YET);
  useEffect(() => {
    const running = watch(() => renew(name, remote, id), { everyMs });
    return running.stop;
  }, [name, id, everyMs]);
  return remote;
}
