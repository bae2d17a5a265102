// What one redemption means: whose account pays, through which chain of delegations, and whether
// MetaMask's contract would let it through at all.
import type { Address } from 'viem';
import { sameAddress, shortHex } from '../chain/addresses';
import type { Call } from '../chain/call';
import { dateWords } from '../chain/time';
import { isCommand } from '../chain/user-operation';
import { brokenLink, isOpen } from '../delegations/delegation';
import { accountName, isOwn } from '../findings/delegation';
import { allowancesIn, type Placed, paymentsIn } from '../findings/effect';
import type { Finding } from '../findings/finding';
import { totalsOf, totalWords, worstFirst } from '../findings/money';
import { isLive, type Scene, shortName } from '../findings/scene';
import type { Permission } from '../protocol/status';
import { effectsIn, type Outcome } from './outcome';
import { ownPower } from './own-power';
import { factsOf, type Part, permissionUsed, type Redemption } from './redemption-facts';

type Use = { call: Call; scene: Scene; inner: readonly Outcome[] };

/** The use that moves most comes first; past the fifth a use is counted, its money is in the total. */
export function explainRedemptions(redemptions: readonly Redemption[], use: Use): Finding[] {
  const { call, scene } = use;
  const parts = partsOf(redemptions, use.inner);
  const order = worstFirst(
    paymentsIn(parts.flatMap(effectsOf)).map(({ effect }) => effect),
    call.chainId,
  );
  const rank = (part: Part) =>
    allowancesIn(effectsOf(part)).length > 0
      ? -1
      : Math.min(
          order.length,
          ...paymentsIn(effectsOf(part)).map(({ effect }) => order.indexOf(effect)),
        );
  const findings = [...parts]
    .sort((a, b) => rank(a) - rank(b))
    .flatMap((part) => explainPart(part, parts, call, scene));
  return findings.map((finding, at) => (at < LISTED ? finding : { ...finding, facts: [] }));
}

const LISTED = 5;

function partsOf(redemptions: readonly Redemption[], inner: readonly Outcome[]): Part[] {
  let at = 0;
  return redemptions.map((redemption) => {
    const from = at;
    at += redemption.executions.length;
    return { redemption, inner: inner.slice(from, at) };
  });
}

function effectsOf({ inner }: Part): Placed[] {
  return inner.flatMap(effectsIn);
}

function explainPart(part: Part, all: readonly Part[], call: Call, scene: Scene): Finding[] {
  const { redemption, inner } = part;
  if (redemption.links.length === 0) return ownPower(redemption, inner, call, scene);
  const refusal = refusalOf(redemption, call);
  const used = permissionUsed(redemption, scene);
  const own = isOwn(scene, redemption.account);
  const name = used?.golem ? shortName(used.golem) : null;
  return [
    {
      level: own || name !== null ? 'warning' : 'info',
      title: refusal ? refusedTitle(name) : titleOf(redemption, name, scene),
      lines: [
        ...(refusal ? [`MetaMask's contract will refuse it: ${refusal}.`] : []),
        ...totalLines(redemption.account, all, call),
        ...(used ? overLines(used.permission, scene) : []),
        ...(redemption.mode.onFailure === 'try'
          ? ['A call that fails is skipped; the rest goes on.']
          : []),
      ],
      facts: factsOf(part, call, scene),
    },
  ];
}

/** Over every use in the call, not only this one: many small ones are one large one. */
function totalLines(account: Address, all: readonly Part[], { chainId }: Call): string[] {
  const payments = paymentsIn(all.flatMap(effectsOf))
    .map(({ effect }) => effect)
    .filter(({ payer }) => sameAddress(payer, account));
  if (payments.length < 2) return [];
  return [`It moves ${totalWords(totalsOf(payments, chainId))} in ${payments.length} payments.`];
}

function titleOf({ account }: Redemption, name: string | null, scene: Scene): string {
  return `Acts from ${accountName(scene, account)} with ${permissionName(name)}`;
}

function refusedTitle(name: string | null): string {
  return `Will be refused: a use of ${permissionName(name)}`;
}

function permissionName(name: string | null): string {
  return name === null ? 'a permission' : `${name}'s permission`;
}

function overLines(permission: Permission, scene: Scene): string[] {
  if (isLive(permission, scene)) return [];
  return permission.revokedAt === null
    ? [`Bardo knows this permission as expired on ${dateWords(permission.expiresAt)}.`]
    : ['Bardo knows this permission as ended.'];
}

/** Why the chain refuses this redemption whatever was signed; null when nothing shows against it. */
function refusalOf({ links, redeemer }: Redemption, call: Call): string | null {
  if (!sameAddress(call.from, redeemer) && !isCommand(call))
    return 'an account passes on only what it sends itself';
  const [leaf] = links;
  if (leaf && !isOpen(leaf) && !sameAddress(leaf.delegate, redeemer)) {
    return `only ${shortHex(leaf.delegate)} may use it, not ${shortHex(redeemer)}`;
  }
  return brokenLink(links);
}
