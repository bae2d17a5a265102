// What the server says about signed bytes, held against them. Bytes cannot change and the hashes cover every
// term, so any difference is a contradiction at once, whatever the chain shows.
import { chainName, FRAMEWORK, sameAddress } from '../chain/addresses';
import { dateWords } from '../chain/time';
import type { GrantedChain } from '../delegations/delegation-chain';
import type { Finding, Point } from '../memory/claim';
import type { Golem, Permission } from '../protocol/status';
import { chainOf, isUnleased } from './listed-chain';
import type { Target } from './questions';

const SIGNED = 'signed grant and lease';

/** Chain, key and guardian of the Golem: what the newest lease names. */
export function identityFindings(golem: Golem, { permissions, held, chainId }: Target): Finding[] {
  const listed = permissions
    .filter(({ token }) => token !== null)
    .flatMap((one) => chainOf(one, held) ?? [])
    .sort((a, b) => Number((b.lease?.terms.generation ?? 0n) - (a.lease?.terms.generation ?? 0n)));
  const [newest] = listed;
  const findings: Finding[] = [];
  if (golem.chainId !== chainId) {
    const words = `The control plane places it on ${chainName(golem.chainId)}; what you signed is for ${chainName(chainId)}.`;
    findings.push(exact({ what: 'chain', of: null }, words, false));
  }
  if (!newest || isUnleased(newest, golem)) return findings;
  const key = sameAddress(golem.sessionKey, newest.redeemer);
  findings.push(
    exact(
      { what: 'key', of: null },
      key
        ? 'its session key'
        : 'The control plane names another session key than the signed lease.',
      key,
    ),
  );
  if (newest.lease) {
    const same = sameAddress(golem.guardian, newest.lease.guardian);
    const words = same
      ? 'its guardian'
      : 'The control plane names another guardian than the signed lease.';
    findings.push(exact({ what: 'guardian', of: null }, words, same));
  }
  return findings;
}

/** Terms are covered by the hashes: any other value than the signed one is false. */
export function termsFinding(permission: Permission, held: GrantedChain): Finding {
  const { grant, lease } = held;
  const slice = held.links.length > 2;
  const wrong = [
    ...(permission.chainId === held.chainId ? [] : ['its chain']),
    ...(sameAddress(permission.manager, FRAMEWORK.delegationManager) ? [] : ['its manager']),
    ...(slice || permission.cap === `${grant.cap}` ? [] : ['its cap']),
    ...(slice || permission.periodSeconds === grant.periodSeconds ? [] : ['its period']),
    ...(slice || permission.startAt === grant.startAt ? [] : ['its start']),
    ...(permission.expiresAt <= (grant.expiresAt ?? permission.expiresAt) &&
    (slice || permission.expiresAt === grant.expiresAt)
      ? []
      : [`its end (signed: ${grant.expiresAt === null ? 'none' : dateWords(grant.expiresAt)})`]),
    ...(sameToken(permission, held) ? [] : ['its token']),
    ...(lease || permission.lease === null ? [] : ['a lease it does not have']),
    ...(lease && permission.lease ? leaseWrongs(permission.lease, held, slice) : []),
  ];
  const point = { what: 'terms', of: permission.id };
  if (wrong.length === 0) return exact(point, 'terms as signed', true);
  return exact(
    point,
    `The control plane misstates ${wrong.join(', ')}: the signed bytes say otherwise.`,
    false,
  );
}

function leaseWrongs(
  said: NonNullable<Permission['lease']>,
  held: GrantedChain,
  slice: boolean,
): string[] {
  const { lease } = held;
  if (!lease) return [];
  const cap = slice ? lease.terms.replicantCap : lease.terms.cap;
  return [
    ...(said.generation === Number(lease.terms.generation) ? [] : ["its lease's generation"]),
    ...(said.budgetId === `${lease.terms.budgetId}` ? [] : ["its lease's budget"]),
    ...(sameAddress(said.sessionKey, held.redeemer) ? [] : ['its session key']),
    ...(said.cap === `${cap}` ? [] : ["its lease's cap"]),
    // An honest server shortens the end of a lease that the chain has ended, never lengthens it.
    ...(said.expiresAt <= Number(lease.terms.expiry) ? [] : ["its lease's end"]),
  ];
}

function sameToken({ token }: Permission, { grant }: GrantedChain): boolean {
  return token === grant.token || sameAddress(token, grant.token);
}

function exact(point: Point, words: string, holds: boolean): Finding {
  return { ...point, verdict: holds ? 'verified' : 'contradicted', words, source: SIGNED };
}
