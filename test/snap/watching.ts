// What a watching Snap holds against the control plane, by the first word of each cause.
import type { Bardo } from './bardo';

export function flagsOf({ state }: Bardo): string[] {
  const lies = state.claims.flatMap(({ claims }) =>
    claims.filter(({ verdict }) => verdict === 'contradicted').map(({ key }) => key),
  );
  return [
    ...(state.failure ? [state.failure.kind] : []),
    ...state.contradictions.map(({ key }) => key),
    ...lies,
  ].map((key) => key.split(':')[0] ?? '');
}
