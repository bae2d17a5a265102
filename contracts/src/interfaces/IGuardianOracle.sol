// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @title IGuardianOracle
/// @notice What all three oracles share: one record per (guardian, Golem), a reporter who may only
/// take power away, and a guardian who may give it back. Nobody else has a say; there is no admin.
/// @dev The guardian is the delegator of the link that carries the caveat: the Snap's guardian key for
/// leases, the Hybrid account for mandates. Every guardian act exists twice: as the guardian's own
/// transaction, and as an EIP-712 message (ERC-1271 for contracts) that anybody may relay.
/// Domain: name `Bardo`, version `1`, chain id, this contract. Every act uses up
/// one nonce, relayed or not: messages signed before it count no longer.
interface IGuardianOracle {
    /// @notice The guardian opened a record; it can be opened only once.
    event Registered(address indexed guardian, bytes32 indexed golemId, address reporter);

    /// @notice The guardian handed reporting to another key.
    event ReporterChanged(address indexed guardian, bytes32 indexed golemId, address reporter);

    error AlreadyRegistered(address guardian, bytes32 golemId);
    error NotRegistered(address guardian, bytes32 golemId);
    error NotReporter(address caller, address reporter);
    error ZeroReporter();
    error SignatureExpired(uint256 deadline);
    error InvalidSignature(address guardian);

    /// @notice Opens the caller's record for `golemId`.
    function register(bytes32 golemId, address reporter) external;

    /// @notice Same, by the guardian's signature over
    /// `Register(address guardian,bytes32 golemId,address reporter,uint256 nonce,uint256 deadline)`.
    /// @param deadline Last unix second at which the signature counts.
    function registerFor(
        address guardian,
        bytes32 golemId,
        address reporter,
        uint256 deadline,
        bytes calldata signature
    ) external;

    /// @notice Replaces the reporter. State and age of the record stay as they are.
    function setReporter(bytes32 golemId, address reporter) external;

    /// @notice Same, by the guardian's signature over
    /// `SetReporter(address guardian,bytes32 golemId,address reporter,uint256 nonce,uint256 deadline)`.
    function setReporterFor(
        address guardian,
        bytes32 golemId,
        address reporter,
        uint256 deadline,
        bytes calldata signature
    ) external;

    /// @return reporter The key that may report; zero when unregistered.
    /// @return nonce What the guardian's next relayed message must carry.
    /// @return reportedAt Unix second of the last report, healing or registration.
    function recordOf(address guardian, bytes32 golemId)
        external
        view
        returns (address reporter, uint256 nonce, uint256 reportedAt);
}
