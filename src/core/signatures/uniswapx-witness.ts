// The UniswapX order that a Permit2 permit carries as its witness: what is paid, what must come back at least,
// and to whom. All kinds of orders (Dutch in three versions, priority, limit, hybrid) name these alike, so one
// reader serves them; whether the order binds anybody depends on the contract that may take the tokens.
import type { Address } from 'viem';
import { sameAddress } from '../chain/addresses';
import { dateWords } from '../chain/time';
import { orderKindAt } from '../chain/uniswap';
import { address, type Fact, type Finding, titled, words } from '../findings/finding';
import { gotWords, paidWords, titleName } from '../findings/parties';
import { type KeyHolder, keyHolder, type Scene } from '../findings/scene';
import type { TypedMessage } from './typed-message';
import { type Order, orderIn } from './uniswapx-order';

/** Outputs past this are counted. */
const LISTED = 4;
/** One part in so many is a fee as interfaces take it. */
const FEE_SHARE = 100n;

export function witnessFindings(typed: TypedMessage, spender: string, scene: Scene): Finding[] {
  const order = orderIn(typed);
  if (!order || !concerns(order, scene)) return [];
  const verdict = verdictOf(order, spender, scene);
  return [{ ...verdict, facts: factsOf(order, spender, scene) }];
}

/** The owner's own orders, and every one that a Golem pays for or is paid by. */
function concerns({ swapper, gets }: Order, scene: Scene): boolean {
  const people = [swapper, scene.signer, ...gets.map(({ recipient }) => recipient)];
  return people.some(
    (one) => keyHolder(scene, one) !== null || sameAddress(one, scene.watched?.owner),
  );
}

type Verdict = Omit<Finding, 'facts'>;

function verdictOf(order: Order, spender: string, scene: Scene): Verdict {
  const { swapper, gets, reactor } = order;
  const back = gets.filter(({ recipient }) => sameAddress(recipient, swapper));
  if (back.length === 0) return lost(order, scene);
  if (!sameAddress(reactor, spender) || orderKindAt(scene.chainId, spender) === null) {
    const title = 'UniswapX order for a contract Bardo does not know';
    const lines = ['That contract may take what is permitted, whatever the order says.'];
    return { level: 'warning', title, lines };
  }
  if (back.some(({ amount }) => amount === 0n)) {
    const title = 'UniswapX order accepts any price: it may return next to nothing';
    return { level: 'warning', title, lines: ['It names no least amount that must come back.'] };
  }
  const more = gets.find((one) => !sameAddress(one.recipient, swapper) && !isFee(one, order));
  if (more) {
    const title = 'UniswapX order pays others more than a fee';
    const lines = ['More than 1 % of what comes back, or other money. Compare who gets what.'];
    return { level: 'warning', title, lines };
  }
  return fair(order, back, scene);
}

/** All that others get of this money is at most a hundredth of what comes back of the same. */
function isFee({ token }: Order['gets'][number], { gets, swapper }: Order): boolean {
  const back = gets.filter(({ recipient }) => sameAddress(recipient, swapper));
  const away = sumOf(others(gets, swapper), token);
  return away * FEE_SHARE <= sumOf(back, token) && sumOf(back, token) > 0n;
}

function lost({ gets }: Order, scene: Scene): Verdict {
  const golem = gets
    .map(({ recipient }) => keyHolder(scene, recipient))
    .find((one) => one !== null);
  return golem
    ? {
        level: 'warning',
        title: `UniswapX order pays ${holderWords(golem)}, outside its runway`,
        lines: ['Nothing of it comes back to the account that pays.'],
      }
    : {
        level: 'critical',
        title: 'Nothing of this UniswapX order comes back to who pays for it',
        lines: ['Everything it buys goes to addresses that Bardo does not know as yours.'],
      };
}

function fair({ pays, swapper }: Order, [first]: Order['gets'], scene: Scene): Verdict {
  const { chainId } = scene;
  const golem = keyHolder(scene, swapper);
  const whose = golem ? `${titleName(golem.golem)}'s ` : '';
  const paid = paidWords({ chainId, ...pays });
  const got = first ? gotWords({ chainId, token: first.token, amount: first.amount }) : '';
  return {
    level: 'info',
    title: titled(
      `${whose}UniswapX order: ${paid} for at least ${got}`,
      `${whose}UniswapX order that pays back to its own account`,
    ),
    lines: [`It gives at most ${paid} and gets at least ${got}.`],
  };
}

function factsOf({ pays, gets, swapper, deadline }: Order, spender: string, scene: Scene): Fact[] {
  const { chainId } = scene;
  const more = gets.length - LISTED;
  return [
    words('Pays at most', paidWords({ chainId, ...pays })),
    address('Paid by', swapper),
    ...[...gets]
      .sort((a, b) => (a.amount > b.amount ? -1 : 1))
      .slice(0, LISTED)
      .flatMap(({ token, amount, recipient }) => [
        words('Must pay out at least', gotWords({ chainId, token, amount })),
        address('Paid out to', recipient),
      ]),
    ...(more > 0 ? [words('Not listed', `${more} more outputs`)] : []),
    address('Reactor', spender),
    ...(deadline === null ? [] : [words('Order valid until', dateWords(deadline))]),
  ];
}

function others(gets: Order['gets'], swapper: string): Order['gets'] {
  return gets.filter(({ recipient }) => !sameAddress(recipient, swapper));
}

function sumOf(gets: Order['gets'], token: Address): bigint {
  return gets.reduce((sum, one) => (sameAddress(one.token, token) ? sum + one.amount : sum), 0n);
}

function holderWords({ golem, role }: KeyHolder): string {
  return `${titleName(golem)}'s ${role}`;
}
