// What an agent prints when it asks. Anybody can ask an owner for money under any name: the owner compares code and key that
// the Portal and the wallet show with those that the agent itself printed.
import type { AgentEvents } from '../store/events';
import type { Golem } from './golem';

/** For a terminal or a log; `waiting` is what the event `request:waiting` tells. */
export function introduce(
  { name, key }: Pick<Golem, 'key' | 'name'>,
  { kind, approval_url, user_code }: AgentEvents['request:waiting'],
): string {
  if (kind === 'rotation')
    return `${name} asks for a lease for its next key.\nAnswer at ${approval_url}`;
  const code = user_code === null ? [] : [`Code: ${user_code}`];
  const compared = user_code === null ? 'this key' : 'this code and this key';
  return [
    `${name} asks with the key ${key.address}`,
    ...code,
    `Answer at ${approval_url} – only if it shows ${compared}.`,
  ].join('\n');
}
