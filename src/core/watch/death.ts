// Death of a Golem: shown by its oracle, or merely reported.
import { proofFor, shownPhase } from '../audit/believe';
import { chainName } from '../chain/addresses';
import { type Golem, nameOf } from '../protocol/status';
import { isLive } from '../runway/health';
import {
  ALWAYS_DECIDED,
  type AlertKind,
  calledOf,
  type Found,
  RANK,
  type Scene,
  shortName,
} from './cause';
import { openGrantWords } from './permission-words';

export const died: AlertKind = {
  rank: RANK.diedReported,
  label: 'Death, reported',
  by: ['golem'],
  link: 'succession',
  undecided: ALWAYS_DECIDED,
  find: (scene) => {
    const shown = deathsShown(scene);
    const ids = new Set(shown.map(({ golem }) => golem));
    // The dead are announced even if the server stops listing them before we could.
    const reported = scene.state.golems.filter(
      ({ dismissed, golem }) => !dismissed && golem.phase === 'terminal' && !ids.has(golem.id),
    );
    return [...shown, ...reported.map(({ golem }) => deathOf(golem, scene))];
  },
};

/**
 * Deaths of Golems leased here that the oracle shows: whether they are listed or not, and also of one that was put
 * away, because what it was put away for was a server's word. One that was told as proven is not told again.
 */
export function deathsShown(scene: Pick<Scene, 'state' | 'reported' | 'clock'>): Found[] {
  const { golems, vitals } = scene.reported;
  const ids = new Set(
    vitals.flatMap(({ golem, phase, seen }) => (phase === 'terminal' && seen ? [golem] : [])),
  );
  return [...ids].map((id) => {
    const record = golems.find(({ golem }) => golem.id === id);
    return deathOf(record?.golem ?? { id, name: id }, scene);
  });
}

/** Says what the chain shows when it shows it, and that it is a mere report when not. */
function deathOf(
  golem: Pick<Golem, 'id' | 'name'> & Partial<Golem>,
  { state, clock }: Pick<Scene, 'state' | 'clock'>,
): Found {
  const { id } = golem;
  const shown = shownPhase(state, id);
  const proven = shown?.phase === 'terminal' ? shown : null;
  // A name is the server's word: one that is not like the id you leased to stands beside it.
  const renamed = proven?.own && !id.startsWith(slugOf(nameOf(golem)));
  const name = renamed ? `${calledOf(golem)} (${id})` : calledOf(golem);
  const live = state.permissions.filter((one) => one.golem === id && isLive(one, clock.now));
  const permission =
    live.length === 0
      ? 'No permission of it is known to be in force.'
      : openGrantWords(live, clock.now);
  const knowledge = golem.knowledgeRecord ? ` Knowledge record: ${golem.knowledgeRecord}.` : '';
  const words = proven ? 'is dead' : 'is reported dead';
  return {
    golem: id,
    rank: proven ? (proven.own ? RANK.died : RANK.diedShown) : RANK.diedReported,
    native: `${shortName(renamed ? id : name)} ${words}`,
    title: `${name} ${words}`,
    body: proven
      ? `Its lease can no longer be redeemed. ${permission}`
      : `${permission} Not ${proofFor(state, id)?.seen ? 'proven' : 'checked'} on chain.`,
    ...(proven ? { label: 'Death, proven on chain' } : {}),
    more: `${proven ? `The oracle on ${chainName(proven.chainId)} shows its terminal phase at block ${proven.block}.` : 'The control plane reports its terminal phase.'} Its id: ${id}.${knowledge}`,
  };
}

function slugOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}
