// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @title IWarden
/// @notice Announce an action, wait, then commit to it or cancel it. Everything is stored per caller.
interface IWarden {
    /// @param readyAt First unix second at which the action may be committed.
    event Announced(address indexed announcer, bytes32 indexed actionHash, uint256 delay, uint256 readyAt);

    /// @notice The delay has passed and the announcer stands by the action.
    event Committed(address indexed announcer, bytes32 indexed actionHash);

    /// @notice The caller's word against an action; final.
    event Cancelled(address indexed by, bytes32 indexed actionHash);

    error AlreadyAnnounced(bytes32 actionHash);
    error NotAnnounced(bytes32 actionHash);
    error AlreadyCommitted(bytes32 actionHash);
    error IsCancelled(bytes32 actionHash);
    error DelayTooLong(uint256 delay);
    error NotReady(uint256 readyAt);

    /// @param actionHash See `hashAction`.
    /// @param delay Seconds to wait, at most 30 days.
    function announce(bytes32 actionHash, uint256 delay) external;

    /// @notice Commits the caller's announcement once its delay has passed. The money moves when the
    /// delegation is redeemed; the WardenEnforcer lets only a committed action through.
    function execute(bytes32 actionHash) external;

    /// @notice The announcer drops an action, or anybody stores a veto that counts where terms name them.
    function cancel(bytes32 actionHash) external;

    /// @return readyAt 0 when never announced.
    /// @return delay Seconds announced.
    /// @return committed Whether the announcer committed.
    function announcementOf(address announcer, bytes32 actionHash)
        external
        view
        returns (uint64 readyAt, uint64 delay, bool committed);

    function isCancelled(address by, bytes32 actionHash) external view returns (bool);

    /// @notice The hash of one execution under one delegation of one manager on this chain.
    /// @param nonce Chosen by the announcer; lets the same execution be announced again.
    function hashAction(address manager, bytes32 delegationHash, bytes calldata execution, uint256 nonce)
        external
        view
        returns (bytes32);
}
