// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @notice Counts calls; stands for any contract a mandate may act on.
contract Market {
    uint256 public calls;

    function sell(bytes32, address) external payable {
        ++calls;
    }

    function settle(address) external payable {
        ++calls;
    }

    function open(uint256) external payable {
        ++calls;
    }
}
