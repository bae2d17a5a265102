// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IGuardianOracle} from "../../src/interfaces/IGuardianOracle.sol";
import {OracleWorld} from "../base/OracleWorld.sol";

/// @notice What the three oracles share; every test runs on each of them.
contract GuardianOracleTest is OracleWorld {
    modifier onEach(uint256 which) {
        oracle = [IGuardianOracle(vitality), dreams, daimon][which % 3];
        _;
    }

    IGuardianOracle private oracle;

    function testFuzz_register_success_onceByTheGuardian(uint256 which) public onEach(which) {
        vm.expectEmit(address(oracle));
        emit IGuardianOracle.Registered(guardian, GOLEM, session);
        vm.prank(guardian);
        oracle.register(GOLEM, session);

        (address reporter, uint256 nonce, uint256 reportedAt) = oracle.recordOf(guardian, GOLEM);
        assertEq(reporter, session);
        assertEq(nonce, 1);
        assertEq(reportedAt, START);
    }

    /// @dev Registering again would wash away a bad phase.
    function testFuzz_register_revert_twice(uint256 which) public onEach(which) {
        vm.startPrank(guardian);
        oracle.register(GOLEM, session);

        vm.expectRevert(abi.encodeWithSelector(IGuardianOracle.AlreadyRegistered.selector, guardian, GOLEM));
        oracle.register(GOLEM, child);
    }

    function testFuzz_register_revert_zeroReporter(uint256 which) public onEach(which) {
        vm.expectRevert(IGuardianOracle.ZeroReporter.selector);
        oracle.register(GOLEM, address(0));
    }

    function testFuzz_registerFor_success_relayedByAnyone(uint256 which) public onEach(which) {
        bytes memory signature = _message(oracle, _registerHead(guardian, session), 0, guardianKey);

        vm.prank(stranger);
        oracle.registerFor(guardian, GOLEM, session, DEADLINE, signature);

        (address reporter, uint256 nonce,) = oracle.recordOf(guardian, GOLEM);
        assertEq(reporter, session);
        assertEq(nonce, 1);
    }

    function testFuzz_registerFor_success_byAnAccountContract(uint256 which) public onEach(which) {
        address account = _hybrid(owner);
        bytes memory signature = _message(oracle, _registerHead(account, session), 0, ownerKey);

        oracle.registerFor(account, GOLEM, session, DEADLINE, signature);

        (address reporter,,) = oracle.recordOf(account, GOLEM);
        assertEq(reporter, session);
    }

    function testFuzz_registerFor_revert_anythingElseThanSigned(uint256 which) public onEach(which) {
        bytes memory signature = _message(oracle, _registerHead(guardian, session), 0, guardianKey);
        bytes memory refusal = abi.encodeWithSelector(IGuardianOracle.InvalidSignature.selector, guardian);

        vm.expectRevert(refusal);
        oracle.registerFor(guardian, keccak256("other"), session, DEADLINE, signature);
        vm.expectRevert(refusal);
        oracle.registerFor(guardian, GOLEM, stranger, DEADLINE, signature);
        vm.expectRevert(refusal);
        oracle.registerFor(guardian, GOLEM, session, DEADLINE + 1, signature);
        vm.expectRevert(refusal);
        oracle.registerFor(guardian, GOLEM, session, DEADLINE, "");
        vm.expectRevert(abi.encodeWithSelector(IGuardianOracle.InvalidSignature.selector, stranger));
        oracle.registerFor(stranger, GOLEM, session, DEADLINE, signature);
    }

    function testFuzz_registerFor_revert_afterTheDeadline(uint256 which) public onEach(which) {
        bytes memory signature = _message(oracle, _registerHead(guardian, session), 0, guardianKey);
        vm.warp(DEADLINE + 1);

        vm.expectRevert(abi.encodeWithSelector(IGuardianOracle.SignatureExpired.selector, DEADLINE));
        oracle.registerFor(guardian, GOLEM, session, DEADLINE, signature);

        vm.warp(DEADLINE);
        oracle.registerFor(guardian, GOLEM, session, DEADLINE, signature);
    }

    /// @dev The same words to one oracle mean nothing to another.
    function test_registerFor_revert_signatureForAnotherOracle() public {
        bytes memory signature = _message(dreams, _registerHead(guardian, session), 0, guardianKey);

        vm.expectRevert(abi.encodeWithSelector(IGuardianOracle.InvalidSignature.selector, guardian));
        vitality.registerFor(guardian, GOLEM, session, DEADLINE, signature);
    }

    function testFuzz_setReporter_success_keepsStateAndAge(uint256 which) public onEach(which) {
        vm.startPrank(guardian);
        oracle.register(GOLEM, session);
        vm.warp(START + 1 days);
        vm.expectEmit(address(oracle));
        emit IGuardianOracle.ReporterChanged(guardian, GOLEM, child);
        oracle.setReporter(GOLEM, child);

        (address reporter,, uint256 reportedAt) = oracle.recordOf(guardian, GOLEM);
        assertEq(reporter, child);
        assertEq(reportedAt, START);
    }

    function testFuzz_setReporter_revert_unregisteredOrZero(uint256 which) public onEach(which) {
        vm.startPrank(guardian);
        vm.expectRevert(abi.encodeWithSelector(IGuardianOracle.NotRegistered.selector, guardian, GOLEM));
        oracle.setReporter(GOLEM, child);

        oracle.register(GOLEM, session);
        vm.expectRevert(IGuardianOracle.ZeroReporter.selector);
        oracle.setReporter(GOLEM, address(0));
    }

    function testFuzz_setReporterFor_success_andNeverAgain(uint256 which) public onEach(which) {
        vm.prank(guardian);
        oracle.register(GOLEM, session);
        bytes memory signature = _message(oracle, _setReporterHead(guardian, child), 1, guardianKey);
        oracle.setReporterFor(guardian, GOLEM, child, DEADLINE, signature);
        vm.prank(guardian);
        oracle.setReporter(GOLEM, session);

        vm.expectRevert(abi.encodeWithSelector(IGuardianOracle.InvalidSignature.selector, guardian));
        oracle.setReporterFor(guardian, GOLEM, child, DEADLINE, signature);
        (address reporter,,) = oracle.recordOf(guardian, GOLEM);
        assertEq(reporter, session);
    }

    function testFuzz_recordOf_success_strangersTouchOnlyTheirOwn(uint256 which, address other)
        public
        onEach(which)
    {
        vm.assume(other != guardian);
        vm.prank(other);
        oracle.register(GOLEM, session);

        (address reporter,, uint256 reportedAt) = oracle.recordOf(guardian, GOLEM);
        assertEq(reporter, address(0));
        assertEq(reportedAt, 0);
    }
}
