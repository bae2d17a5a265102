// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IGuardianOracle} from "../../src/interfaces/IGuardianOracle.sol";
import {IVitalityOracle} from "../../src/interfaces/IVitalityOracle.sol";
import {OracleWorld} from "../base/OracleWorld.sol";

/// @notice Messages to the oracles: late, twice, twisted, misdirected.
contract WordsTest is OracleWorld {
    function _heal(uint256 nonce) private view returns (bytes memory) {
        return _message(
            vitality,
            abi.encode(
                keccak256(
                    "Heal(address guardian,bytes32 golemId,uint8 phase,uint16 score,uint256 nonce,uint256 deadline)"
                ),
                guardian,
                GOLEM,
                uint8(0),
                uint16(1)
            ),
            nonce,
            guardianKey
        );
    }

    /// @dev A relay keeps a message back, the guardian acts by transaction, the relay comes too late.
    function test_attack_aWithheldMessageUndoesTheGuardian() public {
        vm.prank(guardian);
        vitality.register(GOLEM, session);
        (, uint256 nonce,) = vitality.recordOf(guardian, GOLEM);
        bytes memory withheld = _message(vitality, _setReporterHead(guardian, stranger), nonce, guardianKey);
        vm.prank(guardian);
        vitality.setReporter(GOLEM, child);

        vm.expectRevert(abi.encodeWithSelector(IGuardianOracle.InvalidSignature.selector, guardian));
        vitality.setReporterFor(guardian, GOLEM, stranger, DEADLINE, withheld);
    }

    /// @dev Whatever is done first, the other messages of that moment are void.
    function test_attack_oneNonceForSeveralActs() public {
        bytes memory register = _message(vitality, _registerHead(guardian, session), 0, guardianKey);
        vitality.registerFor(guardian, GOLEM, session, DEADLINE, register);
        vm.expectRevert(abi.encodeWithSelector(IGuardianOracle.InvalidSignature.selector, guardian));
        vitality.setReporterFor(guardian, GOLEM, session, DEADLINE, register);
        bytes memory heal = _heal(1);
        bytes memory set = _message(vitality, _setReporterHead(guardian, child), 1, guardianKey);
        vitality.setReporterFor(guardian, GOLEM, child, DEADLINE, set);
        vm.expectRevert(abi.encodeWithSelector(IGuardianOracle.InvalidSignature.selector, guardian));
        vitality.healFor(guardian, GOLEM, 0, 1, DEADLINE, heal);
    }

    /// @dev Relayed after it, by a guardian who is the reporter too.
    function test_attack_healingSignedBeforeDeath() public {
        vm.prank(guardian);
        vitality.register(GOLEM, guardian);
        (, uint256 nonce,) = vitality.recordOf(guardian, GOLEM);
        bytes memory heal = _heal(nonce);
        vm.startPrank(guardian);
        vitality.report(guardian, GOLEM, 4, 0);
        vm.expectRevert(abi.encodeWithSelector(IVitalityOracle.TerminalIsFinal.selector, guardian, GOLEM));
        vitality.healFor(guardian, GOLEM, 0, 1, DEADLINE, heal);
        vm.expectRevert(abi.encodeWithSelector(IVitalityOracle.TerminalIsFinal.selector, guardian, GOLEM));
        vitality.heal(GOLEM, 4, 1);
    }

    /// @dev High `s`.
    function test_attack_theOtherSignatureOfTheSameMessage() public {
        bytes memory s = _message(vitality, _registerHead(guardian, session), 0, guardianKey);
        (bytes32 r, bytes32 sv, uint8 v) = (bytes32(0), bytes32(0), uint8(s[64]));
        assembly {
            r := mload(add(s, 32))
            sv := mload(add(s, 64))
        }
        uint256 n = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;
        bytes memory twin = abi.encodePacked(r, bytes32(n - uint256(sv)), v == 27 ? uint8(28) : uint8(27));
        vm.expectRevert(abi.encodeWithSelector(IGuardianOracle.InvalidSignature.selector, guardian));
        vitality.registerFor(guardian, GOLEM, session, DEADLINE, twin);
    }

    /// @dev The domain names the chain.
    function test_attack_aMessageForAnotherChain() public {
        bytes memory s = _message(vitality, _registerHead(guardian, session), 0, guardianKey);
        vm.chainId(10);
        vm.expectRevert(abi.encodeWithSelector(IGuardianOracle.InvalidSignature.selector, guardian));
        vitality.registerFor(guardian, GOLEM, session, DEADLINE, s);
    }

    /// @dev Records are the guardian's: nobody else opens or writes one.
    function test_attack_theSameGolemIdByAStranger() public {
        vm.prank(stranger);
        vitality.register(GOLEM, stranger);
        (bool registered,) = vitality.getPhase(guardian, GOLEM);
        assertFalse(registered);
        vm.prank(stranger);
        vm.expectRevert(abi.encodeWithSelector(IGuardianOracle.NotRegistered.selector, guardian, GOLEM));
        vitality.report(guardian, GOLEM, 4, 0);
    }
}
