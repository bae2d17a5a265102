// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @title IPriceFeed
/// @notice What Bardo reads of a Chainlink-style aggregator.
interface IPriceFeed {
    /// @return roundId Not used.
    /// @return answer The price, with the feed's decimals; not positive when there is none.
    /// @return startedAt Not used.
    /// @return updatedAt Unix second of the answer.
    /// @return answeredInRound Not used.
    function latestRoundData()
        external
        view
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound);
}
