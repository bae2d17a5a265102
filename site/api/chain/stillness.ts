// Whether a chain goes on. A node that is frozen or cut off from its peers answers everything, always with the same
// newest block: how far it was read then says nothing about how far the chain is. Only the clock tells.
import type { PublicClient } from 'viem';
import type { Sql } from '../store/store';
import { type Header, headOf } from './blocks';
import { checkpointOf } from './index-rows';
import { nodeOn } from './node';

/** Every chain that we know makes a block in a tenth of it. */
const STILL_SECONDS = 180;
/** Chains have halted for some minutes. What is decided by an older reading would be decided by another time's facts. */
const TOO_OLD_SECONDS = 1200;
/** Many may ask after our health at once: one question for all of them. */
const KEPT_MS = 2000;

export function standsStill({ at }: Pick<Header, 'at'>, now: number): boolean {
  return now - at > STILL_SECONDS;
}

const heads = new WeakMap<PublicClient, { asked: number; head: Promise<Header | null> }>();

/** The newest block of a chain, as it was a moment ago; null when the node does not tell. */
export function recentHead(client: PublicClient): Promise<Header | null> {
  const known = heads.get(client);
  if (known && performance.now() - known.asked < KEPT_MS) return known.head;
  const head = headOf(nodeOn(client)).catch(() => null);
  heads.set(client, { asked: performance.now(), head });
  return head;
}

/** Whatever the node says is its newest block: what was read up to that is up to now only if it is of now. */
export async function isReadUpTo(sql: Sql, chainId: number, now: number): Promise<boolean> {
  const checkpoint = await checkpointOf(sql, chainId);
  return checkpoint !== null && now - checkpoint.at <= TOO_OLD_SECONDS;
}
