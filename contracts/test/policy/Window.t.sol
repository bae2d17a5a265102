// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {PolicyTerms} from "../../src/interfaces/IGolemPolicyEnforcer.sol";
import {Lease} from "../base/Lease.sol";

/// @notice The rolling cap and the ledger behind it.
contract PolicyWindowTest is Lease {
    function test_beforeHook_success_capIsBackAfter28Hours() public {
        _hook(_policy(), _pay(payee, CAP), session);

        vm.warp(START + 24 hours);
        vm.expectRevert("GolemPolicyEnforcer:cap-exceeded");
        _hook(_policy(), _pay(payee, 1), session);

        vm.warp(START + 28 hours);
        _hook(_policy(), _pay(payee, CAP), session);
    }

    /// @dev Twice the cap around midnight is what a calendar day would allow.
    function testFuzz_beforeHook_revert_twiceTheCapWithin24Hours(uint256 at, uint256 gap) public {
        vm.warp(bound(at, START, START + 30 days));
        gap = bound(gap, 0, 24 hours);
        _hook(_policy(), _pay(payee, CAP), session);
        skip(gap);

        vm.expectRevert("GolemPolicyEnforcer:cap-exceeded");
        _hook(_policy(), _pay(payee, 1), session);
    }

    function testFuzz_beforeHook_success_everythingIsBackAfter28Hours(uint256 at, uint256 gap) public {
        vm.warp(bound(at, START, START + 30 days));
        _hook(_policy(), _pay(payee, CAP), session);
        skip(bound(gap, 28 hours, 300 days));

        _hook(_policy(), _pay(payee, CAP), session);
    }

    function test_beforeHook_success_sharedByLeases() public {
        PolicyTerms memory other = _policy();
        (other.sessionKey, other.generation) = (makeAddr("rotated"), 2);
        _hook(_policy(), _pay(payee, 6e6), session);

        vm.expectRevert("GolemPolicyEnforcer:cap-exceeded");
        _hook(other, _pay(payee, 4e6 + 1), other.sessionKey);
        _hook(other, _pay(payee, 4e6), other.sessionKey);
    }

    /// @dev Lanes count units, not shares of a cap: what was spent under a high cap stays spent.
    function test_beforeHook_success_changedCapsKeepThePast() public {
        PolicyTerms memory p = _policy();
        _hook(p, _pay(payee, 6e6), session);

        (p.cap, p.generation) = (5e6, 2);
        vm.expectRevert("GolemPolicyEnforcer:cap-exceeded");
        _hook(p, _pay(payee, 1), session);

        (p.cap, p.generation) = (8e6, 3);
        vm.expectRevert("GolemPolicyEnforcer:cap-exceeded");
        _hook(p, _pay(payee, 2e6 + 1), session);
        _hook(p, _pay(payee, 2e6), session);
    }

    function test_beforeHook_revert_anotherUnitOrTokenInTheSameBudget() public {
        _hook(_policy(), _pay(payee, 1), session);

        PolicyTerms memory p = _policy();
        p.unitExponent = 1;
        vm.expectRevert("GolemPolicyEnforcer:asset-changed");
        _hook(p, _pay(payee, 1), session);

        p = _policy();
        p.token = address(uint160(address(usdc)) ^ 1);
        bytes memory execution =
            _single(p.token, 0, abi.encodeWithSignature("transfer(address,uint256)", payee, 1));
        vm.expectRevert("GolemPolicyEnforcer:asset-changed");
        _hook(p, execution, session);
    }

    function testFuzz_beforeHook_revert_anyAmountAboveTheCap(uint256 amount) public {
        amount = bound(amount, CAP + 1, type(uint256).max);

        vm.expectRevert("GolemPolicyEnforcer:cap-exceeded");
        _hook(_policy(), _pay(payee, amount), session);
    }

    function testFuzz_beforeHook_success_spendingRoundsUpCapsRoundDown(uint256 amount, uint256 exponent)
        public
    {
        PolicyTerms memory p = _policy();
        p.unitExponent = bound(exponent, 1, 6);
        uint256 unit = 10 ** p.unitExponent;
        p.cap = CAP + unit - 1;
        amount = bound(amount, 1, CAP);

        _hook(p, _pay(payee, amount), session);

        (,, uint256 units,) = policyEnforcer.getBudget(address(manager), guardian, 1);
        assertEq(units, (amount + unit - 1) / unit);
        assertEq(
            policyEnforcer.getAvailable(_encode(p), address(manager), guardian, session),
            (CAP / unit - units) * unit
        );
    }

    function test_getBudget_success_forgetsWhatIsOld() public {
        _hook(_policy(), _pay(payee, 3e6), session);
        vm.warp(START + 4 hours);
        _hook(_policy(), _pay(payee, 2e6), session);

        (,, uint256 units,) = policyEnforcer.getBudget(address(manager), guardian, 1);
        assertEq(units, 5e6);

        vm.warp(START + 28 hours);
        (,, units,) = policyEnforcer.getBudget(address(manager), guardian, 1);
        assertEq(units, 2e6);
    }
}
