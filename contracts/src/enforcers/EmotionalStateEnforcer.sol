// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Mode} from "@openzeppelin/contracts/account/utils/draft-ERC7579Utils.sol";

import {IDaimonOracle} from "../interfaces/IDaimonOracle.sol";
import {Perimeter} from "../interfaces/Perimeter.sol";
import {IEmotionalStateTerms, MoodRule} from "../interfaces/ITermsInfo.sol";
import {Calls} from "../libraries/Calls.sol";
import {PackedTerms} from "../libraries/PackedTerms.sol";
import {BardoEnforcer} from "./BardoEnforcer.sol";

/// @title EmotionalStateEnforcer
/// @notice Risky calls only in a sound mood; a panicking or despairing Golem keeps its conservative ones.
/// Terms, packed:
///   0   1 byte    version, 1
///   1   32 bytes  Golem id
///   33  4 bytes   maximum age of the oracle's word, seconds; older counts as unsound
///   37  1 byte    least pleasure, signed
///   38  1 byte    most arousal, signed
///   39  1 byte    least dominance, signed
///   40  25 bytes  rule, one to sixteen times; the first that names the call decides:
///       0   20 bytes  target
///       20  4 bytes   selector
///       24  1 byte    1 = conservative, allowed in every mood; 0 = only in a sound one
/// @dev An allow-list: a deny-list is passed by any call that hides the denied one inside.
contract EmotionalStateEnforcer is BardoEnforcer, IEmotionalStateTerms {
    using Calls for bytes;
    using PackedTerms for bytes;

    uint256 private constant HEAD = 40;
    uint256 private constant RULE = 25;

    IDaimonOracle public immutable daimon;

    constructor(Perimeter memory perimeter) BardoEnforcer(perimeter) {
        daimon = IDaimonOracle(perimeter.daimon);
    }

    /// @notice Denies the unregistered, calls without a rule, and risky calls in an unsound mood.
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

    /// @inheritdoc IEmotionalStateTerms
    function getTermsInfo(bytes calldata terms)
        external
        pure
        returns (
            bytes32 golemId,
            uint256 maxAge,
            int8 minPleasure,
            int8 maxArousal,
            int8 minDominance,
            MoodRule[] memory rules
        )
    {
        rules = new MoodRule[](_validate(terms));
        for (uint256 i; i < rules.length; ++i) {
            uint256 offset = HEAD + RULE * i;
            rules[i] = MoodRule(
                terms.addressAt(offset), terms.selectorAt(offset + 20), terms.uintAt(offset + 24, 1) == 1
            );
        }
        (golemId, maxAge) = (terms.wordAt(1), terms.uintAt(33, 4));
        (minPleasure, maxArousal, minDominance) = _bounds(terms);
    }

    function _isSound(bytes calldata terms, address guardian) private view returns (bool) {
        (bool registered, int8 pleasure, int8 arousal, int8 dominance, uint256 reportedAt) =
            daimon.getMood(guardian, terms.wordAt(1));
        require(registered, "EmotionalStateEnforcer:unregistered");
        if (block.timestamp > reportedAt + terms.uintAt(33, 4)) return false;
        (int8 minPleasure, int8 maxArousal, int8 minDominance) = _bounds(terms);
        return pleasure >= minPleasure && arousal <= maxArousal && dominance >= minDominance;
    }

    function _bounds(bytes calldata terms) private pure returns (int8, int8, int8) {
        uint256 bounds = terms.uintAt(37, 3);
        return (int8(uint8(bounds >> 16)), int8(uint8(bounds >> 8)), int8(uint8(bounds)));
    }

    function _validate(bytes calldata terms) private pure returns (uint256) {
        (bool exact, uint256 rules) = terms.count(HEAD, RULE);
        require(exact && rules != 0, "EmotionalStateEnforcer:invalid-terms-length");
        require(terms.uintAt(0, 1) == 1, "EmotionalStateEnforcer:unknown-version");
        for (uint256 i; i < rules; ++i) {
            require(terms.uintAt(HEAD + RULE * i + 24, 1) <= 1, "EmotionalStateEnforcer:invalid-rule");
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
        require(rule != 0 && value == 0, "EmotionalStateEnforcer:call-not-allowed");
        bool sound = _isSound(terms, delegator);
        require(sound || terms.uintAt(rule + 24, 1) == 1, "EmotionalStateEnforcer:unsound-mood");
    }
}
