// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Mode} from "@openzeppelin/contracts/account/utils/draft-ERC7579Utils.sol";

/// @title ICaveatEnforcer
/// @notice The four hooks that MetaMask's DelegationManager 1.3.0 calls on each caveat of each link.
/// @dev Only a revert denies: return values are ignored. `msg.sender` is the manager, but anybody may
/// call, so state is keyed by `msg.sender` first. `delegator` is the delegator of THAT link; the
/// execution always runs from the ROOT delegator. `redeemer` is whoever called the manager.
/// Order: before-hooks leaf to root, execution, after-hooks root to leaf.
interface ICaveatEnforcer {
    /// @notice Before the first execution of the whole batch.
    function beforeAllHook(
        bytes calldata terms,
        bytes calldata args,
        Mode mode,
        bytes calldata execution,
        bytes32 delegationHash,
        address delegator,
        address redeemer
    ) external;

    /// @notice Right before this execution.
    function beforeHook(
        bytes calldata terms,
        bytes calldata args,
        Mode mode,
        bytes calldata execution,
        bytes32 delegationHash,
        address delegator,
        address redeemer
    ) external;

    /// @notice Right after this execution.
    function afterHook(
        bytes calldata terms,
        bytes calldata args,
        Mode mode,
        bytes calldata execution,
        bytes32 delegationHash,
        address delegator,
        address redeemer
    ) external;

    /// @notice After the last execution of the whole batch.
    function afterAllHook(
        bytes calldata terms,
        bytes calldata args,
        Mode mode,
        bytes calldata execution,
        bytes32 delegationHash,
        address delegator,
        address redeemer
    ) external;
}
