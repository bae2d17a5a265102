// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ICaveatEnforcer} from "./ICaveatEnforcer.sol";

/// @notice The signed rules of one lease; its payees come beside it.
/// @param kind 0: an ERC-20 token; 1: the chain's own money.
/// @param token The ERC-20; zero for kind 1.
/// @param cap Most that may leave in any 24 hours while thriving or stable, in base units.
/// @param unitExponent The ledger counts units of 10^unitExponent base units; spending rounds up.
/// @param replicantCap Of `cap`, the part for redeemers other than `sessionKey`; 0 = none.
/// @param expiry First unix second at which the lease is over.
/// @param owner Whose epoch counts.
/// @param epoch The owner's epoch at signing; the lease is over when it has moved on.
/// @param budgetId Which of the guardian's ledgers counts.
/// @param generation A lease is over once a higher generation was used or raised.
/// @param golemId Record of the VitalityOracle, under the delegator of this link.
/// @param maxAge Seconds after which the oracle's word is too old to spend on.
/// @param sessionKey The Golem's own key.
struct PolicyTerms {
    uint256 kind;
    address token;
    uint256 cap;
    uint256 unitExponent;
    uint256 replicantCap;
    uint256 expiry;
    address owner;
    uint256 epoch;
    uint256 budgetId;
    uint256 generation;
    bytes32 golemId;
    uint256 maxAge;
    address sessionKey;
}

/// @title IGolemPolicyEnforcer
/// @notice One caveat that holds a whole lease: money, time, life, payees, children and endings.
interface IGolemPolicyEnforcer is ICaveatEnforcer {
    /// @notice Money was permitted to leave under a lease.
    /// @param amount Base units.
    event Spent(bytes32 indexed delegationHash, address indexed redeemer, uint256 amount);

    /// @notice Leases of this budget below `generation` are over; at the maximum, all of them for ever.
    event Raised(
        address indexed manager, address indexed guardian, uint64 indexed budgetId, uint32 generation
    );

    /// @notice All leases that name this owner with an older epoch are over.
    event EpochEnded(address indexed owner, uint256 newEpoch);

    /// @notice The caller, as owner, ends every lease signed so far that names them, under any guardian.
    function endAllLeases() external returns (uint256 newEpoch);

    /// @notice Lifts the floor of a budget. Anyone may relay it: it can only take power away.
    /// @param signature The guardian's (EIP-712 or ERC-1271), domain `Bardo` version 1 of this contract, over
    /// `Raise(address manager,address guardian,uint64 budgetId,uint32 generation)`.
    function raise(
        address manager,
        address guardian,
        uint64 budgetId,
        uint32 generation,
        bytes calldata signature
    ) external;

    /// @return generation Lowest generation that may still spend.
    /// @return ended Nothing under this budget will ever spend again.
    /// @return unitsInWindow Units spent in the current window.
    /// @return replicantUnitsInWindow Of these, by redeemers other than the session key.
    function getBudget(address manager, address guardian, uint64 budgetId)
        external
        view
        returns (uint32 generation, bool ended, uint256 unitsInWindow, uint256 replicantUnitsInWindow);

    /// @notice The epoch that new leases of this owner must carry.
    function epochs(address owner) external view returns (uint256);

    /// @notice Base units that `redeemer` could spend right now under these terms; 0 with a lease that is
    /// dead, silent, expired or superseded. The payer's balance and other links are not looked at.
    function getAvailable(bytes calldata terms, address manager, address guardian, address redeemer)
        external
        view
        returns (uint256 amount);

    /// @notice Decodes and validates: reverts on exactly the terms that the hook refuses.
    function getTermsInfo(bytes calldata terms)
        external
        pure
        returns (PolicyTerms memory policy, address[] memory payees);
}
