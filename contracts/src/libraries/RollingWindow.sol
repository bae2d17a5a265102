// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @title RollingWindow
/// @notice What was spent in the last 24 to 28 hours, in one storage word.
/// @dev Word, high to low bits:
///   24 bits   index of the newest bucket (unix time / 4 hours), enough until the year 9625
///   168 bits  seven lanes of 24 bits, the newest lowest: units spent in each bucket
///   64 bits   the owner's of the word, kept as it is
/// Any interval of 24 hours touches at most seven buckets of 4 hours, so a sum over the seven lanes
/// within the cap means: no 24 hours above the cap. Capacity is back after 28 hours at the latest.
/// Lanes count units of the token, never shares of a cap: caps change while the past stays what it was.
library RollingWindow {
    uint256 internal constant BUCKET = 4 hours;
    uint256 internal constant LANES = 7;
    uint256 internal constant LANE_BITS = 24;
    /// @dev The largest cap in units, and the most one lane can hold.
    uint256 internal constant MAX_UNITS = (1 << LANE_BITS) - 1;
    uint256 internal constant TAIL_BITS = 64;
    uint256 internal constant TAIL_MASK = (1 << TAIL_BITS) - 1;

    uint256 private constant LANES_MASK = (1 << (LANES * LANE_BITS)) - 1;
    uint256 private constant INDEX_SHIFT = TAIL_BITS + LANES * LANE_BITS;

    /// @notice The same word as of `timestamp`: old lanes dropped, the newest lane is now's.
    function advance(uint256 word, uint256 timestamp) internal pure returns (uint256) {
        uint256 index = timestamp / BUCKET;
        uint256 lanes = (word >> TAIL_BITS) & LANES_MASK;
        uint256 passed = index - (word >> INDEX_SHIFT);
        lanes = passed < LANES ? (lanes << (passed * LANE_BITS)) & LANES_MASK : 0;
        return (index << INDEX_SHIFT) | (lanes << TAIL_BITS) | (word & TAIL_MASK);
    }

    /// @notice Units in all seven lanes of an advanced word.
    function spent(uint256 word) internal pure returns (uint256 units) {
        uint256 lanes = (word >> TAIL_BITS) & LANES_MASK;
        while (lanes != 0) {
            units += lanes & MAX_UNITS;
            lanes >>= LANE_BITS;
        }
    }

    /// @notice Adds to the newest lane of an advanced word, unless that would exceed the cap.
    /// @dev `capUnits <= MAX_UNITS` is the caller's to check; then the lane cannot overflow.
    function charge(uint256 word, uint256 units, uint256 capUnits)
        internal
        pure
        returns (bool within, uint256 charged)
    {
        within = units <= capUnits && spent(word) <= capUnits - units;
        charged = within ? word + (units << TAIL_BITS) : word;
    }

    /// @notice Whole units that cover `amount`: spending is rounded up.
    function unitsUp(uint256 amount, uint256 unit) internal pure returns (uint256) {
        return amount / unit + (amount % unit == 0 ? 0 : 1);
    }

    /// @notice Whether a cap can be counted in units of 10^exponent: at least one, at most MAX_UNITS.
    function isCap(uint256 cap, uint256 exponent) internal pure returns (bool) {
        if (exponent > 30) return false;
        uint256 units = cap / 10 ** exponent;
        return units != 0 && units <= MAX_UNITS;
    }

    /// @notice Whole units within `amount`: caps are rounded down.
    function unitsDown(uint256 amount, uint256 unit) internal pure returns (uint256) {
        return amount / unit;
    }
}
