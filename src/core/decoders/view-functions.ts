// The functions that only answer, by who has them. A test holds these lists against MetaMask's ABIs and ours.
import type { Hex } from 'viem';

/** Selector and text with names. */
export type View = readonly [Hex, string];

const DELEGATION =
  '(address delegate, address delegator, bytes32 authority, (address enforcer, bytes terms, bytes args)[] caveats, uint256 salt, bytes signature)';
const USER_OPERATION =
  '(address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature)';
const OF_DELEGATION = 'address delegationManager, bytes32 delegationHash';
const OF_GOLEM = 'address guardian, bytes32 golemId';
const RECEIVED = 'address operator, address from';

const NAMED: readonly View[] = [
  ['0xacb8cc49', 'DOMAIN_VERSION()'],
  ['0xa3f4df7e', 'NAME()'],
  ['0xffa1ad74', 'VERSION()'],
  ['0x84b0196e', 'eip712Domain()'],
  ['0x83ebb771', 'getDomainHash()'],
  ['0x8da5cb5b', 'owner()'],
];

export const MANAGER_VIEWS: readonly View[] = [
  ...NAMED,
  ['0x58909ebc', 'ANY_DELEGATE()'],
  ['0x1b13cac2', 'ROOT_AUTHORITY()'],
  ['0x2d40d052', 'disabledDelegations(bytes32 delegationHash)'],
  ['0x66134607', `getDelegationHash(${DELEGATION} delegation)`],
  ['0x5c975abb', 'paused()'],
  ['0xe30c3978', 'pendingOwner()'],
];

/** Of MetaMask's smart accounts: the stateless one of EIP-7702 and the Hybrid. */
export const ACCOUNT_VIEWS: readonly View[] = [
  ...NAMED,
  ['0x2b3afd99', 'PACKED_USER_OP_TYPEHASH()'],
  ['0xad3cb1cc', 'UPGRADE_INTERFACE_VERSION()'],
  ['0xea4d3c9b', 'delegationManager()'],
  ['0xb0d691fe', 'entryPoint()'],
  ['0xc399ec88', 'getDeposit()'],
  ['0xaaf10f42', 'getImplementation()'],
  ['0xb3c65015', 'getInitializedVersion()'],
  ['0xd37aec92', 'getKey(string keyId)'],
  ['0x2ffeaad6', 'getKeyIdHashes()'],
  ['0x1c03010a', 'getKeyIdHashesCount()'],
  ['0x3e1b0812', 'getNonce(uint192 key)'],
  ['0xd087d288', 'getNonce()'],
  ['0xed8101b5', `getPackedUserOperationHash(${USER_OPERATION} userOp)`],
  ['0x06394d67', `getPackedUserOperationTypedDataHash(${USER_OPERATION} userOp)`],
  ['0x445140b8', 'isDelegationDisabled(bytes32 delegationHash)'],
  ['0x1626ba7e', 'isValidSignature(bytes32 hash, bytes signature)'],
  [
    '0xbc197c81',
    `onERC1155BatchReceived(${RECEIVED}, uint256[] ids, uint256[] values, bytes data)`,
  ],
  ['0xf23a6e61', `onERC1155Received(${RECEIVED}, uint256 id, uint256 value, bytes data)`],
  ['0x150b7a02', `onERC721Received(${RECEIVED}, uint256 tokenId, bytes data)`],
  ['0x52d1902d', 'proxiableUUID()'],
  ['0xd03c7914', 'supportsExecutionMode(bytes32 mode)'],
  ['0x01ffc9a7', 'supportsInterface(bytes4 interfaceId)'],
];

