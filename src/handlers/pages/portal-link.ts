import type { Asked } from '../../core/watch/asked';
import { golemPath, isLinkable, portalPage, requestPath } from '../../host/portal';

/** A page of the Portal; as text where the wallet would refuse the link. */
export function portalLink(path: string) {
  const url = portalPage(path);
  return { url, linkable: isLinkable(url) };
}

/** The request's own page; strangers, and several at once, are listed on the first one. The rest its Golem's page answers. */
export function askedRows(asked: readonly Asked[], owner: string | null) {
  return asked.map(({ title, code, request, by, golem, count }) => {
    const place = by === 'strange' || count > 1 ? '/' : golemPath('golem', golem, owner);
    return { title, code, page: portalLink(request === null ? place : requestPath(request)) };
  });
}
