// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IVitalityOracle} from "../interfaces/IVitalityOracle.sol";

/// @title Phases
/// @notice What the oracle's phase means for power: a worse phase never permits more.
library Phases {
    uint256 internal constant TERMINAL = 4;
    uint256 internal constant FULL = 10_000;

    /// @notice The reported phase and whether the report is older than `maxAge` seconds.
    /// @dev A thief of the reporter key would simply stop reporting; hence the age.
    function read(IVitalityOracle oracle, address guardian, bytes32 golemId, uint256 maxAge)
        internal
        view
        returns (uint256 phase, bool stale)
    {
        uint256 phasePlusOne;
        (phasePlusOne, stale) = peek(oracle, guardian, golemId, maxAge);
        require(phasePlusOne != 0, "Phases:unregistered");
        unchecked {
            phase = phasePlusOne - 1;
        }
    }

    /// @notice Same, with 0 for an unregistered Golem instead of a revert.
    function peek(IVitalityOracle oracle, address guardian, bytes32 golemId, uint256 maxAge)
        internal
        view
        returns (uint256 phasePlusOne, bool stale)
    {
        uint256 reportedAt;
        (phasePlusOne,, reportedAt) = oracle.getVitality(guardian, golemId);
        stale = block.timestamp > reportedAt + maxAge;
    }

    /// @notice Share of the cap that a phase leaves, in basis points.
    function share(uint256 phase) internal pure returns (uint256) {
        if (phase < 2) return FULL;
        if (phase == 2) return FULL / 2;
        return phase == 3 ? FULL / 10 : 0;
    }
}
