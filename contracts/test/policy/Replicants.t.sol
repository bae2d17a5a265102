// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {PolicyTerms} from "../../src/interfaces/IGolemPolicyEnforcer.sol";
import {Lease} from "../base/Lease.sol";

/// @notice Redeemers that are not the session key, and the views that tell what is left.
contract PolicyReplicantsTest is Lease {
    function _available(PolicyTerms memory p, address redeemer) private view returns (uint256) {
        return policyEnforcer.getAvailable(_encode(p), address(manager), guardian, redeemer);
    }

    function test_beforeHook_revert_childrenAboveTheirPart() public {
        _hook(_policy(), _pay(payee, REPLICANT_CAP), child);

        vm.expectRevert("GolemPolicyEnforcer:replicant-cap-exceeded");
        _hook(_policy(), _pay(payee, 1), child);
        vm.expectRevert("GolemPolicyEnforcer:replicant-cap-exceeded");
        _hook(_policy(), _pay(payee, 1), stranger);
        _hook(_policy(), _pay(payee, CAP - REPLICANT_CAP), session);
    }

    function test_beforeHook_revert_childrenAboveTheWhole() public {
        _hook(_policy(), _pay(payee, CAP - 1), session);

        vm.expectRevert("GolemPolicyEnforcer:cap-exceeded");
        _hook(_policy(), _pay(payee, 2), child);
        _hook(_policy(), _pay(payee, 1), child);
    }

    function test_beforeHook_revert_noChildrenAllowed() public {
        PolicyTerms memory p = _policy();
        p.replicantCap = 0;

        vm.expectRevert("GolemPolicyEnforcer:replicant-cap-exceeded");
        _hook(p, _pay(payee, 1), child);
    }

    function test_beforeHook_success_theirPartShrinksWithThePhase() public {
        vm.prank(session);
        vitality.report(guardian, GOLEM, 2, 0);

        vm.expectRevert("GolemPolicyEnforcer:replicant-cap-exceeded");
        _hook(_policy(), _pay(payee, REPLICANT_CAP / 2 + 1), child);
        _hook(_policy(), _pay(payee, REPLICANT_CAP / 2), child);
    }

    function test_beforeHook_success_theirPartIsBackAfter28Hours() public {
        _hook(_policy(), _pay(payee, REPLICANT_CAP), child);
        vm.warp(START + 28 hours);

        _hook(_policy(), _pay(payee, REPLICANT_CAP), child);

        (,,, uint256 theirs) = policyEnforcer.getBudget(address(manager), guardian, 1);
        assertEq(theirs, REPLICANT_CAP);
    }

    function test_getAvailable_success_tellsWhatTheHookAllows() public {
        assertEq(_available(_policy(), session), CAP);
        assertEq(_available(_policy(), child), REPLICANT_CAP);

        _hook(_policy(), _pay(payee, 1.5e6), child);
        assertEq(_available(_policy(), session), CAP - 1.5e6);
        assertEq(_available(_policy(), child), 0.5e6);

        _hook(_policy(), _pay(payee, 8.2e6), session);
        assertEq(_available(_policy(), child), 0.3e6);

        PolicyTerms memory lower = _policy();
        lower.cap = 5e6;
        assertEq(_available(lower, session), 0);
    }

    function test_getAvailable_success_zeroWhenOver() public {
        PolicyTerms memory p = _policy();
        p.expiry = START;
        assertEq(_available(p, session), 0);

        p = _policy();
        p.epoch = 1;
        assertEq(_available(p, session), 0);

        p = _policy();
        p.golemId = keccak256("unborn");
        assertEq(_available(p, session), 0);

        p = _policy();
        _raise(1, 2);
        assertEq(_available(p, session), 0);

        p.generation = 2;
        p.maxAge = 1;
        vm.warp(START + 2);
        assertEq(_available(p, session), 0);
    }

    function test_getAvailable_success_zeroForAnotherAssetAndForTheDead() public {
        _hook(_policy(), _pay(payee, 1), session);
        PolicyTerms memory p = _policy();
        p.unitExponent = 1;
        assertEq(_available(p, session), 0);

        vm.prank(session);
        vitality.report(guardian, GOLEM, 4, 0);
        assertEq(_available(_policy(), session), 0);
    }

    /// @dev Whatever the view says can be spent, and one unit more cannot.
    function testFuzz_getAvailable_success_isExact(uint256 first, uint256 gap, uint8 phase, bool byChild)
        public
    {
        _hook(_policy(), _pay(payee, bound(first, 1, REPLICANT_CAP)), child);
        skip(bound(gap, 0, 40 hours));
        vm.prank(session);
        vitality.report(guardian, GOLEM, phase % 4, 0);
        address redeemer = byChild ? child : session;
        uint256 left = _available(_policy(), redeemer);

        vm.expectRevert();
        _hook(_policy(), _pay(payee, left + 1), redeemer);
        if (left > 0) _hook(_policy(), _pay(payee, left), redeemer);
        assertEq(_available(_policy(), redeemer), 0);
    }
}
