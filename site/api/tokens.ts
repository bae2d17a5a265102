// /api/tokens: the owner's watch tokens.
import type { Handler } from './plane/plane';
import { endFamilies, openFamily } from './watch/families';

export const watchToken: Handler<'watchToken'> = async ({ plane, caller, now }) => ({
  token: await openFamily(plane.store, caller.owner, now),
  owner: caller.owner,
});

export const endTokens: Handler<'endTokens'> = async ({ plane, caller, now }) => {
  await endFamilies(plane.store, caller.owner, now);
  return {};
};
