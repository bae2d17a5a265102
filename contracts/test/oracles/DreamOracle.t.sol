// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IDreamOracle} from "../../src/interfaces/IDreamOracle.sol";
import {IGuardianOracle} from "../../src/interfaces/IGuardianOracle.sol";
import {OracleWorld} from "../base/OracleWorld.sol";

contract DreamOracleTest is OracleWorld {
    function setUp() public override {
        super.setUp();
        vm.prank(guardian);
        dreams.register(GOLEM, session);
    }

    function _dream(uint256 duration) private {
        vm.prank(session);
        dreams.dream(guardian, GOLEM, duration);
    }

    function _isDreaming() private view returns (bool dreaming) {
        (, dreaming,) = dreams.getDream(guardian, GOLEM);
    }

    function test_getDream_success_bornAwake() public view {
        (bool registered, bool dreaming, uint256 until) = dreams.getDream(guardian, GOLEM);

        assertTrue(registered);
        assertFalse(dreaming);
        assertEq(until, START);
    }

    function test_getDream_success_unregistered() public view {
        (bool registered, bool dreaming, uint256 until) = dreams.getDream(stranger, GOLEM);

        assertFalse(registered);
        assertFalse(dreaming);
        assertEq(until, 0);
    }

    function testFuzz_dream_success_endsByItself(uint256 duration) public {
        duration = bound(duration, 1, 1 days);
        vm.expectEmit(address(dreams));
        emit IDreamOracle.Dreaming(guardian, GOLEM, START + duration);
        _dream(duration);

        vm.warp(START + duration - 1);
        assertTrue(_isDreaming());
        vm.warp(START + duration);
        assertFalse(_isDreaming());
    }

    function test_dream_revert_longerThanADay() public {
        vm.expectRevert(abi.encodeWithSelector(IDreamOracle.DreamTooLong.selector, 1 days + 1));
        _dream(1 days + 1);
    }

    /// @dev The reporter may prolong a dream, never cut it short.
    function test_dream_revert_shorter() public {
        _dream(2 hours);
        vm.warp(START + 1 hours);

        vm.expectRevert(
            abi.encodeWithSelector(IDreamOracle.DreamNotLonger.selector, START + 2 hours, START + 2 hours - 1)
        );
        _dream(1 hours - 1);
        _dream(1 hours);
        _dream(1 days);
        assertTrue(_isDreaming());
    }

    function testFuzz_dream_revert_notTheReporter(address caller) public {
        vm.assume(caller != session);
        vm.prank(caller);
        vm.expectRevert(abi.encodeWithSelector(IGuardianOracle.NotReporter.selector, caller, session));
        dreams.dream(guardian, GOLEM, 1);
    }

    function test_wake_success_byTheGuardian() public {
        _dream(1 days);
        vm.expectEmit(address(dreams));
        emit IDreamOracle.Woken(guardian, GOLEM);
        vm.prank(guardian);
        dreams.wake(GOLEM);

        assertFalse(_isDreaming());
    }

    function test_wake_revert_byTheReporter() public {
        _dream(1 days);

        vm.prank(session);
        vm.expectRevert(abi.encodeWithSelector(IGuardianOracle.NotRegistered.selector, session, GOLEM));
        dreams.wake(GOLEM);
    }

    function test_wakeFor_success_once() public {
        bytes memory head = abi.encode(
            keccak256("Wake(address guardian,bytes32 golemId,uint256 nonce,uint256 deadline)"),
            guardian,
            GOLEM
        );
        bytes memory signature = _message(dreams, head, 1, guardianKey);
        _dream(1 days);
        vm.prank(stranger);
        dreams.wakeFor(guardian, GOLEM, DEADLINE, signature);
        assertFalse(_isDreaming());

        _dream(1 days);
        vm.expectRevert(abi.encodeWithSelector(IGuardianOracle.InvalidSignature.selector, guardian));
        dreams.wakeFor(guardian, GOLEM, DEADLINE, signature);
        assertTrue(_isDreaming());
    }
}
