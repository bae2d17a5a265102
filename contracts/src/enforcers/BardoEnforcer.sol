// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Mode} from "@openzeppelin/contracts/account/utils/draft-ERC7579Utils.sol";

import {ICaveatEnforcer} from "../interfaces/ICaveatEnforcer.sol";
import {Perimeter} from "../interfaces/Perimeter.sol";
import {PackedTerms} from "../libraries/PackedTerms.sol";

/// @title BardoEnforcer
/// @notice Empty hooks but the one that each enforcer must fill, and the one way in which our enforcers open an execution.
/// @dev No admin, no upgrade, no fallback: with a fallback, a caveat that nobody implements permits all.
abstract contract BardoEnforcer is ICaveatEnforcer {
    using PackedTerms for bytes;

    /// @dev ERC-4337 EntryPoint 0.7: could validate operations for the account.
    address internal constant ENTRY_POINT = 0x0000000071727De22E5E9d8BAf0edAc6f37da032;

    address private immutable _vitality;
    address private immutable _dream;
    address private immutable _daimon;
    address private immutable _warden;
    address private immutable _policy;

    constructor(Perimeter memory perimeter) {
        _vitality = perimeter.vitality;
        _dream = perimeter.dream;
        _daimon = perimeter.daimon;
        _warden = perimeter.warden;
        _policy = perimeter.policy;
    }

    /// @inheritdoc ICaveatEnforcer
    function beforeAllHook(bytes calldata, bytes calldata, Mode, bytes calldata, bytes32, address, address)
        external
        virtual {}

    /// @inheritdoc ICaveatEnforcer
    function afterHook(bytes calldata, bytes calldata, Mode, bytes calldata, bytes32, address, address)
        external
        virtual {}

    /// @inheritdoc ICaveatEnforcer
    function afterAllHook(bytes calldata, bytes calldata, Mode, bytes calldata, bytes32, address, address)
        external
        virtual {}

    /// @dev Opens `target (20) | value (32) | data`. Only the all-zero mode passes: a try would consume
    /// budget while nothing moves, a batch would hide calls, a delegatecall would be the account.
    function _open(Mode mode, bytes calldata execution, address delegator)
        internal
        view
        returns (address target, uint256 value, bytes calldata data)
    {
        require(Mode.unwrap(mode) == 0, "BardoEnforcer:invalid-mode");
        require(execution.length >= 52, "BardoEnforcer:invalid-execution");
        target = execution.addressAt(0);
        value = uint256(execution.wordAt(20));
        data = execution[52:];
        _denyDangerous(target, delegator);
    }

    /// @dev For rules about the delegator's own balances: a key without code is a middle link, never the payer,
    /// and its empty pockets would prove anything.
    function _requireAccount(address delegator) internal view {
        require(delegator.code.length != 0, "BardoEnforcer:delegator-is-not-the-payer");
    }

    /// @dev Whatever the terms say. From the account, the manager would enable a revoked grant again, and
    /// the account itself would run a hidden batch. On a middle link `delegator` is not the account.
    function _denyDangerous(address target, address delegator) private view {
        bool dangerous = target == delegator || target == msg.sender || target == address(this)
            || target == ENTRY_POINT || target == _vitality || target == _dream || target == _daimon
            || target == _warden || target == _policy;
        require(!dangerous, "BardoEnforcer:dangerous-target");
    }
}
