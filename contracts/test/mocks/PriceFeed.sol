// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IPriceFeed} from "../../src/interfaces/IPriceFeed.sol";

/// @notice A feed that says what it is told.
contract PriceFeed is IPriceFeed {
    int256 private _answer;
    uint256 private _updatedAt;

    function set(int256 answer, uint256 updatedAt) external {
        (_answer, _updatedAt) = (answer, updatedAt);
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return (1, _answer, _updatedAt, _updatedAt, 1);
    }
}
