// What the decoders say about a call and every call inside it, and the nets under them: nothing that touches Bardo or
// commands the owner's own account goes by in silence.
import type { Call } from '../chain/call';
import { decodedOf, type Outcome, type Unread } from '../decoders/outcome';
import { isOwn } from '../findings/delegation';
import { address, type Finding, MAX_TITLE, words } from '../findings/finding';
import { type KeyHolder, keyHolder, keysIn, type Scene, shortName } from '../findings/scene';
import { isToGolem } from './native-transfer';

/** Hex digits looked through: twice what any chain's mempool takes. */
const MAX_SEARCHED = 2 * 256 * 1024;

/** Findings of a call and, inside it, of every call it carries. */
export function findingsOf(outcome: Outcome, scene: Scene): Finding[] {
  const decoded = decodedOf(outcome);
  const said = decoded
    ? [...decoded.explain(scene), ...decoded.calls.flatMap((inner) => findingsOf(inner, scene))]
    : [];
  if (outcome.kind === 'unreadable' && !isHarmless(outcome, said, scene)) {
    return [unreadableFinding(outcome, scene), ...said];
  }
  return said.length > 0 || isToGolem(outcome.call, scene) ? said : unspoken(outcome, scene);
}

/** More bytes behind a proper call mean nothing where no Golem is concerned: apps leave marks there. */
function isHarmless(outcome: Unread, said: readonly Finding[], scene: Scene): boolean {
  return outcome.loosely !== undefined && said.length === 0 && !golemTouchedBy(outcome.call, scene);
}

/** Commands that run further calls: unread, they hide whatever somebody put into them. */
const CARRIERS = /^(execute|executeBatch|redeemDelegations|handleOps|handleAggregatedOps)$/;

function unreadableFinding(outcome: Unread, scene: Scene): Finding {
  const { contract, name, call } = outcome;
  const commands = !outcome.loosely && [call.from, call.to ?? ''].some((one) => isOwn(scene, one));
  const title = `Bardo cannot read this ${contract} ${name ?? 'call'}`;
  return {
    level: commands && CARRIERS.test(name ?? '') && isAccounts(contract) ? 'critical' : 'warning',
    title: title.length <= MAX_TITLE ? title : `Bardo cannot read this ${contract} call`,
    lines: [`It looks like one, but ${outcome.reason}. Do not sign it unless you know why.`],
    facts: outcome.call.to ? [address('Contract', outcome.call.to)] : [],
  };
}

function isAccounts(contract: string): boolean {
  return ['Smart account', 'DelegationManager', 'EntryPoint'].includes(contract);
}

/** The net under all decoders: a call that names one of the owner's Golems is never passed over. */
function unspoken(outcome: Outcome, scene: Scene): Finding[] {
  const { call } = outcome;
  const touched = golemTouchedBy(call, scene);
  if (!touched) return [...tooLargeFinding(call, scene), ...selfCallFinding(outcome, scene)];
  const name = shortName(touched.golem);
  return [
    {
      level: outcome.kind === 'unknown' ? 'warning' : 'info',
      title: `Touches ${name}'s ${touched.role}`,
      lines: [
        outcome.kind === 'unknown'
          ? `Bardo does not know this function, and ${name}'s address is in it.`
          : `Bardo found no effect on ${name}'s permissions in this call.`,
      ],
      facts: [address(`${name}'s ${touched.role}`, touched.key)],
    },
  ];
}

function tooLargeFinding({ data }: Call, scene: Scene): Finding[] {
  if (data.length <= MAX_SEARCHED || !scene.watched?.golems.length) return [];
  return [
    {
      level: 'warning',
      title: 'Too large for Bardo to check: it may concern your Golems',
      lines: ['Bardo searched only the beginning of this call.'],
      facts: [],
    },
  ];
}

/** Unknown calls to one's own account run with its full power. */
function selfCallFinding(outcome: Outcome, scene: Scene): Finding[] {
  const { call } = outcome;
  const self = outcome.kind === 'unknown' && call.data !== '0x' && call.to && isOwn(scene, call.to);
  if (!self || !(scene.watched || call.unbounded)) return [];
  return [
    {
      level: 'warning',
      title: 'A call to your own account that Bardo cannot read',
      lines: ['Such a call can change every permission of this account.'],
      facts: [words('Function selector', call.data.slice(0, 10))],
    },
  ];
}

function golemTouchedBy(call: Call, scene: Scene): (KeyHolder & { key: string }) | null {
  const target = call.to && keyHolder(scene, call.to);
  if (call.to && target) return { ...target, key: call.to };
  for (const found of keysIn(call.data.slice(0, MAX_SEARCHED), scene)) return found;
  return null;
}
