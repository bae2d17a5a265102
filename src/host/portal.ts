// The one site this build belongs to, compiled in by snap.config.ts, and the links made from it.
// The wallet refuses http links, so a development build leads to its own home page instead.
declare const process: { env: { PORTAL_ORIGIN: string; SNAP_ID: string; VERSION: string } };

export const PORTAL_ORIGIN = process.env.PORTAL_ORIGIN;

/** Of package and manifest alike. */
export const VERSION = process.env.VERSION;

const SNAP_ID = process.env.SNAP_ID;

/** `bardo.ai` */
export const PORTAL_HOST: string = new URL(PORTAL_ORIGIN).host;

/** A page of the Portal as text, also where it cannot be a link. */
export function portalPage(path: string): string {
  return `${PORTAL_ORIGIN}${path}`;
}

/** A Golem is its owner's: the site then knows whose is meant, whoever is signed in there. */
export function golemPath(
  place: 'golem' | 'succession' | 'revoke',
  golem: string,
  owner: string | null,
): string {
  return `/${[place, owner?.toLowerCase(), golem].filter(Boolean).join('/')}`;
}

/** It is shown to its owner only, whatever its id. */
export function requestPath(request: string): string {
  return `/request/${request}`;
}

/** Where a notice leads: the Portal's page, or Bardo's home page in a development build. */
export function noticeLink(path: string): string {
  const page = portalPage(path);
  return isLinkable(page) ? page : `metamask://snap/${SNAP_ID}/home`;
}

/** Links of other schemes would make the wallet refuse the whole interface. */
export function isLinkable(url: string): boolean {
  return new URL(url).protocol === 'https:';
}
