// What one user operation means for the owner: calls with all the power of an account, of which a wallet shows bytes
// at best. Whose money moves is judged with the whole; here stands what the operation itself adds.
import { limitWords } from '../chain/money';
import type { UserOperation } from '../chain/user-operation';
import { address, type Fact, type Finding, titled, words } from '../findings/finding';
import { gasCeiling } from '../findings/gas-ceiling';
import type { Scene } from '../findings/scene';
import { leavesIn, type Outcome } from './outcome';
import { holderName, unreadIn } from './own-power';
import { moveFacts } from './redemption-moves';

/** `signed`: the owner is asked for the signature. `handed in`: somebody's transaction brings it. */
export type Way = 'signed' | 'handed in';

export function explainOperation(
  operation: UserOperation,
  inner: Outcome,
  way: Way,
  scene: Scene,
): Finding[] {
  const who = holderName(operation.sender, scene);
  if (who === null) return [];
  return [
    unreadFinding(inner, who) ?? runs(inner, who, way),
    ...gasFindings(operation, who, scene),
  ].map((finding, at) =>
    at > 0 ? finding : { ...finding, facts: factsOf(operation, inner, scene) },
  );
}

function runs(inner: Outcome, who: string, way: Way): Finding {
  const leaves = inner.call.data === '0x' ? [] : leavesIn(inner);
  const unread = unreadIn(leaves);
  const count = leaves.length === 1 ? 'a call' : `${leaves.length || 'no'} calls`;
  return {
    level: unread > 0 ? 'warning' : 'info',
    title: titled(
      `${way === 'signed' ? 'Signs' : 'Hands in'} an operation: ${count} from ${who}`,
      `An operation: ${count} from ${who}`,
    ),
    lines: [
      leaves.length > 0
        ? 'What it calls runs with all the power of that account, and no rule limits it.'
        : 'It pays for gas and does nothing else.',
      ...(unread > 0 ? [`Bardo cannot read ${unread} of ${leaves.length} calls in it.`] : []),
      way === 'signed'
        ? 'Anyone who gets this signature can run it once, without asking again.'
        : `It runs only if ${who} signed it.`,
    ],
    facts: [],
  };
}

/** The account itself is told something that Bardo does not know: it could be anything. */
function unreadFinding(inner: Outcome, who: string): Finding | null {
  if (inner.kind === 'decoded' || inner.call.data === '0x') return null;
  return {
    level: 'critical',
    title: titled(
      `Bardo cannot read what this operation does from ${who}`,
      'Bardo cannot read what this operation does',
    ),
    lines: ['An operation can do everything the account can. Do not sign it unless you know why.'],
    facts: [],
  };
}

/** Whoever hands an operation in is paid for its gas, a part of it whether or not it is used. */
function gasFindings({ mostGas }: UserOperation, who: string, { chainId }: Scene): Finding[] {
  const ceiling = gasCeiling(chainId);
  if (mostGas === null || mostGas <= ceiling) return [];
  const money = limitWords(chainId, null);
  return [
    {
      level: 'critical',
      title: titled(
        `Lets its submitter take ${money(mostGas)} from ${who} for gas`,
        `Lets its submitter take far more than gas costs from ${who}`,
        'Lets its submitter take far more than gas costs',
      ),
      lines: [
        'The account pays a part of it whether or not the gas is used.',
        `An operation hardly ever costs more than ${money(ceiling)}.`,
      ],
      facts: [],
    },
  ];
}

function factsOf({ sender, initCode, mostGas }: UserOperation, inner: Outcome, scene: Scene) {
  const facts: Fact[] = [
    ...moveFacts([inner], scene),
    address('Runs from', sender),
    words('Pays for gas at most', gasWords(mostGas, scene)),
    ...(initCode === '0x' ? [] : [words('Account code', 'it is created or changed first')]),
  ];
  return facts;
}

function gasWords(mostGas: bigint | null, { chainId }: Scene): string {
  if (mostGas === null) return 'Bardo cannot tell';
  return mostGas === 0n ? 'nothing: another pays, or nobody' : limitWords(chainId, null)(mostGas);
}
