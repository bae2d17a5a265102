// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Mode} from "@openzeppelin/contracts/account/utils/draft-ERC7579Utils.sol";

import {Perimeter} from "../interfaces/Perimeter.sol";
import {IWardenTerms} from "../interfaces/ITermsInfo.sol";
import {IWarden} from "../interfaces/IWarden.sol";
import {PackedTerms} from "../libraries/PackedTerms.sol";
import {BardoEnforcer} from "./BardoEnforcer.sol";

/// @title WardenEnforcer
/// @notice Only actions that were announced to the Warden, waited for, committed to and not vetoed.
/// Terms, packed, 29 bytes:
///   0   1 byte    version, 1
///   1   20 bytes  guardian, who may cancel
///   21  4 bytes   least delay between announcement and commitment, seconds, not 0
///   25  4 bytes   seconds after the delay within which the action must be redeemed, not 0
/// Args: the action's nonce, 32 bytes.
/// @dev As a caveat, because a waiting room with a second door is none.
contract WardenEnforcer is BardoEnforcer, IWardenTerms {
    using PackedTerms for bytes;

    IWarden public immutable warden;

    /// @inheritdoc IWardenTerms
    mapping(address manager => mapping(bytes32 actionHash => bool)) public isConsumed;

    constructor(Perimeter memory perimeter) BardoEnforcer(perimeter) {
        warden = IWarden(perimeter.warden);
    }

    /// @notice Consumes a committed action of the redeemer, or denies.
    function beforeHook(
        bytes calldata terms,
        bytes calldata args,
        Mode mode,
        bytes calldata execution,
        bytes32 delegationHash,
        address delegator,
        address redeemer
    ) external override {
        _open(mode, execution, delegator);
        bytes32 action = _actionOf(delegationHash, execution, args);
        _check(terms, action, redeemer);
        require(!isConsumed[msg.sender][action], "WardenEnforcer:consumed");
        isConsumed[msg.sender][action] = true;
    }

    /// @inheritdoc IWardenTerms
    function getTermsInfo(bytes calldata terms)
        public
        pure
        returns (address guardian, uint256 minDelay, uint256 grace)
    {
        require(terms.length == 29, "WardenEnforcer:invalid-terms-length");
        require(terms.uintAt(0, 1) == 1, "WardenEnforcer:unknown-version");
        (guardian, minDelay, grace) = (terms.addressAt(1), terms.uintAt(21, 4), terms.uintAt(25, 4));
        require(guardian != address(0), "WardenEnforcer:invalid-guardian");
        require(minDelay != 0 && grace != 0, "WardenEnforcer:invalid-delay");
    }

    function _actionOf(bytes32 delegationHash, bytes calldata execution, bytes calldata args)
        private
        view
        returns (bytes32)
    {
        require(args.length == 32, "WardenEnforcer:invalid-args-length");
        return warden.hashAction(msg.sender, delegationHash, execution, uint256(args.wordAt(0)));
    }

    function _check(bytes calldata terms, bytes32 action, address redeemer) private view {
        (address guardian, uint256 minDelay, uint256 grace) = getTermsInfo(terms);
        (uint256 readyAt, uint256 delay, bool committed) = warden.announcementOf(redeemer, action);
        require(committed, "WardenEnforcer:not-committed");
        require(delay >= minDelay, "WardenEnforcer:delay-too-short");
        require(block.timestamp <= readyAt + grace, "WardenEnforcer:too-late");
        require(
            !warden.isCancelled(guardian, action) && !warden.isCancelled(redeemer, action),
            "WardenEnforcer:cancelled"
        );
    }
}