/** Of all enforcers together; their hooks are left out, because some of them count. */
export const ENFORCER_VIEWS: readonly View[] = [
  ['0xb99deb0e', 'getTermsInfo(bytes terms)'],
  ['0x733c0d80', 'getTermsInfo(bytes terms, uint256 tokenIndex)'],
  ['0x19de6ebc', 'getAllTermsInfo(bytes terms)'],
  [
    '0x6a9843f6',
    'getAvailableAmount(bytes32 delegationHash, address delegationManager, bytes terms)',
  ],
  [
    '0x8572e319',
    'getAvailableAmount(bytes32 delegationHash, address delegationManager, bytes terms, bytes args)',
  ],
  ['0xee73d772', `getAvailableAmount(${OF_DELEGATION})`],
  ['0x7b91dc78', `periodicAllowances(${OF_DELEGATION})`],
  ['0xda8081c2', 'periodicAllowances(bytes32 hashKey)'],
  ['0xfb7d2c5b', `streamingAllowances(${OF_DELEGATION})`],
  ['0x19054d89', `callCounts(${OF_DELEGATION})`],
  ['0xb9cf5249', `usedDelegations(${OF_DELEGATION})`],
  ['0x9dd5d9ab', 'spentMap(address sender, bytes32 delegationHash)'],
  ['0x2bd4ed21', 'currentNonce(address delegationManager, address delegator)'],
  ['0x481286e6', 'computeAddress(bytes32 bytecodeHash, bytes32 salt)'],
  ['0xb5e54492', 'balanceCache(bytes32 hashKey)'],
  ['0x32a16f4e', 'isLocked(bytes32 hashKey)'],
  ['0xa79a0db5', 'getHashKey(address caller, bytes32 delegationHash)'],
  ['0x8678d6ef', 'getHashKey(address caller, address token, bytes32 delegationHash)'],
  [
    '0x5f6f02e0',
    'getHashKey(address caller, address token, address recipient, bytes32 delegationHash)',
  ],
  [
    '0xd0a3529f',
    'getHashKey(address caller, address token, address recipient, uint256 tokenId, bytes32 delegationHash)',
  ],
  [
    '0xf5c7d74e',
    'getHashKey(address caller, address token, bytes32 delegationHash, uint256 index)',
  ],
  ['0x595dce48', 'getIsUsed(address delegationManager, address delegator, uint256 id)'],
  ['0xea4d3c9b', 'delegationManager()'],
  ['0xa42ff931', 'argsEqualityCheckEnforcer()'],
];

/** Of Bardo's contracts together: enforcers, oracles and Warden. */
export const BARDO_VIEWS: readonly View[] = [
  ['0xb99deb0e', 'getTermsInfo(bytes terms)'],
  ['0x3128985a', `getPhase(${OF_GOLEM})`],
  ['0x7640a6f2', `getVitality(${OF_GOLEM})`],
  ['0x59708e1a', `getDream(${OF_GOLEM})`],
  ['0xbc32489e', `getMood(${OF_GOLEM})`],
  ['0x25fbaead', `recordOf(${OF_GOLEM})`],
  ['0xfa471a53', 'announcementOf(address announcer, bytes32 actionHash)'],
  [
    '0x16001786',
    'hashAction(address manager, bytes32 delegationHash, bytes execution, uint256 nonce)',
  ],
  ['0x85a1208a', 'isCancelled(address by, bytes32 actionHash)'],
  ['0xdc132c02', 'epochs(address owner)'],
  ['0xad6a3b6a', 'getAvailable(bytes terms, address manager, address guardian, address redeemer)'],
  ['0x7976da68', 'getAvailable(bytes terms, address manager, address delegator)'],
  ['0x22a4cb1f', 'getBudget(address manager, address guardian, uint64 budgetId)'],
  ['0x57ba40ce', 'spentOf(address manager, bytes32 delegationHash)'],
  ['0xb0966956', 'isUsed(address manager, bytes32 delegationHash, uint256 nonce)'],
  ['0xdfca94eb', 'isConsumed(address manager, bytes32 actionHash)'],
  ['0x5bfc2c75', 'vitality()'],
  ['0xbb3df8b8', 'dreams()'],
  ['0xaff4b1a4', 'daimon()'],
  ['0xb5bf1a39', 'warden()'],
];
