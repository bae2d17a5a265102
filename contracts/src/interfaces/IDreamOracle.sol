// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IGuardianOracle} from "./IGuardianOracle.sol";

/// @title IDreamOracle
/// @notice Which Golems are dreaming. A dream ends by itself and is at most one day long.
interface IDreamOracle is IGuardianOracle {
    /// @param until First unix second after the dream.
    event Dreaming(address indexed guardian, bytes32 indexed golemId, uint256 until);

    /// @notice The guardian ended the dream early.
    event Woken(address indexed guardian, bytes32 indexed golemId);

    error DreamTooLong(uint256 duration);
    error DreamNotLonger(uint256 current, uint256 proposed);

    /// @notice The reporter begins or prolongs a dream of `duration` seconds from now; it cannot shorten one.
    function dream(address guardian, bytes32 golemId, uint256 duration) external;

    /// @notice The caller, as guardian, ends the dream.
    function wake(bytes32 golemId) external;

    /// @notice Same, by the guardian's signature over
    /// `Wake(address guardian,bytes32 golemId,uint256 nonce,uint256 deadline)`.
    function wakeFor(address guardian, bytes32 golemId, uint256 deadline, bytes calldata signature) external;

    /// @return registered False means: deny everything.
    /// @return dreaming Whether `block.timestamp` is before `until`.
    /// @return until First unix second after the last dream.
    function getDream(address guardian, bytes32 golemId)
        external
        view
        returns (bool registered, bool dreaming, uint256 until);
}
