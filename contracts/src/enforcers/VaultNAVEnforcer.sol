// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Mode} from "@openzeppelin/contracts/account/utils/draft-ERC7579Utils.sol";

import {IERC4626} from "@openzeppelin/contracts/interfaces/IERC4626.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {Perimeter} from "../interfaces/Perimeter.sol";
import {IVaultNAVTerms, VaultNAVTerms} from "../interfaces/ITermsInfo.sol";
import {AssetTag} from "../libraries/AssetTag.sol";
import {Calls} from "../libraries/Calls.sol";
import {PackedTerms} from "../libraries/PackedTerms.sol";
import {RollingWindow} from "../libraries/RollingWindow.sol";
import {BardoEnforcer} from "./BardoEnforcer.sol";

/// @title VaultNAVEnforcer
/// @notice A Golem that manages an ERC-4626 position may lose its owner at most a share of the vault in any
/// 24 hours. Terms, packed, 64 bytes:
///   0   1 byte    version, 1
///   1   20 bytes  vault
///   21  2 bytes   share, basis points, 1 to 10000
///   23  16 bytes  the vault's total assets at signing, base units
///   39  16 bytes  absolute cap, base units
///   55  1 byte    unit exponent, at most 30
///   56  8 bytes   budget id
/// @dev For links whose delegator is the account itself. What counts is what left the account: its assets
/// plus its shares at the vault's own rate, before and after. Nothing is believed from calldata. The cap is
/// the least of three, because today's total assets can be inflated by a donation. The vault's own rate is
/// believed, and what comes in from elsewhere meanwhile makes good a loss: name a vault that hands control to
/// no stranger.
contract VaultNAVEnforcer is BardoEnforcer, IVaultNAVTerms {
    using Calls for bytes;
    using PackedTerms for bytes;
    using RollingWindow for uint256;

    mapping(address manager => mapping(address delegator => mapping(uint256 budgetId => uint256))) private
        _ledgers;

    /// @dev Worth before the execution, plus one; zero outside of one. Also the lock: a redemption inside
    /// another one would count the same loss as nobody's.
    mapping(address manager => mapping(address delegator => uint256)) private _worthBefore;

    constructor(Perimeter memory perimeter) BardoEnforcer(perimeter) {}

    /// @notice Admits the vault's four doors and the approval they need, and weighs the account.
    function beforeHook(
        bytes calldata terms,
        bytes calldata,
        Mode mode,
        bytes calldata execution,
        bytes32,
        address delegator,
        address
    ) external override {
        _requireAccount(delegator);
        address vault = getTermsInfo(terms).vault;
        (address target, uint256 value, bytes calldata data) = _open(mode, execution, delegator);
        require(value == 0 && _isAllowed(vault, target, data, delegator), "VaultNAVEnforcer:call-not-allowed");
        require(_worthBefore[msg.sender][delegator] == 0, "VaultNAVEnforcer:reentered");
        _worthBefore[msg.sender][delegator] = _worth(vault, delegator) + 1;
    }

    /// @notice Weighs again and counts what is missing.
    function afterHook(
        bytes calldata terms,
        bytes calldata,
        Mode,
        bytes calldata,
        bytes32,
        address delegator,
        address
    ) external override {
        VaultNAVTerms memory nav = getTermsInfo(terms);
        uint256 before = _worthBefore[msg.sender][delegator];
        delete _worthBefore[msg.sender][delegator];
        uint256 worth = _worth(nav.vault, delegator);
        if (worth < before - 1) _charge(nav, delegator, before - 1 - worth);
    }

    /// @inheritdoc IVaultNAVTerms
    function getTermsInfo(bytes calldata terms) public pure returns (VaultNAVTerms memory nav) {
        require(terms.length == 64, "VaultNAVEnforcer:invalid-terms-length");
        require(terms.uintAt(0, 1) == 1, "VaultNAVEnforcer:unknown-version");
        nav.vault = terms.addressAt(1);
        nav.maxBps = terms.uintAt(21, 2);
        nav.navAtGrant = terms.uintAt(23, 16);
        nav.absoluteCap = terms.uintAt(39, 16);
        nav.unitExponent = terms.uintAt(55, 1);
        nav.budgetId = terms.uintAt(56, 8);
        require(nav.vault != address(0), "VaultNAVEnforcer:invalid-vault");
        require(nav.maxBps != 0 && nav.maxBps <= 10_000, "VaultNAVEnforcer:invalid-share");
        require(RollingWindow.isCap(nav.absoluteCap, nav.unitExponent), "VaultNAVEnforcer:invalid-cap");
    }

    function _charge(VaultNAVTerms memory nav, address delegator, uint256 loss) private {
        uint256 nowCap = IERC4626(nav.vault).totalAssets() * nav.maxBps / 10_000;
        uint256 grantCap = nav.navAtGrant * nav.maxBps / 10_000;
        uint256 cap = nowCap < grantCap ? nowCap : grantCap;
        if (nav.absoluteCap < cap) cap = nav.absoluteCap;

        uint256 ledger = _ledgers[msg.sender][delegator][nav.budgetId];
        require(
            AssetTag.matches(ledger & RollingWindow.TAIL_MASK, nav.vault, nav.unitExponent),
            "VaultNAVEnforcer:asset-changed"
        );
        uint256 unit = 10 ** nav.unitExponent;
        bool within;
        (within, ledger) = ledger.advance(block.timestamp).charge(loss.unitsUp(unit), cap.unitsDown(unit));
        require(within, "VaultNAVEnforcer:cap-exceeded");
        _ledgers[msg.sender][delegator][nav.budgetId] =
            (ledger & ~RollingWindow.TAIL_MASK) | AssetTag.tagOf(nav.vault, nav.unitExponent);
    }

    function _worth(address vault, address account) private view returns (uint256) {
        uint256 shares = _balance(vault, account);
        return _balance(_assetOf(vault), account) + IERC4626(vault).convertToAssets(shares);
    }

    function _balance(address token, address account) private view returns (uint256) {
        return IERC20(token).balanceOf(account);
    }

    function _assetOf(address vault) private view returns (address) {
        return IERC4626(vault).asset();
    }

    /// @dev The vault's shares are a token too: its `transfer` and `approve` stay closed. Out go only the
    /// account's own shares, never those of somebody who gave it an allowance: nobody would weigh them.
    function _isAllowed(address vault, address target, bytes calldata data, address delegator)
        private
        view
        returns (bool)
    {
        if (data.length < 4) return false;
        bytes4 selector = data.selectorAt(0);
        if (target == vault) {
            if (selector == IERC4626.deposit.selector || selector == IERC4626.mint.selector) return true;
            bool isExit = selector == IERC4626.withdraw.selector || selector == IERC4626.redeem.selector;
            return isExit && data.names(2, delegator);
        }
        return target == _assetOf(vault) && selector == IERC20.approve.selector && data.names(0, vault);
    }
}
