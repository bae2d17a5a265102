// What a watching Snap holds against the control plane, by the first word of each cause.
import type { Bardo } from './bardo';
import type { Notify } from './wallet';

export function flagsOf({ state }: Bardo): string[] {
  const lies = state.claims.flatMap(({ claims }) =>
    claims.filter(({ verdict }) => verdict === 'contradicted').map(({ what }) => what),
  );
  return [
    ...(state.failure ? [state.failure.kind] : []),
    ...state.contradictions.map(({ what }) => what),
    ...lies,
  ];
}

/** What went out, but for the news that a wallet without the Golem's chain cannot check it, which is true here. */
export function newsTo({ wallet }: Bardo): Notify[] {
  return wallet.notices.filter(({ message }) => !/^Bardo cannot check all/.test(message));
}
