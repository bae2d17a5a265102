// UniswapX orders inside Permit2, in the types that Uniswap/UniswapX src/lib writes.
import { describe, expect, it } from 'vitest';
import {
  anAddress,
  aStatus,
  NOW,
  OWNER,
  SESSION_KEY,
  STRANGER,
  USDC_ON_BASE,
} from '../../vectors/builders';
import { ELSEWHERE, explain, typedData } from '../../vectors/signatures/builders';

const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
const WETH = '0x4200000000000000000000000000000000000006';
const REACTOR = '0x000000001ec5656dcdb24d90dfa42742738de729';
const AT = { origin: ELSEWHERE };
const ETHER = 10n ** 16n;

const OrderInfo =
  'address reactor,address swapper,uint256 nonce,uint256 deadline,address additionalValidationContract,bytes additionalValidationData';
const DutchOutput = 'address token,uint256 startAmount,uint256 endAmount,address recipient';
const NonlinearDutchDecay = 'uint256 relativeBlocks,int256[] relativeAmounts';
const curve = { relativeBlocks: 1, relativeAmounts: [1] };
const flat = (prefix: string) => ({
  [`${prefix}Token`]: USDC_ON_BASE,
  [`${prefix}StartAmount`]: '20000000',
  [`${prefix}EndAmount`]: '25000000',
});
const FLAT =
  'address inputToken,uint256 inputStartAmount,uint256 inputEndAmount,DutchOutput[] outputs';
const dutch = (to: string, least: bigint) => ({
  token: WETH,
  startAmount: `${2n * least}`,
  endAmount: `${least}`,
  recipient: to,
});

type Kind = { types: { [name: string]: string }; order: (to: string, least: bigint) => object };

const KINDS: { [name: string]: Kind } = {
  ExclusiveDutchOrder: {
    types: {
      ExclusiveDutchOrder: `OrderInfo info,uint256 decayStartTime,uint256 decayEndTime,address exclusiveFiller,uint256 exclusivityOverrideBps,${FLAT}`,
      DutchOutput,
    },
    order: (to, least) => ({
      decayStartTime: NOW,
      decayEndTime: NOW + 60,
      exclusiveFiller: STRANGER,
      exclusivityOverrideBps: 0,
      ...flat('input'),
      outputs: [dutch(to, least)],
    }),
  },
  DutchOrder: {
    types: {
      DutchOrder: `OrderInfo info,uint256 decayStartTime,uint256 decayEndTime,${FLAT}`,
      DutchOutput,
    },
    order: (to, least) => ({
      decayStartTime: NOW,
      decayEndTime: NOW + 60,
      ...flat('input'),
      outputs: [dutch(to, least)],
    }),
  },
  V2DutchOrder: {
    types: {
      V2DutchOrder:
        'OrderInfo info,address cosigner,address baseInputToken,uint256 baseInputStartAmount,uint256 baseInputEndAmount,DutchOutput[] baseOutputs',
      DutchOutput,
    },
    order: (to, least) => ({
      cosigner: STRANGER,
      ...flat('baseInput'),
      baseOutputs: [dutch(to, least)],
    }),
  },
  V3DutchOrder: {
    types: {
      V3DutchOrder:
        'OrderInfo info,address cosigner,uint256 startingBaseFee,V3DutchInput baseInput,V3DutchOutput[] baseOutputs',
      V3DutchInput:
        'address token,uint256 startAmount,NonlinearDutchDecay curve,uint256 maxAmount,uint256 adjustmentPerGweiBaseFee',
      V3DutchOutput:
        'address token,uint256 startAmount,NonlinearDutchDecay curve,address recipient,uint256 minAmount,uint256 adjustmentPerGweiBaseFee',
      NonlinearDutchDecay,
    },
    order: (to, least) => ({
      cosigner: STRANGER,
      startingBaseFee: 1,
      baseInput: {
        token: USDC_ON_BASE,
        startAmount: 20_000_000,
        curve,
        maxAmount: 25_000_000,
        adjustmentPerGweiBaseFee: 0,
      },
      baseOutputs: [
        {
          token: WETH,
          startAmount: `${2n * least}`,
          curve,
          recipient: to,
          minAmount: `${least}`,
          adjustmentPerGweiBaseFee: 0,
        },
      ],
    }),
  },
  PriorityOrder: {
    types: {
      PriorityOrder:
        'OrderInfo info,address cosigner,uint256 auctionStartBlock,uint256 baselinePriorityFeeWei,PriorityInput input,PriorityOutput[] outputs',
      PriorityInput: 'address token,uint256 amount,uint256 mpsPerPriorityFeeWei',
      PriorityOutput: 'address token,uint256 amount,uint256 mpsPerPriorityFeeWei,address recipient',
    },
    order: (to, least) => ({
      cosigner: STRANGER,
      auctionStartBlock: 1,
      baselinePriorityFeeWei: 0,
      input: { token: USDC_ON_BASE, amount: 25_000_000, mpsPerPriorityFeeWei: 0 },
      outputs: [{ token: WETH, amount: `${least}`, mpsPerPriorityFeeWei: 1, recipient: to }],
    }),
  },
  LimitOrder: {
    types: {
      LimitOrder: 'OrderInfo info,address inputToken,uint256 inputAmount,OutputToken[] outputs',
      OutputToken: 'address token,uint256 amount,address recipient',
    },
    order: (to, least) => ({
      inputToken: USDC_ON_BASE,
      inputAmount: 25_000_000,
      outputs: [{ token: WETH, amount: `${least}`, recipient: to }],
    }),
  },
};

