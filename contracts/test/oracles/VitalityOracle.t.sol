// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IGuardianOracle} from "../../src/interfaces/IGuardianOracle.sol";
import {IVitalityOracle} from "../../src/interfaces/IVitalityOracle.sol";
import {OracleWorld} from "../base/OracleWorld.sol";

contract VitalityOracleTest is OracleWorld {
    function setUp() public override {
        super.setUp();
        vm.prank(guardian);
        vitality.register(GOLEM, session);
    }

    function _report(uint8 phase, uint16 score) private {
        vm.prank(session);
        vitality.report(guardian, GOLEM, phase, score);
    }

    function test_getPhase_success_bornThriving() public view {
        (bool registered, uint8 phase) = vitality.getPhase(guardian, GOLEM);
        (uint256 phasePlusOne, uint256 score, uint256 reportedAt) = vitality.getVitality(guardian, GOLEM);

        assertTrue(registered);
        assertEq(phase, 0);
        assertEq(phasePlusOne, 1);
        assertEq(score, 10_000);
        assertEq(reportedAt, START);
    }

    function test_getPhase_success_unregisteredIsNotThriving() public view {
        (bool registered,) = vitality.getPhase(guardian, keccak256("unborn"));
        (uint256 phasePlusOne,,) = vitality.getVitality(guardian, keccak256("unborn"));

        assertFalse(registered);
        assertEq(phasePlusOne, 0);
    }

    function testFuzz_report_success_worsensOrStays(uint8 first, uint8 second, uint16 score) public {
        first = uint8(bound(first, 0, 4));
        second = uint8(bound(second, first, 4));
        score = uint16(bound(score, 0, 10_000));
        _report(first, 1);
        vm.warp(START + 5 minutes);

        vm.expectEmit(address(vitality));
        emit IVitalityOracle.PhaseReported(guardian, GOLEM, second, score);
        _report(second, score);

        (, uint8 phase) = vitality.getPhase(guardian, GOLEM);
        (, uint256 stored, uint256 reportedAt) = vitality.getVitality(guardian, GOLEM);
        assertEq(phase, second);
        assertEq(stored, score);
        assertEq(reportedAt, START + 5 minutes);
    }

    function testFuzz_report_revert_better(uint8 first, uint8 second) public {
        first = uint8(bound(first, 1, 4));
        second = uint8(bound(second, 0, first - 1));
        _report(first, 1);

        vm.expectRevert(abi.encodeWithSelector(IVitalityOracle.PhaseNotWorse.selector, first, second));
        _report(second, 1);
    }

    function test_report_revert_outOfRange() public {
        vm.expectRevert(abi.encodeWithSelector(IVitalityOracle.PhaseOutOfRange.selector, 5));
        _report(5, 1);
        vm.expectRevert(abi.encodeWithSelector(IVitalityOracle.ScoreOutOfRange.selector, 10_001));
        _report(1, 10_001);
    }

    function testFuzz_report_revert_notTheReporter(address caller) public {
        vm.assume(caller != session);
        vm.prank(caller);
        vm.expectRevert(abi.encodeWithSelector(IGuardianOracle.NotReporter.selector, caller, session));
        vitality.report(guardian, GOLEM, 4, 0);
    }

    function test_report_revert_unregistered() public {
        vm.expectRevert(abi.encodeWithSelector(IGuardianOracle.NotRegistered.selector, stranger, GOLEM));
        vitality.report(stranger, GOLEM, 4, 0);
    }

    function testFuzz_heal_success_betterOrRenewed(uint8 from, uint8 to) public {
        from = uint8(bound(from, 0, 3));
        to = uint8(bound(to, 0, from));
        _report(from, 1);
        vm.warp(START + 1 days);

        vm.expectEmit(address(vitality));
        emit IVitalityOracle.Healed(guardian, GOLEM, to, 9_000);
        vm.prank(guardian);
        vitality.heal(GOLEM, to, 9_000);

        (uint256 phasePlusOne, uint256 score, uint256 reportedAt) = vitality.getVitality(guardian, GOLEM);
        assertEq(phasePlusOne, uint256(to) + 1);
        assertEq(score, 9_000);
        assertEq(reportedAt, START + 1 days);
    }

    function test_heal_revert_worse() public {
        _report(1, 1);

        vm.prank(guardian);
        vm.expectRevert(abi.encodeWithSelector(IVitalityOracle.PhaseNotBetter.selector, 1, 2));
        vitality.heal(GOLEM, 2, 1);
    }

    function testFuzz_heal_revert_theDead(uint8 phase) public {
        _report(4, 0);

        vm.prank(guardian);
        vm.expectRevert(abi.encodeWithSelector(IVitalityOracle.TerminalIsFinal.selector, guardian, GOLEM));
        vitality.heal(GOLEM, phase, 1);
    }

    /// @dev The reporter's key cannot heal: its word as guardian is about another record.
    function test_heal_revert_theReporter() public {
        _report(3, 0);

        vm.prank(session);
        vm.expectRevert(abi.encodeWithSelector(IGuardianOracle.NotRegistered.selector, session, GOLEM));
        vitality.heal(GOLEM, 0, 1);
    }

    function test_healFor_success_onceByTheGuardiansSignature() public {
        _report(3, 100);
        bytes memory head = abi.encode(
            keccak256(
                "Heal(address guardian,bytes32 golemId,uint8 phase,uint16 score,uint256 nonce,uint256 deadline)"
            ),
            guardian,
            GOLEM,
            uint8(1),
            uint16(8_000)
        );
        bytes memory signature = _message(vitality, head, 1, guardianKey);
        bytes memory refusal = abi.encodeWithSelector(IGuardianOracle.InvalidSignature.selector, guardian);

        vm.expectRevert(refusal);
        vitality.healFor(guardian, GOLEM, 0, 8_000, DEADLINE, signature);
        vm.expectRevert(refusal);
        vitality.healFor(guardian, GOLEM, 1, 8_001, DEADLINE, signature);
        vm.prank(stranger);
        vitality.healFor(guardian, GOLEM, 1, 8_000, DEADLINE, signature);

        (, uint8 phase) = vitality.getPhase(guardian, GOLEM);
        assertEq(phase, 1);
        _report(3, 100);
        vm.expectRevert(refusal);
        vitality.healFor(guardian, GOLEM, 1, 8_000, DEADLINE, signature);
    }
}
