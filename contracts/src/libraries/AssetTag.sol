// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @title AssetTag
/// @notice What a ledger counts: one token in one unit, for ever. Mixing would change what the past was worth.
library AssetTag {
    /// @notice Low 26 bits of the token and 5 bits of the exponent, plus one: 32 bits, never zero.
    /// @dev Both are signed by whose budget it is, so this guards against mistakes, not against collisions.
    function tagOf(address token, uint256 unitExponent) internal pure returns (uint256) {
        unchecked {
            return (((uint160(token) & 0x3ffffff) << 5) | unitExponent) + 1;
        }
    }

    /// @param tag What the ledger holds; zero before its first use.
    function matches(uint256 tag, address token, uint256 unitExponent) internal pure returns (bool) {
        return tag == 0 || tag == tagOf(token, unitExponent);
    }
}