function signed(
  name: string,
  to: string = OWNER,
  { least = ETHER, spender = REACTOR, swapper = OWNER as string } = {},
) {
  const { types, order } = KINDS[name] as Kind;
  const info = {
    reactor: spender,
    swapper,
    nonce: 1,
    deadline: NOW + 60,
    additionalValidationContract: anAddress(0),
    additionalValidationData: '0x',
  };
  return typedData(
    { name: 'Permit2', chainId: 8453, verifyingContract: PERMIT2 },
    {
      EIP712Domain: 'string name,uint256 chainId,address verifyingContract',
      PermitWitnessTransferFrom: `TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,${name} witness`,
      TokenPermissions: 'address token,uint256 amount',
      OrderInfo,
      ...types,
    },
    'PermitWitnessTransferFrom',
    {
      permitted: { token: USDC_ON_BASE, amount: 25_000_000 },
      spender,
      nonce: 1,
      deadline: NOW + 60,
      witness: { info, ...order(to, least) },
    },
  );
}

describe.each(Object.keys(KINDS))('a %s', (name) => {
  it('of the owner says what goes, what must come back, and to whom', () => {
    const insight = explain(signed(name), AT);

    expect(insight).toMatchObject({
      level: 'info',
      title: 'UniswapX order: 25 USDC for at least 0.01 WETH',
    });
    expect(insight?.facts).toContainEqual({ label: 'Paid out to', value: OWNER, kind: 'address' });
  });

  it('of which nothing comes back is critical', () => {
    expect(explain(signed(name, STRANGER), AT)).toMatchObject({
      level: 'critical',
      title: 'Nothing of this UniswapX order comes back to who pays for it',
    });
  });

  it('that pays a Golem, asks no price, or goes to another contract is a warning', () => {
    const titles = [
      explain(signed(name, SESSION_KEY), AT),
      explain(signed(name, OWNER, { least: 0n }), AT),
      explain(signed(name, OWNER, { spender: STRANGER }), AT),
    ].map((insight) => `${insight?.level}: ${insight?.title}`);

    expect(titles).toEqual([
      "warning: UniswapX order pays Atlas's session key, outside its runway",
      'warning: UniswapX order accepts any price: it may return next to nothing',
      'warning: UniswapX order for a contract Bardo does not know',
    ]);
  });

  it('of a Golem is told as its own; of people without one, nothing is said', () => {
    const golems = explain(signed(name, SESSION_KEY, { swapper: SESSION_KEY }), AT);

    expect(golems?.title).toBe("Atlas's UniswapX order: 25 USDC for at least 0.01 WETH");
    const strangers = { ...AT, watched: aStatus({ owner: anAddress(0x99), golems: [] }) };
    expect(explain(signed(name, STRANGER), strangers)).toBeNull();
  });
});

describe('an order with several outputs', () => {
  const FEE = 'UniswapX order pays others more than a fee';
  const FLOOR = 'UniswapX order accepts any price: it may return next to nothing';
  const FAIR = 'UniswapX order: 25 USDC for at least 0.01 WETH';
  const to = (recipient: string, endAmount: bigint, token = WETH) => ({
    token,
    startAmount: `${endAmount}`,
    endAmount: `${endAmount}`,
    recipient,
  });

  it.each([
    ['others get more than comes back', [to(STRANGER, 3n * ETHER)], FEE],
    ['others get nearly as much', [to(STRANGER, ETHER - 1n)], FEE],
    ['others get a little more than 1 %', [to(STRANGER, ETHER / 100n + 1n)], FEE],
    ['many fees add up', Array(3).fill(to(STRANGER, ETHER / 200n)), FEE],
    ['others get another token', [to(STRANGER, 1n, USDC_ON_BASE)], FEE],
    ['one of what comes back has no floor', [to(OWNER, 0n, USDC_ON_BASE)], FLOOR],
    ['others get a fee', [to(STRANGER, ETHER / 100n)], FAIR],
  ])('is judged when %s', (_name, more, title) => {
    const data = signed('V2DutchOrder');
    data.message.witness.baseOutputs.push(...more);

    expect(explain(data, AT)).toMatchObject({ level: title === FAIR ? 'info' : 'warning', title });
  });
});
