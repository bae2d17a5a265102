// Names that look alike. Anybody may call an agent Atlas, AtIas or At1as and ask under that name: an id tells two
// apart, a glance does not.
import { nameOf } from './status';

type Named = { id: string; name: string };

/** Drawn alike in common typefaces, or read alike; in lower case. Single letters first: two of them may run together then. */
const ALIKE: readonly [RegExp, string][] = [
  [/[1il|!]/g, 'l'],
  [/0/g, 'o'],
  [/2/g, 'z'],
  [/3/g, 'e'],
  [/4/g, 'a'],
  [/5/g, 's'],
  [/6/g, 'b'],
  [/7/g, 't'],
  [/8/g, 'b'],
  [/[9q]/g, 'g'],
  [/rn|nn/g, 'm'],
  [/vv|uu/g, 'w'],
  [/cl/g, 'd'],
  // A letter written twice is read over: Attlas, Atlass. Not l: Atlas II and Atlas III are two in a succession.
  [/([a-km-z])\1+/g, '$1'],
];

/** What is left of a name at a glance: no case, no spaces, dashes or marks, one letter for all that look like it. */
function glanceOf(text: string): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9|!]/g, '');
  return ALIKE.reduce((glance, [look, letter]) => glance.replace(look, letter), plain);
}

/** Those with another id that go by a name or an id that could be taken for this one's. */
export function lookAlikesOf<T extends Named>(one: Named, others: readonly T[]): T[] {
  const own = glancesOf(one);
  return others.filter(
    (other) => other.id !== one.id && glancesOf(other).some((glance) => own.includes(glance)),
  );
}

/** What is shown of it: its name, or its id where the name is no plain one; and its id. */
function glancesOf(golem: Named): string[] {
  return [nameOf(golem), golem.id].map(glanceOf).filter((glance) => glance !== '');
}
