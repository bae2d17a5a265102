// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Mode} from "@openzeppelin/contracts/account/utils/draft-ERC7579Utils.sol";

import {Perimeter} from "../interfaces/Perimeter.sol";
import {IDailySpendLimitTerms} from "../interfaces/ITermsInfo.sol";
import {AssetTag} from "../libraries/AssetTag.sol";
import {PackedTerms} from "../libraries/PackedTerms.sol";
import {RollingWindow} from "../libraries/RollingWindow.sol";
import {Transfers} from "../libraries/Transfers.sol";
import {BardoEnforcer} from "./BardoEnforcer.sol";

/// @title DailySpendLimitEnforcer
/// @notice At most `cap` of one token in ANY 24 hours, not in each calendar day. Terms, packed, 46 bytes:
///   0   1 byte    version, 1
///   1   20 bytes  token
///   21  16 bytes  cap, base units
///   37  1 byte    unit exponent, at most 30: spending is counted in 10^exponent base units, rounded up
///   38  8 bytes   budget id
/// @dev The ledger belongs to (manager, delegator, budget id), so a second grant or a rotated key does not
/// double the cap. It is one RollingWindow word with the asset tag in its tail.
contract DailySpendLimitEnforcer is BardoEnforcer, IDailySpendLimitTerms {
    using PackedTerms for bytes;
    using RollingWindow for uint256;

    mapping(address manager => mapping(address delegator => mapping(uint256 budgetId => uint256))) private
        _ledgers;

    constructor(Perimeter memory perimeter) BardoEnforcer(perimeter) {}

    /// @notice Counts a transfer, or denies it.
    function beforeHook(
        bytes calldata terms,
        bytes calldata,
        Mode mode,
        bytes calldata execution,
        bytes32,
        address delegator,
        address
    ) external override {
        _charge(terms, delegator, _amountOf(terms, mode, execution, delegator));
    }

    /// @inheritdoc IDailySpendLimitTerms
    function getAvailable(bytes calldata terms, address manager, address delegator)
        external
        view
        returns (uint256)
    {
        (address token, uint256 cap, uint256 exponent, uint256 budgetId) = getTermsInfo(terms);
        uint256 ledger = _ledgers[manager][delegator][budgetId].advance(block.timestamp);
        if (!AssetTag.matches(ledger & RollingWindow.TAIL_MASK, token, exponent)) return 0;
        uint256 spent = ledger.spent();
        uint256 capUnits = cap.unitsDown(10 ** exponent);
        return spent < capUnits ? (capUnits - spent) * 10 ** exponent : 0;
    }

    /// @inheritdoc IDailySpendLimitTerms
    function getTermsInfo(bytes calldata terms)
        public
        pure
        returns (address token, uint256 cap, uint256 unitExponent, uint256 budgetId)
    {
        require(terms.length == 46, "DailySpendLimitEnforcer:invalid-terms-length");
        require(terms.uintAt(0, 1) == 1, "DailySpendLimitEnforcer:unknown-version");
        (token, cap) = (terms.addressAt(1), terms.uintAt(21, 16));
        (unitExponent, budgetId) = (terms.uintAt(37, 1), terms.uintAt(38, 8));
        require(token != address(0), "DailySpendLimitEnforcer:invalid-token");
        require(RollingWindow.isCap(cap, unitExponent), "DailySpendLimitEnforcer:invalid-cap");
    }

    function _amountOf(bytes calldata terms, Mode mode, bytes calldata execution, address delegator)
        private
        view
        returns (uint256 amount)
    {
        (address target, uint256 value, bytes calldata data) = _open(mode, execution, delegator);
        (address token,,,) = getTermsInfo(terms);
        (, amount) = Transfers.read(token, target, value, data);
    }

    function _charge(bytes calldata terms, address delegator, uint256 amount) private {
        (address token, uint256 cap, uint256 exponent, uint256 budgetId) = getTermsInfo(terms);
        uint256 ledger = _ledgers[msg.sender][delegator][budgetId];
        require(
            AssetTag.matches(ledger & RollingWindow.TAIL_MASK, token, exponent),
            "DailySpendLimitEnforcer:asset-changed"
        );
        uint256 unit = 10 ** exponent;
        bool within;
        (within, ledger) = ledger.advance(block.timestamp).charge(amount.unitsUp(unit), cap.unitsDown(unit));
        require(within, "DailySpendLimitEnforcer:cap-exceeded");
        _ledgers[msg.sender][delegator][budgetId] =
            (ledger & ~RollingWindow.TAIL_MASK) | AssetTag.tagOf(token, exponent);
    }
}
