// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @title PackedTerms
/// @notice Big-endian fields at fixed offsets of packed bytes.
/// @dev Reads are unchecked and would run into whatever calldata follows: every user has compared
/// the EXACT length first, because trailing bytes that nobody reads are where two readers disagree.
library PackedTerms {
    function wordAt(bytes calldata terms, uint256 offset) internal pure returns (bytes32 word) {
        assembly ("memory-safe") {
            word := calldataload(add(terms.offset, offset))
        }
    }

    function addressAt(bytes calldata terms, uint256 offset) internal pure returns (address) {
        return address(bytes20(wordAt(terms, offset)));
    }

    /// @param size Bytes of the field, 1 to 32.
    function uintAt(bytes calldata terms, uint256 offset, uint256 size) internal pure returns (uint256) {
        unchecked {
            return uint256(wordAt(terms, offset)) >> (256 - 8 * size);
        }
    }

    function selectorAt(bytes calldata terms, uint256 offset) internal pure returns (bytes4) {
        return bytes4(wordAt(terms, offset));
    }
}
