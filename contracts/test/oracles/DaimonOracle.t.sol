// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IDaimonOracle} from "../../src/interfaces/IDaimonOracle.sol";
import {IGuardianOracle} from "../../src/interfaces/IGuardianOracle.sol";
import {OracleWorld} from "../base/OracleWorld.sol";

contract DaimonOracleTest is OracleWorld {
    function setUp() public override {
        super.setUp();
        vm.prank(guardian);
        daimon.register(GOLEM, session);
    }

    function _report(int8 p, int8 a, int8 d) private {
        vm.prank(session);
        daimon.report(guardian, GOLEM, p, a, d);
    }

    function _assertMood(int8 p, int8 a, int8 d) private view {
        (bool registered, int8 pleasure, int8 arousal, int8 dominance, uint256 reportedAt) =
            daimon.getMood(guardian, GOLEM);
        assertTrue(registered);
        assertEq(pleasure, p);
        assertEq(arousal, a);
        assertEq(dominance, d);
        assertEq(reportedAt, block.timestamp);
    }

    function test_getMood_success_bornAtEase() public view {
        _assertMood(100, -100, 100);
    }

    function test_getMood_success_unregistered() public view {
        (bool registered, int8 p, int8 a, int8 d, uint256 reportedAt) = daimon.getMood(stranger, GOLEM);

        assertFalse(registered);
        assertEq(p, 0);
        assertEq(a, 0);
        assertEq(d, 0);
        assertEq(reportedAt, 0);
    }

    function testFuzz_report_success_anyMoodInRange(int8 p, int8 a, int8 d) public {
        p = int8(bound(p, -100, 100));
        a = int8(bound(a, -100, 100));
        d = int8(bound(d, -100, 100));
        vm.warp(START + 1 hours);

        vm.expectEmit(address(daimon));
        emit IDaimonOracle.MoodReported(guardian, GOLEM, p, a, d);
        _report(p, a, d);

        _assertMood(p, a, d);
    }

    function test_report_revert_outOfRange() public {
        vm.expectRevert(abi.encodeWithSelector(IDaimonOracle.MoodOutOfRange.selector, -101, 0, 0));
        _report(-101, 0, 0);
        vm.expectRevert(abi.encodeWithSelector(IDaimonOracle.MoodOutOfRange.selector, 0, 101, 0));
        _report(0, 101, 0);
        vm.expectRevert(abi.encodeWithSelector(IDaimonOracle.MoodOutOfRange.selector, 0, 0, -101));
        _report(0, 0, -101);
    }

    function test_report_revert_anyCoordinateBetter() public {
        _report(10, 10, 10);

        vm.expectRevert(abi.encodeWithSelector(IDaimonOracle.MoodNotWorse.selector, 11, 10, 10));
        _report(11, 10, 10);
        vm.expectRevert(abi.encodeWithSelector(IDaimonOracle.MoodNotWorse.selector, 10, 9, 10));
        _report(10, 9, 10);
        vm.expectRevert(abi.encodeWithSelector(IDaimonOracle.MoodNotWorse.selector, 10, 10, 11));
        _report(10, 10, 11);
        _report(10, 10, 10);
    }

    function testFuzz_report_revert_notTheReporter(address caller) public {
        vm.assume(caller != session);
        vm.prank(caller);
        vm.expectRevert(abi.encodeWithSelector(IGuardianOracle.NotReporter.selector, caller, session));
        daimon.report(guardian, GOLEM, 0, 0, 0);
    }

    function test_soothe_success_byTheGuardian() public {
        _report(-90, 90, -90);
        vm.warp(START + 1 hours);

        vm.expectEmit(address(daimon));
        emit IDaimonOracle.Soothed(guardian, GOLEM, 20, -5, 0);
        vm.prank(guardian);
        daimon.soothe(GOLEM, 20, -5, 0);

        _assertMood(20, -5, 0);
    }

    function test_soothe_revert_anyCoordinateWorseOrOutOfRange() public {
        _report(0, 0, 0);

        vm.startPrank(guardian);
        vm.expectRevert(abi.encodeWithSelector(IDaimonOracle.MoodNotBetter.selector, -1, 0, 0));
        daimon.soothe(GOLEM, -1, 0, 0);
        vm.expectRevert(abi.encodeWithSelector(IDaimonOracle.MoodNotBetter.selector, 0, 1, 0));
        daimon.soothe(GOLEM, 0, 1, 0);
        vm.expectRevert(abi.encodeWithSelector(IDaimonOracle.MoodNotBetter.selector, 0, 0, -1));
        daimon.soothe(GOLEM, 0, 0, -1);
        vm.expectRevert(abi.encodeWithSelector(IDaimonOracle.MoodOutOfRange.selector, 101, -101, 101));
        daimon.soothe(GOLEM, 101, -101, 101);
        daimon.soothe(GOLEM, 0, 0, 0);
    }

    function test_soothe_revert_theReporter() public {
        vm.prank(session);
        vm.expectRevert(abi.encodeWithSelector(IGuardianOracle.NotRegistered.selector, session, GOLEM));
        daimon.soothe(GOLEM, 0, 0, 0);
    }

    function test_sootheFor_success_onceByTheGuardiansSignature() public {
        _report(-90, 90, -90);
        bytes memory head = abi.encode(
            keccak256(
                "Soothe(address guardian,bytes32 golemId,int8 pleasure,int8 arousal,int8 dominance,uint256 nonce,uint256 deadline)"
            ),
            guardian,
            GOLEM,
            int8(1),
            int8(-2),
            int8(3)
        );
        bytes memory signature = _message(daimon, head, 1, guardianKey);
        bytes memory refusal = abi.encodeWithSelector(IGuardianOracle.InvalidSignature.selector, guardian);

        vm.expectRevert(refusal);
        daimon.sootheFor(guardian, GOLEM, 1, -3, 3, DEADLINE, signature);
        vm.prank(stranger);
        daimon.sootheFor(guardian, GOLEM, 1, -2, 3, DEADLINE, signature);
        _assertMood(1, -2, 3);
        vm.expectRevert(refusal);
        daimon.sootheFor(guardian, GOLEM, 1, -2, 3, DEADLINE, signature);
    }
}
