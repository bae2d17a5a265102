// Four of MetaMask's enforcers keep one counter for a delegation and write the terms of the FIRST rule that is
// used beside it; every other rule of the kind is then held against those terms, not its own. So of two period
// budgets in one delegation only the first counts, however small the second. MultiTokenPeriod does so for each
// token and place in its list. (The others compare with their own terms each time.)
import type { Bounds, Budget, Rule } from './caveat';
import { erc20PeriodTransfer } from './erc20-period-transfer';
import { erc20Streaming } from './erc20-streaming';
import { louder } from './level';
import { multiTokenPeriod } from './multi-token-period';
import { nativeTokenPeriodTransfer } from './native-token-period-transfer';
import { nativeTokenStreaming } from './native-token-streaming';

export const WRAPPER = 'LogicalOrWrapperEnforcer';

const KEEPING: readonly (string | null)[] = [
  erc20PeriodTransfer.name,
  erc20Streaming.name,
  nativeTokenPeriodTransfer.name,
  nativeTokenStreaming.name,
];

/** Several of a kind may each write what another is held against: the redeemer picks the order. */
const MUTUAL: readonly (string | null)[] = [WRAPPER, multiTokenPeriod.name];

/** Rules of one delegation, or of one set, without the bounds that do not hold beside the others. */
export function whatCounts(rules: readonly Rule[]): Rule[] {
  return rules.map((rule, index) => {
    if (KEEPING.includes(rule.name) && rules.findIndex(({ name }) => name === rule.name) < index) {
      return uncounted(rule, 'it does not count: an earlier rule of its kind does, in its place');
    }
    return MUTUAL.includes(rule.name) && isMixed(rule, rules)
      ? uncounted(rule, 'its amounts do not count next to another such rule')
      : rule;
  });
}

/** Another rule of its kind counts amounts, and this one counts some or is refused. All wrappers are one caller. */
function isMixed(rule: Rule, rules: readonly Rule[]): boolean {
  const others = rules.filter((other) => other !== rule && other.name === rule.name);
  if (rule.bounds.nothing) return others.some(isCounting);
  return isCounting(rule) && others.some((other) => isCounting(other) || other.bounds.nothing);
}

function isCounting({ bounds }: Rule): boolean {
  return (bounds.budgets ?? []).length > 0;
}

/** The amounts alone are lost: which token and function may be called is read from the rule itself. */
function uncounted(rule: Rule, why: string): Rule {
  const { calls, until, uses, nfts, ownership } = rule.bounds;
  return {
    ...rule,
    words: { text: `${rule.words.text}; ${why}`, level: louder(rule.words.level, 'warning') },
    bounds: {
      ...(calls ? { calls } : {}),
      ...(until === undefined ? {} : { until }),
      ...(uses === undefined ? {} : { uses }),
      ...(nfts ? { nfts } : {}),
      ...(ownership ? { ownership } : {}),
    },
  };
}

/**
 * Sets of which the redeemer picks one share such a counter too, and the redeemer picks which is first: every
 * token of these sets may leave by the terms of any of them.
 */
export function mixedSets(sets: readonly (readonly Rule[])[]): {
  sets: Rule[][];
  budgets: Budget[];
} {
  const inSeveral = (kept: string | null) =>
    sets.filter((rules) => rules.some(({ name }) => name === kept)).length > 1;
  const mixed = KEEPING.filter(inSeveral);
  const budgets = mixed.flatMap((kept) => {
    const own = sets.flat().filter(({ name }) => name === kept);
    return crossed(own.flatMap(({ bounds }) => bounds.budgets ?? []));
  });
  const bare = (rule: Rule) => {
    if (!mixed.includes(rule.name)) return inSeveral(rule.name) ? opened(rule) : rule;
    return { ...rule, bounds: withoutAmounts(rule.bounds) };
  };
  return { sets: sets.map((rules) => rules.map(bare)), budgets };
}

/** Terms that a contract refuses in its first use are not looked at again in a later one. */
function withoutAmounts({ budgets: _, nothing: __, ...rest }: Bounds): Bounds {
  return rest;
}

/** Its budgets are counted with their own token and add up, whoever writes them. */
function opened(rule: Rule): Rule {
  if (rule.name !== multiTokenPeriod.name) return rule;
  const { nothing: _, ...rest } = rule.bounds;
  return { ...rule, bounds: rest };
}

function crossed(budgets: readonly Budget[]): Budget[] {
  const tokens = [...new Set(budgets.map(({ token }) => token))];
  return tokens.flatMap((token) => budgets.map((budget) => ({ ...budget, token })));
}
