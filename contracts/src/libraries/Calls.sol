// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {PackedTerms} from "./PackedTerms.sol";

/// @title Calls
/// @notice Signed allow-lists of calls, and their arguments.
/// @dev Lists name target AND selector. Entry points that carry other calls inside (multicall, execute)
/// must not be listed: what is inside them is seen by nobody.
library Calls {
    using PackedTerms for bytes;

    /// @dev Argument index in terms that means: this call names no recipient.
    uint256 internal constant NO_ARGUMENT = 0xff;
    uint256 private constant MAX_RULES = 16;

    /// @notice How many rules of `size` bytes follow the first `head` bytes, if that is an exact number.
    function count(bytes calldata terms, uint256 head, uint256 size) internal pure returns (bool, uint256) {
        if (terms.length < head) return (false, 0);
        uint256 tail = terms.length - head;
        return (tail % size == 0 && tail / size <= MAX_RULES, tail / size);
    }

    /// @notice What a call is to a list: target (20) | selector (4); zero for data without a selector.
    function key(address target, bytes calldata data) internal pure returns (bytes24) {
        return data.length < 4 ? bytes24(0) : bytes24(bytes20(target)) | (bytes24(data.selectorAt(0)) >> 160);
    }

    /// @notice Offset of the first rule `target (20) | selector (4) | ...` that names this call, or 0.
    /// @dev Rules never begin at 0: the version byte does.
    function find(bytes calldata terms, uint256 head, uint256 size, bytes24 call)
        internal
        pure
        returns (uint256)
    {
        if (call == 0) return 0;
        for (uint256 offset = head; offset < terms.length; offset += size) {
            if (bytes24(terms.wordAt(offset)) == call) return offset;
        }
        return 0;
    }

    /// @notice Whether the call's argument word `index` is exactly `expected`.
    function names(bytes calldata data, uint256 index, address expected) internal pure returns (bool) {
        unchecked {
            // The index is one byte of terms.
            uint256 offset = 4 + 32 * index;
            return data.length >= offset + 32 && uint256(data.wordAt(offset)) == uint160(expected);
        }
    }
}
