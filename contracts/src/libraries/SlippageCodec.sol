// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {SlippageTerms} from "../interfaces/ITermsInfo.sol";
import {PackedTerms} from "./PackedTerms.sol";

/// @title SlippageCodec
/// @notice Terms of the MaxSlippageEnforcer, packed, 97 bytes:
///   0   1 byte    version, 1
///   1   20 bytes  router; must hand control to nobody else in the middle of a swap
///   21  4 bytes   selector of the swap; its arguments must be plain words, not a path
///   25  20 bytes  token sold
///   45  20 bytes  token bought
///   65  1 byte    argument word of the token sold
///   66  1 byte    argument word of the token bought
///   67  1 byte    argument word of the recipient
///   68  20 bytes  price feed: tokens bought per token sold
///   88  1 byte    decimals of the feed
///   89  1 byte    decimals of the token sold
///   90  1 byte    decimals of the token bought
///   91  4 bytes   maximum age of the feed's answer, seconds
///   95  2 bytes   greatest loss against the feed, basis points, below 10000
library SlippageCodec {
    using PackedTerms for bytes;

    uint256 private constant MAX_DECIMALS = 24;

    function decode(bytes calldata terms) internal pure returns (SlippageTerms memory swap) {
        require(terms.length == 97, "MaxSlippageEnforcer:invalid-terms-length");
        require(terms.uintAt(0, 1) == 1, "MaxSlippageEnforcer:unknown-version");
        swap.router = terms.addressAt(1);
        swap.selector = terms.selectorAt(21);
        swap.tokenIn = terms.addressAt(25);
        swap.tokenOut = terms.addressAt(45);
        swap.tokenInArg = terms.uintAt(65, 1);
        swap.tokenOutArg = terms.uintAt(66, 1);
        swap.recipientArg = terms.uintAt(67, 1);
        swap.feed = terms.addressAt(68);
        swap.feedDecimals = terms.uintAt(88, 1);
        swap.inDecimals = terms.uintAt(89, 1);
        swap.outDecimals = terms.uintAt(90, 1);
        swap.maxFeedAge = terms.uintAt(91, 4);
        swap.maxBps = terms.uintAt(95, 2);
        // The router as token would make `approve` on it a swap that is never weighed.
        require(
            swap.tokenIn != swap.tokenOut && swap.router != swap.tokenIn && swap.router != swap.tokenOut,
            "MaxSlippageEnforcer:invalid-pair"
        );
        require(
            swap.feedDecimals <= MAX_DECIMALS && swap.inDecimals <= MAX_DECIMALS
                && swap.outDecimals <= MAX_DECIMALS,
            "MaxSlippageEnforcer:invalid-decimals"
        );
        require(swap.maxBps < 10_000, "MaxSlippageEnforcer:invalid-bound");
    }
}
