// What an owner should know about a link besides what it lets through.
import { type Wider, widerThan } from './attenuation';
import { isOpen } from './delegation';
import type { Broken, Link, TreeNode } from './tree';

export type Mark =
  | Broken
  | Wider
  | 'open-to-anyone'
  | 'unread-rules'
  /** All that was given is passed on. */
  | 'no-own-limit';

export function marksOf(node: TreeNode): Mark[] {
  return [
    ...(node.broken === null ? [] : [node.broken]),
    ...ruleMarks(node),
    ...widerThan(node.held, node.limits),
  ];
}

function ruleMarks({ parent, delegate, limits }: Link): Mark[] {
  const { meters, endsAt, payees, noTokens, noNative, unread } = limits;
  const limited = meters.length > 0 || endsAt !== null || payees || noTokens || noNative;
  return [
    ...(delegate && isOpen({ delegate }) ? (['open-to-anyone'] as const) : []),
    ...(unread > 0 ? (['unread-rules'] as const) : []),
    ...(parent && delegate && !limited ? (['no-own-limit'] as const) : []),
  ];
}
