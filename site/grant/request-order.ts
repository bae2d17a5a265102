// In which order requests are shown: who is known first, because anybody can ask under any name.
import type { RunwayRecord } from '../../src/core/protocol/runway-shapes';

/**
 * One for each Golem and key: who asks again, as after a restart, means the last thing it asked. `mine`: Golems that the
 * owner has.
 */
export function requestsInOrder(
  requests: readonly RunwayRecord[],
  mine: readonly string[],
): RunwayRecord[] {
  const rankOf = ({ knownKey, golem }: RunwayRecord) =>
    knownKey ? 0 : mine.includes(golem) ? 1 : 2;
  return newestOf(requests).sort((a, b) => rankOf(a) - rankOf(b) || b.askedAt - a.askedAt);
}

function newestOf(requests: readonly RunwayRecord[]): RunwayRecord[] {
  const asker = ({ golem, chainId, sessionKey }: RunwayRecord) =>
    `${golem} ${chainId} ${sessionKey}`;
  return requests.filter((one) =>
    requests.every((other) => asker(other) !== asker(one) || !isAfter(other, one)),
  );
}

function isAfter(one: RunwayRecord, other: RunwayRecord): boolean {
  return one.askedAt > other.askedAt || (one.askedAt === other.askedAt && one.id > other.id);
}
