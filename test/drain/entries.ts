// Where a thief of all keys can go in: at every link of a chain, with every choice that the rules leave to the
// redeemer (which set of a wrapper, which budget of several) written into the arguments.
import { encodeAbiParameters, type Hex } from 'viem';
import {
  type AllowedCalldataTerms,
  allowedCalldata,
} from '../../src/core/caveats/allowed-calldata';
import { argsEqualityCheck } from '../../src/core/caveats/args-equality-check';
import { erc721Transfer } from '../../src/core/caveats/erc721-transfer';
import { exactCalldata } from '../../src/core/caveats/exact-calldata';
import { exactCalldataBatch } from '../../src/core/caveats/exact-calldata-batch';
import { exactExecution } from '../../src/core/caveats/exact-execution';
import { exactExecutionBatch } from '../../src/core/caveats/exact-execution-batch';
import { logicalOrWrapper } from '../../src/core/caveats/list';
import { multiTokenPeriod } from '../../src/core/caveats/multi-token-period';
import { specificActionErc20TransferBatch } from '../../src/core/caveats/specific-action-erc20-transfer-batch';
import type { Execution } from '../../src/core/chain/execution';
import {
  type CaveatData,
  type Delegation,
  encodeContext,
} from '../../src/core/delegations/delegation';
import type { Entry, Mark } from './plays';
import { approveData, takeData, transferData } from './rules';

const MAX_MOVES = 6;

/** Leaf first. */
export function entriesOf(links: readonly Delegation[], mark: Mark): Entry[] {
  return links.flatMap((leaf, index) => {
    const path = links.slice(index);
    const fixed = path.flatMap(({ caveats }) => caveats.flatMap((one) => fixedBy(one, mark)));
    return pathsOf(path)
      .slice(0, MAX_MOVES)
      .map((chosen) => ({ redeemer: leaf.delegate, context: encodeContext(chosen), fixed }));
  });
}

function pathsOf(path: readonly Delegation[]): Delegation[][] {
  return product(
    path.map((link) =>
      product(link.caveats.map(choicesOf)).map((caveats) => ({ ...link, caveats })),
    ),
  );
}

function choicesOf(caveat: CaveatData): CaveatData[] {
  const filled = (args: readonly Hex[]) => args.map((one) => ({ ...caveat, args: one }));
  switch (caveat.enforcer) {
    case multiTokenPeriod.address:
      return filled(
        multiTokenPeriod.decode(caveat.terms).periods.map((_, index) => indexed(index)),
      );
    case logicalOrWrapper.address:
      return filled(
        logicalOrWrapper
          .decode(caveat.terms)
          .groups.flatMap(({ caveats }, index) =>
            product(caveats.map(choicesOf)).map((chosen) =>
              encodeAbiParameters(SELECTED, [
                { groupIndex: BigInt(index), caveatArgs: chosen.map(({ args }) => args) },
              ]),
            ),
          ),
      );
    case argsEqualityCheck.address:
      return filled([caveat.terms]);
    default:
      return [caveat];
  }
}

const SELECTED = [
  {
    type: 'tuple',
    components: [
      { type: 'uint256', name: 'groupIndex' },
      { type: 'bytes[]', name: 'caveatArgs' },
    ],
  },
] as const;

function indexed(index: number): Hex {
  return encodeAbiParameters([{ type: 'uint256' }], [BigInt(index)]);
}

/** The calls that a rule fixes, as it wants them. */
function fixedBy({ enforcer, terms }: CaveatData, mark: Mark): Execution[][] {
  const { tokens, account, thief } = mark;
  switch (enforcer) {
    case exactExecution.address:
      return [[exactExecution.decode(terms)]];
    case exactExecutionBatch.address:
      return [[...exactExecutionBatch.decode(terms).executions]];
    case exactCalldata.address: {
      const data = exactCalldata.decode(terms).calldata;
      return data === '0x' ? [] : tokens.map((target) => [{ target, value: 0n, data }]);
    }
    case exactCalldataBatch.address: {
      const { executions } = exactCalldataBatch.decode(terms);
      return tokens.map((target) => executions.map(({ data }) => ({ target, value: 0n, data })));
    }
    case allowedCalldata.address:
      return pinnedCalls(allowedCalldata.decode(terms), mark);
    case erc721Transfer.address: {
      const { contract, tokenId } = erc721Transfer.decode(terms);
      return [[{ target: contract, value: 0n, data: takeData(account, thief, tokenId) }]];
    }
    case specificActionErc20TransferBatch.address: {
      const { fixed = [] } = specificActionErc20TransferBatch.bounds(
        specificActionErc20TransferBatch.decode(terms),
        { chainId: 84_532, now: 0 },
      );
      return [[...fixed]];
    }
    case logicalOrWrapper.address:
      return logicalOrWrapper
        .decode(terms)
        .groups.flatMap(({ caveats }) => caveats.flatMap((one) => fixedBy(one, mark)));
    default:
      return [];
  }
}

/** Payments and approvals that fit the pinned bytes, of every token. */
function pinnedCalls({ start, value }: AllowedCalldataTerms, { tokens, thief, account }: Mark) {
  const fitted = (data: Hex): Hex => {
    const at = 2 + 2 * Number(start);
    return `${data.slice(0, at)}${value.slice(2)}${data.slice(at + value.length - 2)}` as Hex;
  };
  const calls = [transferData(thief, 7n), approveData(thief, 7n), takeData(account, thief, 7n)];
  return tokens.flatMap((target) =>
    calls.map((data) => [{ target, value: 0n, data: fitted(data) }]),
  );
}

function product<T>(lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>(
    (all, list) => all.flatMap((known) => list.map((one) => [...known, one])),
    [[]],
  );
}
