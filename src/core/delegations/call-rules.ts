// The rules that say which calls may be made, as `Calls`.
import type { Address, Hex } from 'viem';
import { byteLength } from '../bytes/abi';
import { allowedCalldata } from '../caveats/allowed-calldata';
import { allowedMethods } from '../caveats/allowed-methods';
import { allowedTargets } from '../caveats/allowed-targets';
import type { Rule, SignedCaveat } from '../caveats/caveat';
import { emotionalState } from '../caveats/emotional-state';
import { erc721Transfer } from '../caveats/erc721-transfer';
import { exactCalldata } from '../caveats/exact-calldata';
import { exactCalldataBatch } from '../caveats/exact-calldata-batch';
import { golemPhase } from '../caveats/golem-phase';
import { knowledgeRoyalty } from '../caveats/knowledge-royalty';
import { maxSlippage } from '../caveats/max-slippage';
import { ownershipTransfer } from '../caveats/ownership-transfer';
import { packed, uintBytes } from '../caveats/terms';
import { ANY_CALLS, type Calls, CONTAINED, selectorOf } from './calls';

/** Of a rule whose terms could be read. */
export function callsOf({ enforcer, terms }: SignedCaveat, rule: Rule): Calls {
  const { fixed } = rule.bounds;
  if (fixed) return { ...ANY_CALLS, steps: fixed };
  const read = READERS[enforcer.toLowerCase()];
  if (read) return read(terms);
  return rule.bounds.calls ? CONTAINED : ANY_CALLS;
}

const READERS: Record<string, (terms: Hex) => Calls> = {
  [allowedTargets.address]: (terms) => at(allowedTargets.decode(terms).targets),
  [allowedMethods.address]: (terms) => ({
    ...ANY_CALLS,
    selectors: allowedMethods.decode(terms).selectors,
  }),
  [allowedCalldata.address]: (terms) => {
    const { start, value } = allowedCalldata.decode(terms);
    const named = start === 0n && byteLength(value) >= 4;
    // Behind this nothing of a payment is left.
    const pins = start < 1024n ? [{ start: Number(start), value }] : [];
    return { ...ANY_CALLS, pins, selectors: named ? [selectorOf(value)] : null };
  },
  [exactCalldata.address]: (terms) => ({
    ...ANY_CALLS,
    steps: [{ target: null, value: null, data: exactCalldata.decode(terms).calldata }],
  }),
  [exactCalldataBatch.address]: (terms) => ({
    ...ANY_CALLS,
    steps: exactCalldataBatch
      .decode(terms)
      .executions.map(({ data }) => ({ target: null, value: null, data })),
  }),
  // What is moved is fixed, from whom and to whom is not. Of a coin the id is an amount.
  [erc721Transfer.address]: (terms) => {
    const { contract, tokenId } = erc721Transfer.decode(terms);
    const data = packed('0x23b872dd', uintBytes(0n), uintBytes(0n), uintBytes(tokenId));
    return { ...ANY_CALLS, steps: [{ target: contract, value: null, data, pattern: true }] };
  },
  [ownershipTransfer.address]: (terms) =>
    named([{ target: ownershipTransfer.decode(terms).contract, selector: '0xf2fde38b' }]),
  [golemPhase.address]: (terms) => named(golemPhase.decode(terms).rules),
  [emotionalState.address]: (terms) => named(emotionalState.decode(terms).rules),
  [maxSlippage.address]: (terms) => {
    const { router, selector, tokenIn } = maxSlippage.decode(terms);
    // It also lets the router be approved, for the swap that follows.
    const approval = { target: tokenIn, selector: '0x095ea7b3' as const };
    return named([{ target: router, selector }, approval]);
  },
  [knowledgeRoyalty.address]: (terms) => {
    const { market, selector } = knowledgeRoyalty.decode(terms);
    return named([{ target: market, selector }]);
  },
};

function at(targets: readonly Address[]): Calls {
  return { ...ANY_CALLS, targets };
}

function named(rules: readonly { target: Address; selector: Hex }[]): Calls {
  return {
    ...ANY_CALLS,
    targets: rules.map(({ target }) => target),
    selectors: rules.map(({ selector }) => selector),
  };
}
