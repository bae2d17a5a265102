// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Mode} from "@openzeppelin/contracts/account/utils/draft-ERC7579Utils.sol";

import {Perimeter} from "../interfaces/Perimeter.sol";
import {IMortalityTimeWindowTerms} from "../interfaces/ITermsInfo.sol";
import {PackedTerms} from "../libraries/PackedTerms.sol";
import {BardoEnforcer} from "./BardoEnforcer.sol";

/// @title MortalityTimeWindowEnforcer
/// @notice A Golem's lifetime: valid while start <= now < end. Terms, packed, 11 bytes:
///   0  1 byte   version, 1
///   1  5 bytes  start, unix seconds, inclusive
///   6  5 bytes  end, unix seconds, exclusive
contract MortalityTimeWindowEnforcer is BardoEnforcer, IMortalityTimeWindowTerms {
    using PackedTerms for bytes;

    constructor(Perimeter memory perimeter) BardoEnforcer(perimeter) {}

    /// @notice Denies before the birth and from the end on.
    function beforeHook(
        bytes calldata terms,
        bytes calldata,
        Mode mode,
        bytes calldata execution,
        bytes32,
        address delegator,
        address
    ) external view override {
        _open(mode, execution, delegator);
        (uint256 start, uint256 end) = getTermsInfo(terms);
        require(block.timestamp >= start, "MortalityTimeWindowEnforcer:not-yet");
        require(block.timestamp < end, "MortalityTimeWindowEnforcer:expired");
    }

    /// @inheritdoc IMortalityTimeWindowTerms
    function getTermsInfo(bytes calldata terms) public pure returns (uint256 start, uint256 end) {
        require(terms.length == 11, "MortalityTimeWindowEnforcer:invalid-terms-length");
        require(terms.uintAt(0, 1) == 1, "MortalityTimeWindowEnforcer:unknown-version");
        (start, end) = (terms.uintAt(1, 5), terms.uintAt(6, 5));
        require(start < end, "MortalityTimeWindowEnforcer:invalid-window");
    }
}
