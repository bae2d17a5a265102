// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Mode} from "@openzeppelin/contracts/account/utils/draft-ERC7579Utils.sol";

import {IGolemPolicyEnforcer, PolicyTerms} from "../interfaces/IGolemPolicyEnforcer.sol";
import {IVitalityOracle} from "../interfaces/IVitalityOracle.sol";
import {Perimeter} from "../interfaces/Perimeter.sol";
import {Phases} from "../libraries/Phases.sol";
import {PolicyCodec} from "../libraries/PolicyCodec.sol";
import {RollingWindow} from "../libraries/RollingWindow.sol";
import {Transfers} from "../libraries/Transfers.sol";
import {BardoEnforcer} from "./BardoEnforcer.sol";
import {GolemBudgets} from "./GolemBudgets.sol";

/// @title GolemPolicyEnforcer
/// @notice The lease: one caveat on the guardian's link. Byte layout of the terms: PolicyCodec.
/// @dev The delegator of the link is the guardian and is never assumed to be the payer.
contract GolemPolicyEnforcer is GolemBudgets {
    using RollingWindow for uint256;

    IVitalityOracle public immutable vitality;

    constructor(Perimeter memory perimeter) BardoEnforcer(perimeter) {
        vitality = IVitalityOracle(perimeter.vitality);
    }

    /// @notice Checks one payment against the lease and counts it.
    function beforeHook(
        bytes calldata terms,
        bytes calldata,
        Mode mode,
        bytes calldata execution,
        bytes32 delegationHash,
        address delegator,
        address redeemer
    ) external override {
        PolicyTerms memory policy = PolicyCodec.decode(terms);
        uint256 amount = _amountOf(policy, terms, mode, execution, delegator);
        _charge(policy, amount, _phaseOf(policy, delegator), delegator, redeemer == policy.sessionKey);
        emit Spent(delegationHash, redeemer, amount);
    }

    /// @inheritdoc IGolemPolicyEnforcer
    function getAvailable(bytes calldata terms, address manager, address guardian, address redeemer)
        external
        view
        returns (uint256 amount)
    {
        PolicyTerms memory policy = PolicyCodec.decode(terms);
        uint256 ledger = _ledgers[manager][guardian][policy.budgetId].advance(block.timestamp);
        if (
            block.timestamp >= policy.expiry || epochs[policy.owner] != policy.epoch
                || policy.generation < uint32(ledger) || !_sameAsset(ledger, policy)
        ) return 0;
        (uint256 phasePlusOne, bool stale) = Phases.peek(vitality, guardian, policy.golemId, policy.maxAge);
        if (stale || phasePlusOne == 0) return 0;

        uint256 unit = 10 ** policy.unitExponent;
        amount = _left(policy.cap, phasePlusOne - 1, unit, ledger);
        if (redeemer != policy.sessionKey) {
            ledger = _replicantLedgers[manager][guardian][policy.budgetId].advance(block.timestamp);
            uint256 theirs = _left(policy.replicantCap, phasePlusOne - 1, unit, ledger);
            if (theirs < amount) amount = theirs;
        }
    }

    /// @inheritdoc IGolemPolicyEnforcer
    function getTermsInfo(bytes calldata terms)
        external
        pure
        returns (PolicyTerms memory policy, address[] memory payees)
    {
        return (PolicyCodec.decode(terms), PolicyCodec.payees(terms));
    }

    /// @dev Exactly one payment to a payee and nothing else: an approve today is a pull tomorrow.
    function _amountOf(
        PolicyTerms memory policy,
        bytes calldata terms,
        Mode mode,
        bytes calldata execution,
        address delegator
    ) private view returns (uint256 amount) {
        (address target, uint256 value, bytes calldata data) = _open(mode, execution, delegator);
        require(target != policy.owner, "GolemPolicyEnforcer:dangerous-target");
        uint256 payee;
        if (policy.kind == PolicyCodec.NATIVE) {
            require(data.length == 0, "GolemPolicyEnforcer:not-a-payment");
            (payee, amount) = (uint160(target), value);
        } else {
            (payee, amount) = Transfers.read(policy.token, target, value, data);
        }
        require(PolicyCodec.isPayee(terms, payee), "GolemPolicyEnforcer:wrong-payee");
        require(amount != 0, "GolemPolicyEnforcer:zero-amount");
    }

    /// @dev The phase to spend on, if the lease still lives at all.
    function _phaseOf(PolicyTerms memory policy, address guardian) private view returns (uint256 phase) {
        require(block.timestamp < policy.expiry, "GolemPolicyEnforcer:expired");
        require(epochs[policy.owner] == policy.epoch, "GolemPolicyEnforcer:epoch-ended");
        bool stale;
        (phase, stale) = Phases.read(vitality, guardian, policy.golemId, policy.maxAge);
        require(!stale, "GolemPolicyEnforcer:vitality-stale");
        require(phase != Phases.TERMINAL, "GolemPolicyEnforcer:terminal");
    }
}
