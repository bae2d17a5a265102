// What signing a delegation does to this owner's Golems: whom it feeds or empowers, how much, and
// what it lacks. Its budget is in `delegation-budget.ts`; dangers of the delegation itself come from `delegation-dangers.ts`.

import { approvalRevocation } from '../caveats/approval-revocation';
import { chainName, shortHex } from '../chain/addresses';
import { isOpen } from '../delegations/delegation';
import {
  accountName,
  delegationFacts,
  isOwn,
  rulesOf,
  type Terms,
  takingsOf,
} from '../findings/delegation';
import { dangersOf } from '../findings/delegation-dangers';
import { type Fact, type Finding, MAX_TITLE, untrusted } from '../findings/finding';
import { type KeyHolder, keyHolder, type Scene, shortName } from '../findings/scene';
import { addsUp } from './budgets-together';
import { budgetFindings, budgetLines, budgetTitles, type Read } from './delegation-budget';
import { exactCallFindings } from './exact-calls';
import type { TypedMessage } from './typed-message';

/** MetaMask's own Snap that shows and signs ERC-7715 grants: only its word on site and reason counts. */
const PERMISSION_SNAP = 'npm:@metamask/gator-permissions-snap';

export function delegationFindings(
  typed: TypedMessage,
  delegation: Terms,
  scene: Scene,
): Finding[] {
  const rules = rulesOf(delegation, scene);
  const read = { delegation, rules, takings: takingsOf(delegation, scene), scene };
  const holder = isOpen(delegation) ? null : keyHolder(scene, delegation.delegate);
  return [
    ...dangersOf(delegation, rules, scene),
    ...exactCallFindings(delegation, scene),
    ...budgetFindings(read),
    ...(holder ? golemFindings(read, holder) : []),
    ...foreignNote(typed, scene),
    {
      ...verdict(read, holder),
      facts: [...delegationFacts(delegation, rules, scene), ...siteFacts(typed, scene)],
    },
  ];
}

function verdict(read: Read, holder: KeyHolder | null): Omit<Finding, 'facts'> {
  const { delegation, scene } = read;
  const lines = budgetLines(read);
  const account = accountName(scene, delegation.delegator);
  if (holder) {
    return { level: 'info', title: golemTitle(read, shortName(holder.golem), account), lines };
  }
  if (isOpen(delegation)) {
    return { level: 'info', title: `Gives power over ${account} to no one in particular`, lines };
  }
  const delegate = shortHex(delegation.delegate);
  if (isOwn(scene, delegation.delegate)) {
    return { level: 'info', title: `Gives your own account power over ${account}`, lines };
  }
  const title = `Gives ${delegate} power over ${account}`;
  return scene.watched && scene.watched.golems.length > 0
    ? { level: 'warning', title: `${title}: not one of your Golems`, lines }
    : { level: 'info', title, lines };
}

function golemTitle(read: Read, name: string, account: string): string {
  const takesBack = read.rules.some((rule) => rule.name === approvalRevocation.name && rule.terms);
  if (takesBack) return `Lets ${name} take back approvals, nothing else`;
  const titles = budgetTitles(read).map((budget) => `Gives ${name} ${budget}`);
  return titles.find(({ length }) => length <= MAX_TITLE) ?? `Gives ${name} power over ${account}`;
}

function siteFacts({ metadata }: TypedMessage, scene: Scene): Fact[] {
  if (!metadata || scene.origin !== PERMISSION_SNAP) return [];
  const reason =
    metadata.justification === '' ? [] : [untrusted('Its reason', metadata.justification)];
  return [untrusted('Asked by', metadata.origin), ...reason];
}

/** A site that adds the note of MetaMask's permission Snap wants to be taken for another. */
function foreignNote({ metadata }: TypedMessage, scene: Scene): Finding[] {
  if (!metadata || scene.origin === PERMISSION_SNAP) return [];
  return [
    {
      level: 'warning',
      title: 'Carries a note about who asks that MetaMask did not write',
      lines: ['Only MetaMask itself may say which site asks for a permission: ignore the note.'],
      facts: [],
    },
  ];
}

function golemFindings(read: Read, { golem, role }: KeyHolder): Finding[] {
  const { delegation, scene } = read;
  const name = shortName(golem);
  const here = chainName(scene.chainId);
  return [
    ...(golem.chainId === scene.chainId
      ? []
      : [warning(`${name} does not live on ${here}`, `It lives on ${chainName(golem.chainId)}.`)]),
    ...(golem.phase === 'terminal'
      ? [warning(`${name} is terminal: this feeds a dead Golem`, 'Its phase never improves again.')]
      : []),
    ...(role === 'session key' && isOwn(scene, delegation.delegator)
      ? [
          warning(
            `Straight to ${name}'s key: no guardian in between`,
            'Rules of a lease (phase, rolling cap, payees) do not apply to it.',
          ),
        ]
      : []),
    ...addsUp(read, golem),
  ];
}

function warning(title: string, line: string): Finding {
  return { level: 'warning', title, lines: [line], facts: [] };
}
