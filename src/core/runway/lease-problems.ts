// Why a lease is not signed; null where nothing speaks against it.
import { ZERO_ADDRESS } from '../caveats/bardo-terms';
import { ENDED_GENERATION } from '../caveats/golem-policy';
import { nonce as nonceCaveat } from '../caveats/nonce';
import { chainName, FRAMEWORK, sameAddress } from '../chain/addresses';
import { DAY, MINUTE } from '../chain/time';
import {
  epochProblem,
  floorProblem,
  nonceProblem,
  recordProblem,
  timeProblem,
} from './endpoint-doubts';
import type { LeaseAsk, LeaseScene } from './lease-scene';
import { isParty, payeesProblem } from './payees';

const TERMINAL = 4;

export function grantProblem(scene: LeaseScene): string | null {
  const { grant, facts } = scene;
  const { root, expiresAt } = grant;
  const endsAt = expiresAt ?? 0;
  if (endsAt <= facts.time) {
    return timeProblem(scene, 'the grant', endsAt) ?? 'the grant has expired';
  }
  if (facts.disabled) return 'the grant is disabled on chain';
  const signed = root.caveats
    .filter(({ enforcer }) => sameAddress(enforcer, nonceCaveat.address))
    .map(({ terms }) => nonceCaveat.decode(terms).nonce);
  const doubt = nonceProblem(scene, signed);
  if (doubt) return doubt;
  if (signed.some((nonce) => nonce !== facts.nonce)) {
    return 'the account has ended its grants since this one was signed';
  }
  if (facts.manager !== null && !sameAddress(facts.manager, FRAMEWORK.delegationManager)) {
    return `the account obeys another delegation manager: ${facts.manager}`;
  }
  return null;
}

export function chainProblem(scene: LeaseScene): string | null {
  const { facts, before } = scene;
  const doubt = floorProblem(scene) ?? epochProblem(scene) ?? recordProblem(facts.oracle, facts);
  if (doubt) return doubt;
  if (facts.floor === ENDED_GENERATION) {
    return `this budget has been ended (block ${facts.block}): only a Golem of another id can be leased to. If you did not end it, MetaMask's endpoint for ${chainName(facts.chainId)} may be lying`;
  }
  if ((before[0]?.terms.generation ?? 0n) >= ENDED_GENERATION - 1n) {
    return 'the lease before has the last generation there is: only a Golem of another id can be leased to';
  }
  if (facts.oracle.phase === TERMINAL) return 'the Golem is terminal on chain and can never spend';
  return null;
}

export function askProblem(ask: LeaseAsk, { facts, now }: LeaseScene): string | null {
  if (ask.cap === 0n) return 'a lease of nothing';
  if (ask.expiresAt <= facts.time) {
    const doubt = timeProblem({ facts, now }, 'the lease', ask.expiresAt);
    return doubt ?? 'the lease would have expired already';
  }
  if (ask.expiresAt > now + 3650 * DAY) return 'a lease of more than ten years';
  if (ask.maxAgeSeconds < MINUTE || ask.maxAgeSeconds > 30 * DAY) {
    return 'a Golem must speak on chain at least every 30 days, and at most every minute';
  }
  return null;
}

export function partyProblem({ sessionKey, payees }: LeaseAsk, { guardian, grant }: LeaseScene) {
  const paying = { token: grant.token, owner: grant.owner, guardian, sessionKey };
  if (sameAddress(sessionKey, ZERO_ADDRESS) || isParty(sessionKey, paying)) {
    return "the session key is not a Golem's own key";
  }
  return payeesProblem(paying, payees);
}
