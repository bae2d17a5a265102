// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IGolemPolicyEnforcer, PolicyTerms} from "../../src/interfaces/IGolemPolicyEnforcer.sol";
import {Lease} from "../base/Lease.sol";

/// @notice Generations and epochs.
contract PolicyEndingsTest is Lease {
    uint32 private constant ENDED = type(uint32).max;

    function _generation(uint256 generation) private view returns (PolicyTerms memory p) {
        p = _policy();
        p.generation = generation;
    }

    function test_beforeHook_revert_olderAfterNewerWasUsed() public {
        _hook(_generation(1), _pay(payee, 1), session);
        _hook(_generation(3), _pay(payee, 1), session);

        vm.expectRevert("GolemPolicyEnforcer:superseded");
        _hook(_generation(2), _pay(payee, 1), session);
        _hook(_generation(3), _pay(payee, 1), session);
    }

    /// @dev The floor is the budget's, not the generation's of a refused attempt.
    function test_beforeHook_success_aRefusedPullRaisesNothing() public {
        vm.expectRevert("GolemPolicyEnforcer:cap-exceeded");
        _hook(_generation(9), _pay(payee, CAP + 1), session);

        _hook(_generation(1), _pay(payee, 1), session);
    }

    function test_raise_success_byAnyoneWithTheGuardiansSignature() public {
        bytes memory signature = _raiseSignature(1, 2);
        vm.expectEmit(address(policyEnforcer));
        emit IGolemPolicyEnforcer.Raised(address(manager), guardian, 1, 2);
        vm.prank(stranger);
        policyEnforcer.raise(address(manager), guardian, 1, 2, signature);

        vm.expectRevert("GolemPolicyEnforcer:superseded");
        _hook(_generation(1), _pay(payee, 1), session);
        _hook(_generation(2), _pay(payee, 1), session);
    }

    function test_raise_success_keepsWhatWasSpentAndOfWhat() public {
        _hook(_generation(1), _pay(payee, 6e6), session);

        _raise(1, 5);

        (uint32 generation, bool ended, uint256 units,) =
            policyEnforcer.getBudget(address(manager), guardian, 1);
        assertEq(generation, 5);
        assertFalse(ended);
        assertEq(units, 6e6);
        PolicyTerms memory p = _generation(5);
        p.unitExponent = 2;
        vm.expectRevert("GolemPolicyEnforcer:asset-changed");
        _hook(p, _pay(payee, 1), session);
    }

    function test_raise_success_theMaximumEndsForEver() public {
        _raise(1, ENDED);

        (, bool ended,,) = policyEnforcer.getBudget(address(manager), guardian, 1);
        assertTrue(ended);
        vm.expectRevert("GolemPolicyEnforcer:superseded");
        _hook(_generation(ENDED - 1), _pay(payee, 1), session);
    }

    function testFuzz_raise_revert_notHigher(uint32 first, uint32 second) public {
        first = uint32(bound(first, 1, ENDED));
        second = uint32(bound(second, 0, first));
        _raise(1, first);
        bytes memory signature = _raiseSignature(1, second);

        vm.expectRevert("GolemPolicyEnforcer:generation-not-higher");
        policyEnforcer.raise(address(manager), guardian, 1, second, signature);
    }

    function test_raise_revert_signatureOfAnybodyElse() public {
        bytes memory signature = _raiseSignature(1, 2);

        vm.expectRevert("GolemPolicyEnforcer:invalid-signature");
        policyEnforcer.raise(address(manager), session, 1, 2, signature);
        vm.expectRevert("GolemPolicyEnforcer:invalid-signature");
        policyEnforcer.raise(stranger, guardian, 1, 2, signature);
        vm.expectRevert("GolemPolicyEnforcer:invalid-signature");
        policyEnforcer.raise(address(manager), guardian, 2, 2, signature);
        vm.expectRevert("GolemPolicyEnforcer:invalid-signature");
        policyEnforcer.raise(address(manager), guardian, 1, 3, signature);
        vm.chainId(block.chainid + 1);
        vm.expectRevert("GolemPolicyEnforcer:invalid-signature");
        policyEnforcer.raise(address(manager), guardian, 1, 2, signature);
    }

    function test_raise_success_otherBudgetsLive() public {
        _raise(1, ENDED);
        PolicyTerms memory p = _generation(1);
        p.budgetId = 2;

        _hook(p, _pay(payee, 1), session);
    }

    /// @dev A Hybrid account is a guardian too; it signs by ERC-1271.
    function test_raise_success_byAContractGuardian() public {
        address account = _hybrid(owner);
        bytes32 structHash = keccak256(
            abi.encode(
                keccak256("Raise(address manager,address guardian,uint64 budgetId,uint32 generation)"),
                manager,
                account,
                uint64(1),
                ENDED
            )
        );
        bytes memory signature = _bardoSignature(address(policyEnforcer), structHash, ownerKey);

        policyEnforcer.raise(address(manager), account, 1, ENDED, signature);

        (, bool ended,,) = policyEnforcer.getBudget(address(manager), account, 1);
        assertTrue(ended);
    }

    function test_endAllLeases_success_endsOldOnesOnly() public {
        vm.expectEmit(address(policyEnforcer));
        emit IGolemPolicyEnforcer.EpochEnded(owner, 1);
        vm.prank(owner);
        policyEnforcer.endAllLeases();

        vm.expectRevert("GolemPolicyEnforcer:epoch-ended");
        _hook(_policy(), _pay(payee, 1), session);
        PolicyTerms memory p = _policy();
        p.epoch = 1;
        _hook(p, _pay(payee, 1), session);
        assertEq(policyEnforcer.epochs(owner), 1);
    }

    /// @dev A lease signed for an epoch that has not begun is not valid early.
    function test_beforeHook_revert_futureEpoch() public {
        PolicyTerms memory p = _policy();
        p.epoch = 1;

        vm.expectRevert("GolemPolicyEnforcer:epoch-ended");
        _hook(p, _pay(payee, 1), session);
    }

    function testFuzz_endAllLeases_success_strangersEndOnlyTheirOwn(address other) public {
        vm.assume(other != owner);
        vm.prank(other);
        policyEnforcer.endAllLeases();

        _hook(_policy(), _pay(payee, 1), session);
    }
}
