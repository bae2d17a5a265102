// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Mode} from "@openzeppelin/contracts/account/utils/draft-ERC7579Utils.sol";

/// @notice One condition on a delegation.
/// @param enforcer Contract whose hooks must not revert.
/// @param terms Signed parameters of the condition.
/// @param args Added by the redeemer, outside the signed hash: never the delegator's word.
struct Caveat {
    address enforcer;
    bytes terms;
    bytes args;
}

/// @notice One link of a chain of authority.
/// @param delegate Who may redeem or redelegate.
/// @param delegator Who signs this link.
/// @param authority Hash of the parent link; all ones for a root.
/// @param caveats Conditions; those of every link must hold.
/// @param salt Makes otherwise equal links different.
/// @param signature Of the delegator, outside the signed hash.
struct Delegation {
    address delegate;
    address delegator;
    bytes32 authority;
    Caveat[] caveats;
    uint256 salt;
    bytes signature;
}

/// @title IDelegationManager
/// @notice What Bardo uses of MetaMask's DelegationManager 1.3.0.
interface IDelegationManager {
    /// @param contexts Each `abi.encode(Delegation[])`, leaf first.
    /// @param modes ERC-7579 modes, one per context.
    /// @param executions ERC-7579 execution calldata, one per context; runs from the root delegator.
    function redeemDelegations(bytes[] calldata contexts, Mode[] calldata modes, bytes[] calldata executions)
        external;

    /// @notice Ends one link; only its delegator may. It can be enabled again.
    function disableDelegation(Delegation calldata delegation) external;

    /// @notice Undoes `disableDelegation`.
    function enableDelegation(Delegation calldata delegation) external;

    function disabledDelegations(bytes32 delegationHash) external view returns (bool);

    function getDelegationHash(Delegation calldata delegation) external pure returns (bytes32);

    function getDomainHash() external view returns (bytes32);
}
