// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IVitalityOracle} from "../interfaces/IVitalityOracle.sol";
import {GuardianOracle} from "./GuardianOracle.sol";

/// @title VitalityOracle
/// @dev State, 24 bits: phase + 1 (8) | score (16).
contract VitalityOracle is GuardianOracle, IVitalityOracle {
    uint8 private constant TERMINAL = 4;
    uint16 private constant MAX_SCORE = 10_000;
    bytes32 private constant HEAL_TYPEHASH = keccak256(
        "Heal(address guardian,bytes32 golemId,uint8 phase,uint16 score,uint256 nonce,uint256 deadline)"
    );

    /// @inheritdoc IVitalityOracle
    function report(address guardian, bytes32 golemId, uint8 phase, uint16 score) external {
        Record storage record = _reported(guardian, golemId);
        uint8 current = _phaseOf(record);
        require(phase >= current, PhaseNotWorse(current, phase));
        _write(record, _pack(phase, score));
        emit PhaseReported(guardian, golemId, phase, score);
    }

    /// @inheritdoc IVitalityOracle
    function heal(bytes32 golemId, uint8 phase, uint16 score) external {
        _heal(msg.sender, golemId, phase, score);
    }

    /// @inheritdoc IVitalityOracle
    function healFor(
        address guardian,
        bytes32 golemId,
        uint8 phase,
        uint16 score,
        uint256 deadline,
        bytes calldata signature
    ) external {
        bytes memory fields = abi.encode(HEAL_TYPEHASH, guardian, golemId, phase, score);
        _checkSignature(guardian, golemId, fields, deadline, signature);
        _heal(guardian, golemId, phase, score);
    }

    /// @inheritdoc IVitalityOracle
    function getPhase(address guardian, bytes32 golemId)
        external
        view
        returns (bool registered, uint8 phase)
    {
        Record storage record = _records[guardian][golemId];
        registered = record.state != 0;
        if (registered) phase = _phaseOf(record);
    }

    /// @inheritdoc IVitalityOracle
    function getVitality(address guardian, bytes32 golemId)
        external
        view
        returns (uint256 phasePlusOne, uint256 score, uint256 reportedAt)
    {
        Record storage record = _records[guardian][golemId];
        uint256 state = record.state;
        return (state >> 16, state & 0xffff, record.reportedAt);
    }

    function _birth() internal pure override returns (uint24) {
        return _pack(0, MAX_SCORE);
    }

    function _heal(address guardian, bytes32 golemId, uint8 phase, uint16 score) private {
        Record storage record = _guarded(guardian, golemId);
        uint8 current = _phaseOf(record);
        require(current != TERMINAL, TerminalIsFinal(guardian, golemId));
        require(phase <= current, PhaseNotBetter(current, phase));
        _write(record, _pack(phase, score));
        emit Healed(guardian, golemId, phase, score);
    }

    function _phaseOf(Record storage record) private view returns (uint8) {
        return uint8(record.state >> 16) - 1;
    }

    function _pack(uint8 phase, uint16 score) private pure returns (uint24) {
        require(phase <= TERMINAL, PhaseOutOfRange(phase));
        require(score <= MAX_SCORE, ScoreOutOfRange(score));
        return (uint24(phase) + 1) << 16 | score;
    }
}
