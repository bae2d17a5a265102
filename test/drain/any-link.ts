// Whole links of random rules. They hang together by what they are about; now and then one is not.
import type { CaveatData } from '../../src/core/delegations/delegation';
import {
  callRules,
  choiceRules,
  countRule,
  endRule,
  fixedRules,
  nativeRules,
  type Setting,
  shuffled,
  someOf,
  tokenRules,
  valueRule,
} from './rules';
import { leaseRules, oddRules, pinnedRules, sideRule } from './side-rules';

export function anyLink(setting: Setting): CaveatData[] {
  const { dice } = setting;
  const theme = dice.pick([
    tokenRules,
    tokenRules,
    nativeRules,
    fixedRules,
    callRules,
    choiceRules,
    pinnedRules,
    pinnedRules,
    leaseRules,
    oddRules,
  ]);
  const rules = [...theme(setting), ...someOf(dice, [() => endRule(setting)], 0.8)];
  return shuffled(dice, [
    ...rules,
    ...someOf(dice, [() => countRule(setting), () => valueRule(setting)], 0.3),
    ...someOf(dice, [() => sideRule(setting)], 0.25),
  ]);
}
