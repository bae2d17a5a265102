// Links to a Golem's pages, with its owner in them: what is copied means the same Golem to everybody.
import { type GolemPlace, pathOf } from './place';
import * as store from './store';

export function linkTo(name: GolemPlace['name'], id: string): string {
  return pathOf({ name, owner: store.owner.value?.toLowerCase() ?? null, id });
}
