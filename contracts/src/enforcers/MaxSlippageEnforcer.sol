// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Mode} from "@openzeppelin/contracts/account/utils/draft-ERC7579Utils.sol";

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

import {IPriceFeed} from "../interfaces/IPriceFeed.sol";
import {Perimeter} from "../interfaces/Perimeter.sol";
import {IMaxSlippageTerms, SlippageTerms} from "../interfaces/ITermsInfo.sol";
import {Calls} from "../libraries/Calls.sol";
import {PackedTerms} from "../libraries/PackedTerms.sol";
import {SlippageCodec} from "../libraries/SlippageCodec.sol";
import {BardoEnforcer} from "./BardoEnforcer.sol";

/// @title MaxSlippageEnforcer
/// @notice Swaps of one pair on one router, never worse than a price feed by more than a bound. Byte layout
/// of the terms: SlippageCodec.
/// @dev For links whose delegator is the account itself. Judged by the account's balances before and after;
/// a minimum in calldata, or a quote from the pool, would be the attacker's own word. What comes in from
/// elsewhere meanwhile counts as bought or not sold: name a router that hands control to no stranger.
contract MaxSlippageEnforcer is BardoEnforcer, IMaxSlippageTerms {
    using Calls for bytes;
    using PackedTerms for bytes;

    /// @dev Balances before the execution; `tokenIn` holds one more, so zero means: no execution under way.
    struct Weighed {
        uint256 tokenIn;
        uint256 tokenOut;
    }

    mapping(address manager => mapping(address delegator => Weighed)) private _before;

    constructor(Perimeter memory perimeter) BardoEnforcer(perimeter) {}

    /// @notice Admits the swap and the approval it needs, and weighs the account.
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
        SlippageTerms memory swap = SlippageCodec.decode(terms);
        (address target, uint256 value, bytes calldata data) = _open(mode, execution, delegator);
        require(
            value == 0 && (_isApproval(swap, target, data) || _isSwap(swap, target, data, delegator)),
            "MaxSlippageEnforcer:call-not-allowed"
        );
        Weighed storage weighed = _before[msg.sender][delegator];
        require(weighed.tokenIn == 0, "MaxSlippageEnforcer:reentered");
        weighed.tokenIn = _balance(swap.tokenIn, delegator) + 1;
        weighed.tokenOut = _balance(swap.tokenOut, delegator);
    }

    /// @notice Weighs again: enough was bought for what was sold, and no allowance is left behind.
    function afterHook(
        bytes calldata terms,
        bytes calldata,
        Mode,
        bytes calldata execution,
        bytes32,
        address delegator,
        address
    ) external override {
        SlippageTerms memory swap = SlippageCodec.decode(terms);
        Weighed storage weighed = _before[msg.sender][delegator];
        (uint256 inBefore, uint256 outBefore) = (weighed.tokenIn, weighed.tokenOut);
        (weighed.tokenIn, weighed.tokenOut) = (0, 0);

        uint256 inAfter = _balance(swap.tokenIn, delegator) + 1;
        uint256 sold = inAfter < inBefore ? inBefore - inAfter : 0;
        require(
            _balance(swap.tokenOut, delegator) >= outBefore + _least(swap, sold),
            "MaxSlippageEnforcer:too-little-bought"
        );
        require(
            execution.addressAt(0) != swap.router
                || IERC20(swap.tokenIn).allowance(delegator, swap.router) == 0,
            "MaxSlippageEnforcer:allowance-left"
        );
    }

    /// @inheritdoc IMaxSlippageTerms
    function getTermsInfo(bytes calldata terms) external pure returns (SlippageTerms memory) {
        return SlippageCodec.decode(terms);
    }

    /// @dev `names` has the data long enough to hold a selector, here and below.
    function _isApproval(SlippageTerms memory swap, address target, bytes calldata data)
        private
        pure
        returns (bool)
    {
        return target == swap.tokenIn && data.selectorAt(0) == IERC20.approve.selector
            && data.names(0, swap.router);
    }

    /// @dev The pair is pinned in calldata too: the account may have other allowances to the same router.
    function _isSwap(SlippageTerms memory swap, address target, bytes calldata data, address delegator)
        private
        pure
        returns (bool)
    {
        return target == swap.router && data.selectorAt(0) == swap.selector
            && data.names(swap.tokenInArg, swap.tokenIn) && data.names(swap.tokenOutArg, swap.tokenOut)
            && data.names(swap.recipientArg, delegator);
    }

    /// @dev Least amount to be bought for `sold`, rounded up.
    function _least(SlippageTerms memory swap, uint256 sold) private view returns (uint256) {
        if (sold == 0) return 0;
        (, int256 answer,, uint256 updatedAt,) = IPriceFeed(swap.feed).latestRoundData();
        require(answer > 0, "MaxSlippageEnforcer:no-price");
        require(block.timestamp <= updatedAt + swap.maxFeedAge, "MaxSlippageEnforcer:price-stale");
        // Powers are bounded by the codec; the product with what was sold is checked.
        uint256 up;
        uint256 down;
        unchecked {
            up = 10 ** swap.outDecimals * (10_000 - swap.maxBps);
            down = 10_000 * 10 ** (swap.feedDecimals + swap.inDecimals);
        }
        return Math.ceilDiv(sold * uint256(answer) * up, down);
    }

    function _balance(address token, address account) private view returns (uint256) {
        return IERC20(token).balanceOf(account);
    }
}
