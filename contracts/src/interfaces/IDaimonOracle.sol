// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IGuardianOracle} from "./IGuardianOracle.sol";

/// @title IDaimonOracle
/// @notice How a Golem feels: pleasure, arousal and dominance, each -100 to 100.
/// @dev Worse = less pleasure, more arousal, less dominance.
interface IDaimonOracle is IGuardianOracle {
    event MoodReported(
        address indexed guardian, bytes32 indexed golemId, int8 pleasure, int8 arousal, int8 dominance
    );

    /// @notice The guardian's word, where it improved or renewed the record.
    event Soothed(
        address indexed guardian, bytes32 indexed golemId, int8 pleasure, int8 arousal, int8 dominance
    );

    error MoodOutOfRange(int8 pleasure, int8 arousal, int8 dominance);
    error MoodNotWorse(int8 pleasure, int8 arousal, int8 dominance);
    error MoodNotBetter(int8 pleasure, int8 arousal, int8 dominance);

    /// @notice The reporter's heartbeat; no coordinate may improve.
    function report(address guardian, bytes32 golemId, int8 pleasure, int8 arousal, int8 dominance) external;

    /// @notice The caller, as guardian, improves or renews the mood; no coordinate may worsen.
    function soothe(bytes32 golemId, int8 pleasure, int8 arousal, int8 dominance) external;

    /// @notice Same, by the guardian's signature over
    /// `Soothe(address guardian,bytes32 golemId,int8 pleasure,int8 arousal,int8 dominance,uint256 nonce,uint256 deadline)`.
    function sootheFor(
        address guardian,
        bytes32 golemId,
        int8 pleasure,
        int8 arousal,
        int8 dominance,
        uint256 deadline,
        bytes calldata signature
    ) external;

    /// @return registered False means: deny everything.
    function getMood(address guardian, bytes32 golemId)
        external
        view
        returns (bool registered, int8 pleasure, int8 arousal, int8 dominance, uint256 reportedAt);
}
