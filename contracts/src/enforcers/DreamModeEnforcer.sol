// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Mode} from "@openzeppelin/contracts/account/utils/draft-ERC7579Utils.sol";

import {IDreamOracle} from "../interfaces/IDreamOracle.sol";
import {Perimeter} from "../interfaces/Perimeter.sol";
import {CallRule, IDreamModeTerms} from "../interfaces/ITermsInfo.sol";
import {Calls} from "../libraries/Calls.sol";
import {PackedTerms} from "../libraries/PackedTerms.sol";
import {BardoEnforcer} from "./BardoEnforcer.sol";

/// @title DreamModeEnforcer
/// @notice A dreaming Golem does not act, except for calls exempt by the terms (settlement). Terms, packed:
///   0   1 byte    version, 1
///   1   32 bytes  Golem id
///   33  24 bytes  exempt call, target (20) | selector (4), none to sixteen times
/// @dev Awake it allows any call that is not dangerous: it is a gate to put beside other caveats.
contract DreamModeEnforcer is BardoEnforcer, IDreamModeTerms {
    using Calls for bytes;
    using PackedTerms for bytes;

    uint256 private constant HEAD = 33;
    uint256 private constant RULE = 24;

    IDreamOracle public immutable dreams;

    constructor(Perimeter memory perimeter) BardoEnforcer(perimeter) {
        dreams = IDreamOracle(perimeter.dream);
    }

    /// @notice Denies the unregistered, and the dreaming unless the call is exempt.
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

    /// @inheritdoc IDreamModeTerms
    function getTermsInfo(bytes calldata terms)
        external
        pure
        returns (bytes32 golemId, CallRule[] memory exempt)
    {
        exempt = new CallRule[](_validate(terms));
        for (uint256 i; i < exempt.length; ++i) {
            uint256 offset = HEAD + RULE * i;
            exempt[i] = CallRule(terms.addressAt(offset), terms.selectorAt(offset + 20));
        }
        return (terms.wordAt(1), exempt);
    }

    function _validate(bytes calldata terms) private pure returns (uint256) {
        (bool exact, uint256 rules) = terms.count(HEAD, RULE);
        require(exact, "DreamModeEnforcer:invalid-terms-length");
        require(terms.uintAt(0, 1) == 1, "DreamModeEnforcer:unknown-version");
        return rules;
    }

    function _check(bytes calldata terms, Mode mode, bytes calldata execution, address delegator)
        private
        view
    {
        _validate(terms);
        (address target,, bytes calldata data) = _open(mode, execution, delegator);
        bool exempt = terms.find(HEAD, RULE, Calls.key(target, data)) != 0;
        require(_isAwake(terms, delegator) || exempt, "DreamModeEnforcer:dreaming");
    }

    function _isAwake(bytes calldata terms, address guardian) private view returns (bool) {
        (bool registered, bool dreaming,) = dreams.getDream(guardian, terms.wordAt(1));
        require(registered, "DreamModeEnforcer:unregistered");
        return !dreaming;
    }
}
