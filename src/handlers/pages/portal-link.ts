import { isLinkable, portalPage } from '../../host/portal';

/** A page of the Portal; as text where the wallet would refuse the link. */
export function portalLink(path: string) {
  const url = portalPage(path);
  return { url, linkable: isLinkable(url) };
}
