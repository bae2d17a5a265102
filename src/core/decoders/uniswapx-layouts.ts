// ABI layouts of the four UniswapX order types (Uniswap/UniswapX src/lib, uniswapx-sdk src/order).
import { abiParameters } from '../bytes/abi-text';

const INFO =
  '(address reactor, address swapper, uint256 nonce, uint256 deadline, address additionalValidationContract, bytes additionalValidationData) info';
const DECAY = 'uint256 decayStartTime, uint256 decayEndTime';
const EXCLUSIVE = 'address exclusiveFiller, uint256 exclusivityOverrideBps';
const COSIGNED = 'uint256 inputAmount, uint256[] outputAmounts';
const DUTCH = 'address token, uint256 startAmount, uint256 endAmount';
const DUTCH_SIDES = `(${DUTCH}) input, (${DUTCH}, address recipient)[] outputs` as const;

export const EXCLUSIVE_DUTCH = abiParameters(`(${INFO}, ${DECAY}, ${EXCLUSIVE}, ${DUTCH_SIDES})`);

export const DUTCH_V2 = abiParameters(
  `(${INFO}, address cosigner, ${DUTCH_SIDES}, (${DECAY}, ${EXCLUSIVE}, ${COSIGNED}) cosignerData, bytes cosignature)`,
);

const CURVED =
  'address token, uint256 startAmount, (uint256 relativeBlocks, int256[] relativeAmounts) curve';
/** The bound of the curve: most to pay, least to get. Named like its linear cousin, so one reader serves both. */
const BOUND = 'uint256 endAmount, uint256 adjustmentPerGweiBaseFee';

export const DUTCH_V3 = abiParameters(
  `(${INFO}, address cosigner, uint256 startingBaseFee, (${CURVED}, ${BOUND}) input, (${CURVED}, address recipient, ${BOUND})[] outputs, (uint256 decayStartBlock, ${EXCLUSIVE}, ${COSIGNED}) cosignerData, bytes cosignature)`,
);

const PRICED = 'address token, uint256 amount, uint256 mpsPerPriorityFeeWei';

export const PRIORITY = abiParameters(
  `(${INFO}, address cosigner, uint256 auctionStartBlock, uint256 baselinePriorityFeeWei, (${PRICED}) input, (${PRICED}, address recipient)[] outputs, (uint256 auctionTargetBlock) cosignerData, bytes cosignature)`,
);
