// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IDreamOracle} from "../interfaces/IDreamOracle.sol";
import {GuardianOracle} from "./GuardianOracle.sol";

/// @title DreamOracle
/// @dev State, 24 bits: length of the last dream in seconds + 1, counted from `reportedAt`.
contract DreamOracle is GuardianOracle, IDreamOracle {
    /// @dev A stolen reporter key can put a Golem to sleep for a day at a time, not for ever.
    uint256 private constant LONGEST = 1 days;
    bytes32 private constant WAKE_TYPEHASH =
        keccak256("Wake(address guardian,bytes32 golemId,uint256 nonce,uint256 deadline)");

    /// @inheritdoc IDreamOracle
    function dream(address guardian, bytes32 golemId, uint256 duration) external {
        Record storage record = _reported(guardian, golemId);
        require(duration <= LONGEST, DreamTooLong(duration));
        uint256 until = block.timestamp + duration;
        require(until >= _endOf(record), DreamNotLonger(_endOf(record), until));
        _write(record, uint24(duration + 1));
        emit Dreaming(guardian, golemId, until);
    }

    /// @inheritdoc IDreamOracle
    function wake(bytes32 golemId) external {
        _wake(msg.sender, golemId);
    }

    /// @inheritdoc IDreamOracle
    function wakeFor(address guardian, bytes32 golemId, uint256 deadline, bytes calldata signature) external {
        bytes memory fields = abi.encode(WAKE_TYPEHASH, guardian, golemId);
        _checkSignature(guardian, golemId, fields, deadline, signature);
        _wake(guardian, golemId);
    }

    /// @inheritdoc IDreamOracle
    function getDream(address guardian, bytes32 golemId)
        external
        view
        returns (bool registered, bool dreaming, uint256 until)
    {
        Record storage record = _records[guardian][golemId];
        if (record.state == 0) return (false, false, 0);
        until = _endOf(record);
        return (true, block.timestamp < until, until);
    }

    function _birth() internal pure override returns (uint24) {
        return 1;
    }

    function _wake(address guardian, bytes32 golemId) private {
        _write(_guarded(guardian, golemId), 1);
        emit Woken(guardian, golemId);
    }

    function _endOf(Record storage record) private view returns (uint256) {
        return uint256(record.reportedAt) + record.state - 1;
    }
}
