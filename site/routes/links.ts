// Links to a Golem's pages, with its owner in them: what is copied means the same Golem to everybody.

import * as store from '../owner/store';
import { type GolemRoute, pathOf } from './routes';

export function linkTo(name: GolemRoute['name'], id: string): string {
  return pathOf({ name, owner: store.owner.value?.toLowerCase() ?? null, id });
}
