// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {PackedTerms} from "./PackedTerms.sol";

/// @title Transfers
/// @notice Reads the one call that a money cap can count: `token.transfer(to, amount)`.
/// @dev Everything else is refused. A cap that let `approve`, `permit` or `increaseAllowance` pass would be
/// emptied later by a pull it never sees.
library Transfers {
    using PackedTerms for bytes;

    /// @return to The whole argument word: dirty upper bytes make it nobody's address.
    /// @return amount Base units.
    function read(address token, address target, uint256 value, bytes calldata data)
        internal
        pure
        returns (uint256 to, uint256 amount)
    {
        require(target == token, "Transfers:wrong-token");
        require(
            data.length == 68 && data.selectorAt(0) == IERC20.transfer.selector && value == 0,
            "Transfers:not-a-transfer"
        );
        return (uint256(data.wordAt(4)), uint256(data.wordAt(36)));
    }
}
