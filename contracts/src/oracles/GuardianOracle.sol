// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

import {IGuardianOracle} from "../interfaces/IGuardianOracle.sol";
import {BardoDomain} from "../libraries/BardoDomain.sol";

/// @title GuardianOracle
/// @notice Records, reporters and guardians; what the state of a record means is the heir's business.
abstract contract GuardianOracle is IGuardianOracle {
    /// @dev One slot. `state` is zero exactly while unregistered.
    struct Record {
        address reporter;
        uint32 nonce;
        uint40 reportedAt;
        uint24 state;
    }

    bytes32 private constant REGISTER_TYPEHASH = keccak256(
        "Register(address guardian,bytes32 golemId,address reporter,uint256 nonce,uint256 deadline)"
    );
    bytes32 private constant SET_REPORTER_TYPEHASH = keccak256(
        "SetReporter(address guardian,bytes32 golemId,address reporter,uint256 nonce,uint256 deadline)"
    );

    mapping(address guardian => mapping(bytes32 golemId => Record)) internal _records;

    /// @inheritdoc IGuardianOracle
    function register(bytes32 golemId, address reporter) external {
        _register(msg.sender, golemId, reporter);
    }

    /// @inheritdoc IGuardianOracle
    function registerFor(
        address guardian,
        bytes32 golemId,
        address reporter,
        uint256 deadline,
        bytes calldata signature
    ) external {
        bytes memory fields = abi.encode(REGISTER_TYPEHASH, guardian, golemId, reporter);
        _checkSignature(guardian, golemId, fields, deadline, signature);
        _register(guardian, golemId, reporter);
    }

    /// @inheritdoc IGuardianOracle
    function setReporter(bytes32 golemId, address reporter) external {
        _setReporter(msg.sender, golemId, reporter);
    }

    /// @inheritdoc IGuardianOracle
    function setReporterFor(
        address guardian,
        bytes32 golemId,
        address reporter,
        uint256 deadline,
        bytes calldata signature
    ) external {
        bytes memory fields = abi.encode(SET_REPORTER_TYPEHASH, guardian, golemId, reporter);
        _checkSignature(guardian, golemId, fields, deadline, signature);
        _setReporter(guardian, golemId, reporter);
    }

    /// @inheritdoc IGuardianOracle
    function recordOf(address guardian, bytes32 golemId) external view returns (address, uint256, uint256) {
        Record storage record = _records[guardian][golemId];
        return (record.reporter, record.nonce, record.reportedAt);
    }

    /// @dev The state of a Golem just born; never zero.
    function _birth() internal pure virtual returns (uint24 state);

    /// @dev The record, for its reporter only.
    function _reported(address guardian, bytes32 golemId) internal view returns (Record storage record) {
        record = _registered(guardian, golemId);
        require(msg.sender == record.reporter, NotReporter(msg.sender, record.reporter));
    }

    function _registered(address guardian, bytes32 golemId) internal view returns (Record storage record) {
        record = _records[guardian][golemId];
        require(record.state != 0, NotRegistered(guardian, golemId));
    }

    /// @dev The record, for an act of its guardian. Whatever they signed before counts no longer, also when
    /// they act by a transaction: a message withheld by a relay must not undo it.
    function _guarded(address guardian, bytes32 golemId) internal returns (Record storage record) {
        record = _registered(guardian, golemId);
        ++record.nonce;
    }

    function _write(Record storage record, uint24 state) internal {
        record.state = state;
        record.reportedAt = uint40(block.timestamp);
    }

    /// @dev A relayed message; the act itself uses it up. `fields` are the encoded struct up to the nonce.
    function _checkSignature(
        address guardian,
        bytes32 golemId,
        bytes memory fields,
        uint256 deadline,
        bytes calldata signature
    ) internal view {
        require(block.timestamp <= deadline, SignatureExpired(deadline));
        uint256 nonce = _records[guardian][golemId].nonce;
        bytes32 digest =
            BardoDomain.digest(keccak256(bytes.concat(fields, bytes32(nonce), bytes32(deadline))));
        require(SignatureChecker.isValidSignatureNow(guardian, digest, signature), InvalidSignature(guardian));
    }

    /// @dev Once and for all: registering again would wash away a bad phase.
    function _register(address guardian, bytes32 golemId, address reporter) private {
        Record storage record = _records[guardian][golemId];
        require(record.state == 0, AlreadyRegistered(guardian, golemId));
        require(reporter != address(0), ZeroReporter());
        (record.reporter, record.nonce) = (reporter, 1);
        _write(record, _birth());
        emit Registered(guardian, golemId, reporter);
    }

    function _setReporter(address guardian, bytes32 golemId, address reporter) private {
        Record storage record = _guarded(guardian, golemId);
        require(reporter != address(0), ZeroReporter());
        record.reporter = reporter;
        emit ReporterChanged(guardian, golemId, reporter);
    }
}
