// Parts of the page that are fetched when somebody goes there, so that the first visit stays small.
import { type Signal, signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { planeWords } from '../plane/plane.words';
import { pageWords } from '../words/page.words';
import { Note, Waiting } from './kit';

type Loaded<P> = ComponentType<P> | 'failed' | null;

/** A component that loads its code the first time it is drawn; `lines` 0 = nothing stands in for it meanwhile. */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>, lines = 4) {
  const loaded: Signal<Loaded<P>> = signal(null);
  let started = false;
  return function Lazy(props: P) {
    if (!started) {
      started = true;
      load().then(
        (component) => {
          loaded.value = component;
        },
        () => {
          started = false;
          loaded.value = 'failed';
        },
      );
    }
    const Component = loaded.value;
    if (Component === 'failed') return <Note tone="bad">{planeWords.offline}</Note>;
    if (Component) return <Component {...props} />;
    return lines === 0 ? null : <Waiting label={pageWords.working} lines={lines} />;
  };
}
