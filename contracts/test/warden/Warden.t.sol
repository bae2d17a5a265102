// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IWarden} from "../../src/interfaces/IWarden.sol";
import {World} from "../base/World.sol";

contract WardenTest is World {
    bytes32 private constant ACTION = keccak256("action");

    function _announce(uint256 delay) private {
        vm.prank(session);
        warden.announce(ACTION, delay);
    }

    function _execute() private {
        vm.prank(session);
        warden.execute(ACTION);
    }

    function testFuzz_announce_success_storedPerSender(uint256 delay) public {
        delay = bound(delay, 0, 30 days);
        vm.expectEmit(address(warden));
        emit IWarden.Announced(session, ACTION, delay, START + delay);
        _announce(delay);

        (uint256 readyAt, uint256 stored, bool committed) = warden.announcementOf(session, ACTION);
        assertEq(readyAt, START + delay);
        assertEq(stored, delay);
        assertFalse(committed);
        (readyAt,,) = warden.announcementOf(stranger, ACTION);
        assertEq(readyAt, 0);
    }

    /// @dev Announcing again could shorten the delay behind a reader's back.
    function test_announce_revert_twice() public {
        _announce(1 hours);

        vm.expectRevert(abi.encodeWithSelector(IWarden.AlreadyAnnounced.selector, ACTION));
        _announce(0);
    }

    function testFuzz_announce_revert_longerThanThirtyDays(uint256 delay) public {
        delay = bound(delay, 30 days + 1, type(uint256).max);

        vm.expectRevert(abi.encodeWithSelector(IWarden.DelayTooLong.selector, delay));
        _announce(delay);
    }

    function test_execute_success_onceTheDelayElapsed() public {
        _announce(1 hours);
        vm.warp(START + 1 hours - 1);
        vm.expectRevert(abi.encodeWithSelector(IWarden.NotReady.selector, START + 1 hours));
        _execute();

        vm.warp(START + 1 hours);
        vm.expectEmit(address(warden));
        emit IWarden.Committed(session, ACTION);
        _execute();

        (,, bool committed) = warden.announcementOf(session, ACTION);
        assertTrue(committed);
        vm.expectRevert(abi.encodeWithSelector(IWarden.AlreadyCommitted.selector, ACTION));
        _execute();
    }

    function test_execute_revert_notAnnouncedByTheCaller() public {
        vm.prank(stranger);
        warden.announce(ACTION, 0);

        vm.expectRevert(abi.encodeWithSelector(IWarden.NotAnnounced.selector, ACTION));
        _execute();
    }

    function test_cancel_success_isFinalForTheAnnouncer() public {
        _announce(0);
        vm.expectEmit(address(warden));
        emit IWarden.Cancelled(session, ACTION);
        vm.prank(session);
        warden.cancel(ACTION);

        assertTrue(warden.isCancelled(session, ACTION));
        vm.expectRevert(abi.encodeWithSelector(IWarden.IsCancelled.selector, ACTION));
        _execute();
        vm.prank(session);
        vm.expectRevert(abi.encodeWithSelector(IWarden.IsCancelled.selector, ACTION));
        warden.cancel(ACTION);
    }

    /// @dev A stranger's veto is stored, and counts only where terms name the stranger.
    function test_cancel_success_strangersDoNotStopTheCommitment() public {
        _announce(0);
        vm.prank(stranger);
        warden.cancel(ACTION);

        _execute();
    }

    function testFuzz_hashAction_success_coversEverything(
        bytes32 link,
        bytes calldata execution,
        uint256 nonce
    ) public {
        bytes32 action = warden.hashAction(address(manager), link, execution, nonce);

        assertEq(action, keccak256(abi.encode(block.chainid, manager, link, keccak256(execution), nonce)));
        vm.chainId(block.chainid + 1);
        assertNotEq(action, warden.hashAction(address(manager), link, execution, nonce));
    }
}
