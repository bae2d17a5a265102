// What waits for the owner, as news: one cause for each entry of the list, and the list has few.
import { dateWords } from '../chain/time';
import { type Asked, askedOf } from './asked';
import { type AlertKind, type Found, nameIn, RANK, shortName } from './cause';

export const asks: AlertKind = {
  rank: RANK.asks,
  label: 'Waits for you',
  by: ['point'],
  undecided: { unlisted: true, timeless: false },
  find: ({ state, clock }) =>
    askedOf(state, clock.now).map((one) => foundOf(one, shortName(nameIn(state, one.golem)))),
};

function foundOf(one: Asked, name: string): Found {
  const { by, golem, kind, request, title, askedAt, deadline, count } = one;
  const own = by === 'own';
  const until = deadline === null ? '' : ` and waits until ${dateWords(deadline)}`;
  return {
    golem: by === 'strange' ? null : golem,
    point: { what: own ? kind : by, of: by === 'strange' ? null : golem },
    ...(own ? {} : { rank: RANK.strange }),
    ...(request === null ? {} : { request }),
    native: own ? `${name} asks for your answer` : NATIVE[by](name),
    title,
    body: own ? (BODY[kind] ?? 'Answer it on the site.') : doubtOf(one),
    more: `By the control plane, it was asked on ${dateWords(askedAt)}${until}.${count > 1 ? ` ${count} wait.` : ''}`,
  };
}

const NATIVE = {
  posing: (name: string) => `Somebody asks as ${name}`,
  strange: () => 'A Golem that is not listed asks you',
};

const BODY: { readonly [kind: string]: string } = {
  rotation: 'Give it a lease for the new key on its page, or it cannot spend from then on.',
  revocation: 'Only your own transaction on the site closes its grant.',
};

function doubtOf({ code }: Asked): string {
  const compare = code === null ? '' : ` Compare its code ${code} with what your agent prints.`;
  return `You have not approved this key, and names can be faked.${compare}`;
}
