// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {PolicyTerms} from "../interfaces/IGolemPolicyEnforcer.sol";
import {PackedTerms} from "./PackedTerms.sol";
import {RollingWindow} from "./RollingWindow.sol";

/// @title PolicyCodec
/// @notice Terms of the GolemPolicyEnforcer, packed, big-endian:
///   0    1 byte    version, 1
///   1    1 byte    kind: 0 ERC-20, 1 native
///   2    20 bytes  token; zero for native
///   22   16 bytes  cap, base units in any 24 hours
///   38   1 byte    unit exponent, at most 30
///   39   16 bytes  Replicants' part of the cap, base units in any 24 hours; 0 = none
///   55   5 bytes   expiry, unix seconds, exclusive
///   60   20 bytes  owner
///   80   4 bytes   owner epoch
///   84   8 bytes   budget id
///   92   4 bytes   generation, below the maximum
///   96   32 bytes  Golem id
///   128  4 bytes   maximum age of the oracle's word, seconds
///   132  20 bytes  session key
///   152  20 bytes  payee, one to eight times
library PolicyCodec {
    using PackedTerms for bytes;

    uint256 internal constant NATIVE = 1;
    uint256 internal constant ENDED = type(uint32).max;
    uint256 private constant HEAD = 152;
    uint256 private constant MAX_PAYEES = 8;

    function decode(bytes calldata terms) internal pure returns (PolicyTerms memory policy) {
        uint256 tail;
        unchecked {
            tail = terms.length - HEAD;
        }
        require(
            terms.length > HEAD && tail % 20 == 0 && tail <= MAX_PAYEES * 20,
            "GolemPolicyEnforcer:invalid-terms-length"
        );
        require(terms.uintAt(0, 1) == 1, "GolemPolicyEnforcer:unknown-version");
        policy.kind = terms.uintAt(1, 1);
        policy.token = terms.addressAt(2);
        policy.cap = terms.uintAt(22, 16);
        policy.unitExponent = terms.uintAt(38, 1);
        policy.replicantCap = terms.uintAt(39, 16);
        policy.expiry = terms.uintAt(55, 5);
        policy.owner = terms.addressAt(60);
        policy.epoch = terms.uintAt(80, 4);
        policy.budgetId = terms.uintAt(84, 8);
        policy.generation = terms.uintAt(92, 4);
        policy.golemId = terms.wordAt(96);
        policy.maxAge = terms.uintAt(128, 4);
        policy.sessionKey = terms.addressAt(132);
        _validate(policy);
    }

    function payees(bytes calldata terms) internal pure returns (address[] memory list) {
        list = new address[]((terms.length - HEAD) / 20);
        for (uint256 i; i < list.length; ++i) {
            list[i] = terms.addressAt(HEAD + 20 * i);
        }
    }

    /// @dev Compares whole words, so that an argument with dirty upper bytes is nobody's address.
    function isPayee(bytes calldata terms, uint256 account) internal pure returns (bool) {
        for (uint256 offset = HEAD; offset < terms.length; offset += 20) {
            if (account == terms.uintAt(offset, 20)) return true;
        }
        return false;
    }

    function _validate(PolicyTerms memory policy) private pure {
        require(
            policy.kind <= NATIVE && (policy.kind == NATIVE) == (policy.token == address(0)),
            "GolemPolicyEnforcer:invalid-token"
        );
        require(RollingWindow.isCap(policy.cap, policy.unitExponent), "GolemPolicyEnforcer:invalid-cap");
        require(policy.replicantCap <= policy.cap, "GolemPolicyEnforcer:invalid-replicant-cap");
        require(policy.owner != address(0), "GolemPolicyEnforcer:invalid-owner");
        require(policy.generation != ENDED, "GolemPolicyEnforcer:invalid-generation");
        require(policy.sessionKey != address(0), "GolemPolicyEnforcer:invalid-session-key");
    }
}
