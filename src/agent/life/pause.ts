// MetaMask can pause its DelegationManager: then nobody redeems anything. That is no end. The Golem beats, watches, reports to
// the oracle and waits, and says so once when it begins and once when it is over.
import type { RunwayState } from '../runway/runway-state';
import type { Golem } from './golem';

const paused = new WeakSet<Golem>();

export function tellPause(golem: Golem, state: RunwayState): void {
  if (state.behind || state.paused === paused.has(golem)) return;
  const told = { golem: golem.id, blockNumber: Number(state.block.number) };
  if (state.paused) paused.add(golem);
  else paused.delete(golem);
  golem.events.emit(state.paused ? 'redemptions:paused' : 'redemptions:resumed', told);
}
