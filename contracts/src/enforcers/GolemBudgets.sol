// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

import {IGolemPolicyEnforcer, PolicyTerms} from "../interfaces/IGolemPolicyEnforcer.sol";
import {AssetTag} from "../libraries/AssetTag.sol";
import {BardoDomain} from "../libraries/BardoDomain.sol";
import {Phases} from "../libraries/Phases.sol";
import {PolicyCodec} from "../libraries/PolicyCodec.sol";
import {RollingWindow} from "../libraries/RollingWindow.sol";
import {BardoEnforcer} from "./BardoEnforcer.sol";

/// @title GolemBudgets
/// @notice What was spent and what is over, kept per (manager, guardian, budgetId), so that all leases
/// of a budget share it: rotating a key or changing a cap frees nothing.
/// @dev A ledger is one RollingWindow word whose tail is asset tag (32 bits) | generation floor (32 bits).
abstract contract GolemBudgets is BardoEnforcer, IGolemPolicyEnforcer {
    using RollingWindow for uint256;

    bytes32 private constant RAISE_TYPEHASH =
        keccak256("Raise(address manager,address guardian,uint64 budgetId,uint32 generation)");

    /// @inheritdoc IGolemPolicyEnforcer
    mapping(address owner => uint256) public epochs;

    mapping(address manager => mapping(address guardian => mapping(uint256 budgetId => uint256))) internal
        _ledgers;
    mapping(address manager => mapping(address guardian => mapping(uint256 budgetId => uint256))) internal
        _replicantLedgers;

    /// @inheritdoc IGolemPolicyEnforcer
    function endAllLeases() external returns (uint256 newEpoch) {
        newEpoch = ++epochs[msg.sender];
        emit EpochEnded(msg.sender, newEpoch);
    }

    /// @inheritdoc IGolemPolicyEnforcer
    function raise(
        address manager,
        address guardian,
        uint64 budgetId,
        uint32 generation,
        bytes calldata signature
    ) external {
        bytes32 structHash = keccak256(abi.encode(RAISE_TYPEHASH, manager, guardian, budgetId, generation));
        require(
            SignatureChecker.isValidSignatureNow(guardian, BardoDomain.digest(structHash), signature),
            "GolemPolicyEnforcer:invalid-signature"
        );
        uint256 ledger = _ledgers[manager][guardian][budgetId];
        require(generation > uint32(ledger), "GolemPolicyEnforcer:generation-not-higher");
        _ledgers[manager][guardian][budgetId] = _withFloor(ledger, generation);
        emit Raised(manager, guardian, budgetId, generation);
    }

    /// @inheritdoc IGolemPolicyEnforcer
    function getBudget(address manager, address guardian, uint64 budgetId)
        external
        view
        returns (uint32 generation, bool ended, uint256 unitsInWindow, uint256 replicantUnitsInWindow)
    {
        uint256 ledger = _ledgers[manager][guardian][budgetId].advance(block.timestamp);
        uint256 replicants = _replicantLedgers[manager][guardian][budgetId].advance(block.timestamp);
        generation = uint32(ledger);
        return (generation, generation == PolicyCodec.ENDED, ledger.spent(), replicants.spent());
    }

    /// @dev Counts `amount` or reverts. Using a generation ends all lower ones.
    function _charge(PolicyTerms memory policy, uint256 amount, uint256 phase, address guardian, bool byGolem)
        internal
    {
        uint256 ledger = _ledgers[msg.sender][guardian][policy.budgetId];
        require(policy.generation >= uint32(ledger), "GolemPolicyEnforcer:superseded");
        require(_sameAsset(ledger, policy), "GolemPolicyEnforcer:asset-changed");

        uint256 unit = 10 ** policy.unitExponent;
        uint256 units = amount.unitsUp(unit);
        bool within;
        (within, ledger) = ledger.advance(block.timestamp).charge(units, _capUnits(policy.cap, phase, unit));
        require(within, "GolemPolicyEnforcer:cap-exceeded");
        _ledgers[msg.sender][guardian][policy.budgetId] = (ledger & ~RollingWindow.TAIL_MASK)
            | (AssetTag.tagOf(policy.token, policy.unitExponent) << 32) | policy.generation;

        if (byGolem) return;
        ledger = _replicantLedgers[msg.sender][guardian][policy.budgetId];
        (within, ledger) =
            ledger.advance(block.timestamp).charge(units, _capUnits(policy.replicantCap, phase, unit));
        require(within, "GolemPolicyEnforcer:replicant-cap-exceeded");
        _replicantLedgers[msg.sender][guardian][policy.budgetId] = ledger;
    }

    /// @dev Base units left of `cap` in an advanced ledger.
    function _left(uint256 cap, uint256 phase, uint256 unit, uint256 ledger) internal pure returns (uint256) {
        uint256 capUnits = _capUnits(cap, phase, unit);
        uint256 units = ledger.spent();
        return units < capUnits ? (capUnits - units) * unit : 0;
    }

    function _sameAsset(uint256 ledger, PolicyTerms memory policy) internal pure returns (bool) {
        return AssetTag.matches(uint32(ledger >> 32), policy.token, policy.unitExponent);
    }

    function _capUnits(uint256 cap, uint256 phase, uint256 unit) private pure returns (uint256) {
        return RollingWindow.unitsDown(cap * Phases.share(phase) / Phases.FULL, unit);
    }

    function _withFloor(uint256 ledger, uint256 generation) private pure returns (uint256) {
        return (ledger & ~uint256(type(uint32).max)) | generation;
    }
}
