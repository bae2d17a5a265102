// Plans for the Universal Router, as a wallet would send them: commands, V4 actions, and what Bardo says of them.
import { type Address, encodeAbiParameters, type Hex, parseAbiParameters } from 'viem';
import { universalRoutersOn } from '../../../src/core/chain/uniswap';
import { anAddress, aScene, SESSION_KEY, USDC_ON_BASE } from '../../vectors/builders';
import { aCall, findingsOf } from '../../vectors/calls';

export const [OLD, NEW] = universalRoutersOn(8453) as readonly [Address, Address];
export const USDC = USDC_ON_BASE as Address;
export const WETH: Address = '0x4200000000000000000000000000000000000006';
export const ETH: Address = '0x0000000000000000000000000000000000000000';
export const OTHER = anAddress(0x77) as Address;
export const TO_SENDER: Address = '0x0000000000000000000000000000000000000001';
export const TO_ROUTER: Address = '0x0000000000000000000000000000000000000002';
export const ALL = 2n ** 255n;
export const BY_GOLEM = aScene({ signer: SESSION_KEY });

export type Command = readonly [code: number, input: Hex];

export const encode = (text: string, values: readonly unknown[]): Hex =>
  encodeAbiParameters(parseAbiParameters(text) as never, values as never);
export const path = (...tokens: Address[]): Hex =>
  `0x${tokens.map((token) => token.slice(2)).join('0001f4')}`;

export const V3 = 'address, uint256, uint256, bytes, bool';
export const v3In = (
  to: Address,
  amount: bigint,
  least: bigint,
  route = path(USDC, WETH),
  user = true,
) => [0x00, encode(V3, [to, amount, least, route, user])] as const;
export const v3Out = (to: Address, amount: bigint, most: bigint, route = path(WETH, USDC)) =>
  [0x01, encode(V3, [to, amount, most, route, true])] as const;
export const v2In = (
  to: Address,
  amount: bigint,
  least: bigint,
  route = [USDC, WETH],
  user = true,
) =>
  [
    0x08,
    encode('address, uint256, uint256, address[], bool', [to, amount, least, route, user]),
  ] as const;
export const sweep = (token: Address, to: Address, least: bigint, flag = 0) =>
  [0x04 | flag, encode('address, address, uint256', [token, to, least])] as const;
export const portion = (token: Address, to: Address, bips: bigint) =>
  [0x06, encode('address, address, uint256', [token, to, bips])] as const;
export const unwrap = (to: Address, least: bigint) =>
  [0x0c, encode('address, uint256', [to, least])] as const;
export const wrap = (to: Address, amount: bigint) =>
  [0x0b, encode('address, uint256', [to, amount])] as const;
export const plan = (commands: readonly Command[]): Command => [
  0x21,
  encode('bytes, bytes[]', [codes(commands), commands.map(([, input]) => input)]),
];

export const POOL = [USDC, WETH, 500, 10, ETH] as const;
export const KEY = '(address, address, uint24, int24, address)';
const HOPS = '(address, uint24, int24, address, bytes)[]';
const SINGLE = `(${KEY}, bool, uint128, uint128, bytes)`;

export const v4 = (...actions: Command[]): Command => [
  0x10,
  encode('bytes, bytes[]', [codes(actions), actions.map(([, input]) => input)]),
];
export const single = (amount: bigint, least: bigint) =>
  [0x06, encode(SINGLE, [[POOL, true, amount, least, '0x']])] as const;
export const along = (amount: bigint, least: bigint) =>
  [
    0x07,
    encode(`(address, ${HOPS}, uint128, uint128)`, [
      [
        USDC,
        [
          [OTHER, 500, 10, ETH, '0x'],
          [WETH, 500, 10, ETH, '0x'],
        ],
        amount,
        least,
      ],
    ]),
  ] as const;
export const singleOut = (amount: bigint, most: bigint) =>
  [0x08, encode(SINGLE, [[POOL, true, amount, most, '0x']])] as const;
export const alongOut = (amount: bigint, most: bigint) =>
  [
    0x09,
    encode(`(address, ${HOPS}, uint128, uint128)`, [
      [WETH, [[USDC, 500, 10, ETH, '0x']], amount, most],
    ]),
  ] as const;
export const settle = (token: Address, amount: bigint, user = true) =>
  [0x0b, encode('address, uint256, bool', [token, amount, user])] as const;
export const settleAll = (token: Address, most: bigint) =>
  [0x0c, encode('address, uint256', [token, most])] as const;
export const take = (token: Address, to: Address, amount = 0n) =>
  [0x0e, encode('address, address, uint256', [token, to, amount])] as const;
export const takeAll = (token: Address, least: bigint) =>
  [0x0f, encode('address, uint256', [token, least])] as const;

function codes(commands: readonly Command[]): Hex {
  return `0x${commands.map(([code]) => code.toString(16).padStart(2, '0')).join('')}`;
}

export function callOf(commands: readonly Command[], router = OLD, value = 0n) {
  const inputs = commands.map(([, input]) => input);
  const text = 'execute(bytes,bytes[],uint256)';
  return { ...aCall(router, text, [codes(commands), inputs, 2_000_000_000n]), value };
}

export function read(commands: readonly Command[], router = OLD, value = 0n) {
  const [finding] = findingsOf(callOf(commands, router, value), BY_GOLEM);
  const facts = finding?.facts.map(({ label, value: text }) => `${label}: ${text}`) ?? [];
  return { ...finding, facts };
}

export const CALM = { level: 'info', title: 'Atlas swaps on Uniswap' };

export const transferFrom = (token: Address, to: Address, amount: bigint) =>
  [0x02, encode('address, address, uint160', [token, to, amount])] as const;
