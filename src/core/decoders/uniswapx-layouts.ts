// ABI layouts of the four UniswapX order types (Uniswap/UniswapX src/lib, uniswapx-sdk src/order).

const INFO = {
  name: 'info',
  type: 'tuple',
  components: [
    { name: 'reactor', type: 'address' },
    { name: 'swapper', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
    { name: 'additionalValidationContract', type: 'address' },
    { name: 'additionalValidationData', type: 'bytes' },
  ],
} as const;

const TOKEN = { name: 'token', type: 'address' } as const;
const START = { name: 'startAmount', type: 'uint256' } as const;
const END = { name: 'endAmount', type: 'uint256' } as const;
const RECIPIENT = { name: 'recipient', type: 'address' } as const;
const FILLER = { name: 'exclusiveFiller', type: 'address' } as const;
const OVERRIDE = { name: 'exclusivityOverrideBps', type: 'uint256' } as const;
const COSIGNER = { name: 'cosigner', type: 'address' } as const;
const COSIGNATURE = { name: 'cosignature', type: 'bytes' } as const;
const COSIGNED_AMOUNTS = [
  { name: 'inputAmount', type: 'uint256' },
  { name: 'outputAmounts', type: 'uint256[]' },
] as const;

const DUTCH_INPUT = { name: 'input', type: 'tuple', components: [TOKEN, START, END] } as const;
const DUTCH_OUTPUTS = {
  name: 'outputs',
  type: 'tuple[]',
  components: [TOKEN, START, END, RECIPIENT],
} as const;

export const EXCLUSIVE_DUTCH = [
  {
    type: 'tuple',
    components: [
      INFO,
      { name: 'decayStartTime', type: 'uint256' },
      { name: 'decayEndTime', type: 'uint256' },
      FILLER,
      OVERRIDE,
      DUTCH_INPUT,
      DUTCH_OUTPUTS,
    ],
  },
] as const;

export const DUTCH_V2 = [
  {
    type: 'tuple',
    components: [
      INFO,
      COSIGNER,
      DUTCH_INPUT,
      DUTCH_OUTPUTS,
      {
        name: 'cosignerData',
        type: 'tuple',
        components: [
          { name: 'decayStartTime', type: 'uint256' },
          { name: 'decayEndTime', type: 'uint256' },
          FILLER,
          OVERRIDE,
          ...COSIGNED_AMOUNTS,
        ],
      },
      COSIGNATURE,
    ],
  },
] as const;

const CURVE = {
  name: 'curve',
  type: 'tuple',
  components: [
    { name: 'relativeBlocks', type: 'uint256' },
    { name: 'relativeAmounts', type: 'int256[]' },
  ],
} as const;
const PER_GWEI = { name: 'adjustmentPerGweiBaseFee', type: 'uint256' } as const;
/** The bound of the curve: most to pay, least to get. Named like its linear cousin, so one reader serves both. */
const MOST = { name: 'endAmount', type: 'uint256' } as const;

export const DUTCH_V3 = [
  {
    type: 'tuple',
    components: [
      INFO,
      COSIGNER,
      { name: 'startingBaseFee', type: 'uint256' },
      { name: 'input', type: 'tuple', components: [TOKEN, START, CURVE, MOST, PER_GWEI] },
      {
        name: 'outputs',
        type: 'tuple[]',
        components: [TOKEN, START, CURVE, RECIPIENT, MOST, PER_GWEI],
      },
      {
        name: 'cosignerData',
        type: 'tuple',
        components: [
          { name: 'decayStartBlock', type: 'uint256' },
          FILLER,
          OVERRIDE,
          ...COSIGNED_AMOUNTS,
        ],
      },
      COSIGNATURE,
    ],
  },
] as const;

const AMOUNT = { name: 'amount', type: 'uint256' } as const;
const PER_WEI = { name: 'mpsPerPriorityFeeWei', type: 'uint256' } as const;

export const PRIORITY = [
  {
    type: 'tuple',
    components: [
      INFO,
      COSIGNER,
      { name: 'auctionStartBlock', type: 'uint256' },
      { name: 'baselinePriorityFeeWei', type: 'uint256' },
      { name: 'input', type: 'tuple', components: [TOKEN, AMOUNT, PER_WEI] },
      { name: 'outputs', type: 'tuple[]', components: [TOKEN, AMOUNT, PER_WEI, RECIPIENT] },
      {
        name: 'cosignerData',
        type: 'tuple',
        components: [{ name: 'auctionTargetBlock', type: 'uint256' }],
      },
      COSIGNATURE,
    ],
  },
] as const;
