// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Mode} from "@openzeppelin/contracts/account/utils/draft-ERC7579Utils.sol";

import {Perimeter} from "../interfaces/Perimeter.sol";
import {IGolemPhaseTerms, PhaseRule} from "../interfaces/ITermsInfo.sol";
import {IVitalityOracle} from "../interfaces/IVitalityOracle.sol";
import {Calls} from "../libraries/Calls.sol";
import {PackedTerms} from "../libraries/PackedTerms.sol";
import {Phases} from "../libraries/Phases.sol";
import {BardoEnforcer} from "./BardoEnforcer.sol";

/// @title GolemPhaseEnforcer
/// @notice Which calls a Golem may make in which phase. Terms, packed:
///   0   1 byte    version, 1
///   1   32 bytes  Golem id
///   33  4 bytes   maximum age of the oracle's word, seconds; older counts as terminal
///   37  26 bytes  rule, one to sixteen times; the first that names the call decides:
///       0   20 bytes  target
///       20  4 bytes   selector
///       24  1 byte    worst phase in which the call is allowed, 0 to 4
///       25  1 byte    argument word that must be the delegator; 255 = the call names no recipient
/// @dev For links whose delegator is the account itself. One bound instead of a set of phases: a worse phase
/// cannot permit more, and settlement (bound 4) is possible in every phase.
contract GolemPhaseEnforcer is BardoEnforcer, IGolemPhaseTerms {
    using Calls for bytes;
    using PackedTerms for bytes;

    uint256 private constant HEAD = 37;
    uint256 private constant RULE = 26;

    IVitalityOracle public immutable vitality;

    constructor(Perimeter memory perimeter) BardoEnforcer(perimeter) {
        vitality = IVitalityOracle(perimeter.vitality);
    }

    /// @notice Denies calls without a rule, beyond their phase, or paying somebody else.
    function beforeHook(
        bytes calldata terms,
        bytes calldata,
        Mode mode,
        bytes calldata execution,
        bytes32,
        address delegator,
        address
    ) external view override {
        _check(terms, mode, execution, delegator);
    }

    /// @inheritdoc IGolemPhaseTerms
    function getTermsInfo(bytes calldata terms)
        external
        pure
        returns (bytes32 golemId, uint256 maxAge, PhaseRule[] memory rules)
    {
        rules = new PhaseRule[](_validate(terms));
        for (uint256 i; i < rules.length; ++i) {
            uint256 offset = HEAD + RULE * i;
            rules[i] = PhaseRule(
                terms.addressAt(offset),
                terms.selectorAt(offset + 20),
                uint8(terms.uintAt(offset + 24, 1)),
                uint8(terms.uintAt(offset + 25, 1))
            );
        }
        return (terms.wordAt(1), terms.uintAt(33, 4), rules);
    }

    function _phaseOf(bytes calldata terms, address guardian) private view returns (uint256) {
        (uint256 phase, bool stale) = Phases.read(vitality, guardian, terms.wordAt(1), terms.uintAt(33, 4));
        return stale ? Phases.TERMINAL : phase;
    }

    function _validate(bytes calldata terms) private pure returns (uint256) {
        (bool exact, uint256 rules) = terms.count(HEAD, RULE);
        require(exact && rules != 0, "GolemPhaseEnforcer:invalid-terms-length");
        require(terms.uintAt(0, 1) == 1, "GolemPhaseEnforcer:unknown-version");
        for (uint256 i; i < rules; ++i) {
            require(
                terms.uintAt(HEAD + RULE * i + 24, 1) <= Phases.TERMINAL, "GolemPhaseEnforcer:invalid-phase"
            );
        }
        return rules;
    }

    function _check(bytes calldata terms, Mode mode, bytes calldata execution, address delegator)
        private
        view
    {
        _validate(terms);
        (address target, uint256 value, bytes calldata data) = _open(mode, execution, delegator);
        uint256 rule = terms.find(HEAD, RULE, Calls.key(target, data));
        require(rule != 0 && value == 0, "GolemPhaseEnforcer:call-not-allowed");
        require(
            _phaseOf(terms, delegator) <= terms.uintAt(rule + 24, 1), "GolemPhaseEnforcer:blocked-by-phase"
        );
        uint256 recipientArg = terms.uintAt(rule + 25, 1);
        if (recipientArg == Calls.NO_ARGUMENT) return;
        _requireAccount(delegator);
        require(data.names(recipientArg, delegator), "GolemPhaseEnforcer:wrong-recipient");
    }
}
