// GET and DELETE /api/terminals: the owner's list, and the end of one, by the owner or by the terminal itself.
import type { Handler } from '../plane/plane';
import { demand } from '../plane/problem';
import type { TerminalRow } from './rows';
import { endTerminals, presentedBy } from './tokens';

/** The one used last comes first. */
export const terminals: Handler<'terminals'> = async ({ plane, caller, now }) => {
  const rows = await plane.store.query<TerminalRow>(
    `select * from terminals where owner = $1 and state = 'live' and expires_at > $2
       order by coalesce(used_at, approved_at) desc, id limit 100`,
    [caller.owner, now],
  );
  return {
    terminals: rows.map((row) => {
      const since = row.approved_at ?? row.asked_at;
      return {
        id: row.id,
        name: row.name,
        since,
        lastUsedAt: row.used_at ?? since,
        expiresAt: row.expires_at ?? now,
      };
    }),
  };
};

export const endTerminal: Handler<'endTerminal'> = async ({ plane, id, caller, now }) => {
  const { owner } = caller;
  const ended = await endTerminals(plane.store, { id, owner, now, why: 'by the owner' });
  demand(ended, 'not_found', 'You have no terminal of this id.');
  return {};
};

export const leaveTerminal: Handler<'leaveTerminal'> = async ({ plane, caller, now }) => {
  const { id } = presentedBy(caller);
  await endTerminals(plane.store, { id, owner: caller.owner, now, why: 'by itself' });
  return {};
};
