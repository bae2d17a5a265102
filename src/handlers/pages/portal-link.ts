import type { Asked } from '../../core/watch/asked';
import { golemPath, isLinkable, portalPage, requestPath } from '../../host/portal';

/** A page of the Portal; as text where the wallet would refuse the link. */
export function portalLink(path: string) {
  const url = portalPage(path);
  return { url, linkable: isLinkable(url) };
}

/** The request's own page, else the Golem's; strangers, and several at once, are listed on the first page. */
export function askedRows(asked: readonly Asked[], owner: string | null) {
  return asked.map(({ title, code, request, by, golem }) => {
    const place = by === 'strange' ? '/' : golemPath('golem', golem, owner);
    return { title, code, page: portalLink(request === null ? place : requestPath(request)) };
  });
}
