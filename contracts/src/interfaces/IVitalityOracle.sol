// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IGuardianOracle} from "./IGuardianOracle.sol";

/// @title IVitalityOracle
/// @notice How alive each Golem is. Phases: 0 thriving, 1 stable, 2 conservation, 3 declining, 4 terminal.
interface IVitalityOracle is IGuardianOracle {
    /// @param score Survival score in basis points, 0 to 10000.
    event PhaseReported(address indexed guardian, bytes32 indexed golemId, uint8 phase, uint16 score);

    /// @notice The guardian's word, where it improved or renewed the record.
    event Healed(address indexed guardian, bytes32 indexed golemId, uint8 phase, uint16 score);

    error PhaseOutOfRange(uint8 phase);
    error ScoreOutOfRange(uint16 score);
    error PhaseNotWorse(uint8 current, uint8 proposed);
    error PhaseNotBetter(uint8 current, uint8 proposed);
    error TerminalIsFinal(address guardian, bytes32 golemId);

    /// @notice The reporter's heartbeat. The phase may stay or worsen; the score is free.
    function report(address guardian, bytes32 golemId, uint8 phase, uint16 score) external;

    /// @notice The caller, as guardian, sets a better (or renews the same) phase; never from terminal.
    function heal(bytes32 golemId, uint8 phase, uint16 score) external;

    /// @notice Same, by the guardian's signature over
    /// `Heal(address guardian,bytes32 golemId,uint8 phase,uint16 score,uint256 nonce,uint256 deadline)`.
    function healFor(
        address guardian,
        bytes32 golemId,
        uint8 phase,
        uint16 score,
        uint256 deadline,
        bytes calldata signature
    ) external;

    /// @return registered False means: deny everything.
    /// @return phase 0 to 4; meaningless when not registered.
    function getPhase(address guardian, bytes32 golemId) external view returns (bool registered, uint8 phase);

    /// @return phasePlusOne 0 when unregistered, else phase + 1.
    /// @return score Basis points.
    /// @return reportedAt Unix second the record was last renewed.
    function getVitality(address guardian, bytes32 golemId)
        external
        view
        returns (uint256 phasePlusOne, uint256 score, uint256 reportedAt);
}
