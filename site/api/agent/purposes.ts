// POST /api/agent/purposes: what a payment was for, in the Golem's own words. Only of a payment that the chain shows,
// so there are no more words than payments; the first word stays.
import type { Handler } from '../plane/plane';
import { readUpToNow } from '../plane/plane';
import { demand } from '../plane/problem';
import { one } from '../store/store';
import { currentSpeaker } from './golem-key';

export const purpose: Handler<'purpose'> = async ({ plane, body, caller, now }) => {
  const { golem, estate } = await currentSpeaker(plane, caller.agent, now);
  await readUpToNow(plane, golem.chain_id);
  const links = estate.grants.map((grant) => grant.root_hash);
  const paid = await one(
    plane.store,
    `select seq from events where chain_id = $1 and transaction = $2 and event = 'transferred'
       and delegation_hash = any($3) and redeemer = $4 limit 1`,
    [golem.chain_id, body.transaction.toLowerCase(), links, caller.agent?.sessionKey ?? ''],
  );
  demand(paid, 'not_on_chain', 'The chain shows no payment of this Golem in this transaction.');
  await plane.store.query(
    `insert into purposes (owner, golem, chain_id, transaction, purpose, at) values ($1, $2, $3, $4, $5, $6)
       on conflict (owner, golem, chain_id, transaction) do nothing`,
    [golem.owner, golem.id, golem.chain_id, body.transaction.toLowerCase(), body.purpose, now],
  );
  const kept = await one<{ purpose: string }>(
    plane.store,
    'select purpose from purposes where owner = $1 and golem = $2 and chain_id = $3 and transaction = $4',
    [golem.owner, golem.id, golem.chain_id, body.transaction.toLowerCase()],
  );
  return { purpose: kept?.purpose ?? body.purpose };
};
