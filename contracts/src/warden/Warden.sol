// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IWarden} from "../interfaces/IWarden.sol";

/// @title Warden
/// @notice The waiting room before an irreversible action. Holds no money and no power of its own.
contract Warden is IWarden {
    struct Announcement {
        uint64 readyAt;
        uint64 delay;
        bool committed;
    }

    uint256 private constant LONGEST = 30 days;

    /// @inheritdoc IWarden
    mapping(address announcer => mapping(bytes32 actionHash => Announcement)) public announcementOf;

    /// @inheritdoc IWarden
    mapping(address by => mapping(bytes32 actionHash => bool)) public isCancelled;

    /// @inheritdoc IWarden
    function announce(bytes32 actionHash, uint256 delay) external {
        Announcement storage announcement = announcementOf[msg.sender][actionHash];
        // Announcing twice could shorten the delay behind a reader's back.
        require(announcement.readyAt == 0, AlreadyAnnounced(actionHash));
        require(delay <= LONGEST, DelayTooLong(delay));
        uint256 readyAt = block.timestamp + delay;
        (announcement.readyAt, announcement.delay) = (uint64(readyAt), uint64(delay));
        emit Announced(msg.sender, actionHash, delay, readyAt);
    }

    /// @inheritdoc IWarden
    function execute(bytes32 actionHash) external {
        Announcement storage announcement = announcementOf[msg.sender][actionHash];
        require(announcement.readyAt != 0, NotAnnounced(actionHash));
        require(!announcement.committed, AlreadyCommitted(actionHash));
        require(!isCancelled[msg.sender][actionHash], IsCancelled(actionHash));
        require(block.timestamp >= announcement.readyAt, NotReady(announcement.readyAt));
        announcement.committed = true;
        emit Committed(msg.sender, actionHash);
    }

    /// @inheritdoc IWarden
    function cancel(bytes32 actionHash) external {
        require(!isCancelled[msg.sender][actionHash], IsCancelled(actionHash));
        isCancelled[msg.sender][actionHash] = true;
        emit Cancelled(msg.sender, actionHash);
    }

    /// @inheritdoc IWarden
    function hashAction(address manager, bytes32 delegationHash, bytes calldata execution, uint256 nonce)
        external
        view
        returns (bytes32)
    {
        return keccak256(abi.encode(block.chainid, manager, delegationHash, keccak256(execution), nonce));
    }
}
