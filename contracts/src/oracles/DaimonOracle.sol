// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IDaimonOracle} from "../interfaces/IDaimonOracle.sol";
import {GuardianOracle} from "./GuardianOracle.sol";

/// @title DaimonOracle
/// @dev State, 24 bits: pleasure (8) | arousal (8) | dominance (8), each + 101, hence 1 to 201.
contract DaimonOracle is GuardianOracle, IDaimonOracle {
    int256 private constant OFFSET = 101;
    bytes32 private constant SOOTHE_TYPEHASH = keccak256(
        "Soothe(address guardian,bytes32 golemId,int8 pleasure,int8 arousal,int8 dominance,uint256 nonce,uint256 deadline)"
    );

    /// @inheritdoc IDaimonOracle
    function report(address guardian, bytes32 golemId, int8 pleasure, int8 arousal, int8 dominance) external {
        Record storage record = _reported(guardian, golemId);
        (int8 p, int8 a, int8 d) = _moodOf(record.state);
        require(pleasure <= p && arousal >= a && dominance <= d, MoodNotWorse(pleasure, arousal, dominance));
        _write(record, _pack(pleasure, arousal, dominance));
        emit MoodReported(guardian, golemId, pleasure, arousal, dominance);
    }

    /// @inheritdoc IDaimonOracle
    function soothe(bytes32 golemId, int8 pleasure, int8 arousal, int8 dominance) external {
        _soothe(msg.sender, golemId, pleasure, arousal, dominance);
    }

    /// @inheritdoc IDaimonOracle
    function sootheFor(
        address guardian,
        bytes32 golemId,
        int8 pleasure,
        int8 arousal,
        int8 dominance,
        uint256 deadline,
        bytes calldata signature
    ) external {
        bytes memory fields = abi.encode(SOOTHE_TYPEHASH, guardian, golemId, pleasure, arousal, dominance);
        _checkSignature(guardian, golemId, fields, deadline, signature);
        _soothe(guardian, golemId, pleasure, arousal, dominance);
    }

    /// @inheritdoc IDaimonOracle
    function getMood(address guardian, bytes32 golemId)
        external
        view
        returns (bool registered, int8 pleasure, int8 arousal, int8 dominance, uint256 reportedAt)
    {
        Record storage record = _records[guardian][golemId];
        if (record.state == 0) return (false, 0, 0, 0, 0);
        (pleasure, arousal, dominance) = _moodOf(record.state);
        return (true, pleasure, arousal, dominance, record.reportedAt);
    }

    /// @dev Born at ease and in control; only the guardian's word brings a Golem back here.
    function _birth() internal pure override returns (uint24) {
        return _pack(100, -100, 100);
    }

    function _soothe(address guardian, bytes32 golemId, int8 pleasure, int8 arousal, int8 dominance) private {
        Record storage record = _guarded(guardian, golemId);
        (int8 p, int8 a, int8 d) = _moodOf(record.state);
        require(pleasure >= p && arousal <= a && dominance >= d, MoodNotBetter(pleasure, arousal, dominance));
        _write(record, _pack(pleasure, arousal, dominance));
        emit Soothed(guardian, golemId, pleasure, arousal, dominance);
    }

    function _moodOf(uint24 state) private pure returns (int8, int8, int8) {
        return (_coordinate(state >> 16), _coordinate(state >> 8), _coordinate(state));
    }

    function _coordinate(uint24 bits) private pure returns (int8) {
        return int8(int256(uint256(uint8(bits))) - OFFSET);
    }

    function _pack(int8 pleasure, int8 arousal, int8 dominance) private pure returns (uint24) {
        require(
            _inRange(pleasure) && _inRange(arousal) && _inRange(dominance),
            MoodOutOfRange(pleasure, arousal, dominance)
        );
        return _bits(pleasure) << 16 | _bits(arousal) << 8 | _bits(dominance);
    }

    function _bits(int8 coordinate) private pure returns (uint24) {
        return uint24(uint256(coordinate + OFFSET));
    }

    function _inRange(int8 coordinate) private pure returns (bool) {
        return coordinate >= -100 && coordinate <= 100;
    }
}
