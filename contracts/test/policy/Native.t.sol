// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {PolicyTerms} from "../../src/interfaces/IGolemPolicyEnforcer.sol";
import {Lease} from "../base/Lease.sol";

/// @notice The second kind of lease: gas money.
contract PolicyNativeTest is Lease {
    uint256 private constant GAS_CAP = 0.01 ether;

    function _gas() private view returns (PolicyTerms memory p) {
        p = _policy();
        (p.kind, p.token, p.budgetId) = (1, address(0), 2);
        (p.cap, p.unitExponent, p.replicantCap) = (GAS_CAP, 10, 0);
    }

    function test_redeem_success_gasMoneyReachesThePayee() public {
        vm.deal(owner, 1 ether);

        _redeem(session, _lease(_gas()), _single(payee, 0.004 ether, ""));

        assertEq(payee.balance, 0.004 ether);
    }

    function test_beforeHook_revert_overTheCap() public {
        _hook(_gas(), _single(payee, 0.006 ether, ""), session);

        vm.expectRevert("GolemPolicyEnforcer:cap-exceeded");
        _hook(_gas(), _single(payee, 0.004 ether + 1, ""), session);
        _hook(_gas(), _single(payee, 0.004 ether, ""), session);
    }

    function testFuzz_beforeHook_revert_anyData(bytes calldata data) public {
        vm.assume(data.length > 0);

        vm.expectRevert("GolemPolicyEnforcer:not-a-payment");
        _hook(_gas(), _single(payee, 1, data), session);
    }

    function test_beforeHook_revert_otherPayeeOrNothing() public {
        vm.expectRevert("GolemPolicyEnforcer:wrong-payee");
        _hook(_gas(), _single(stranger, 1, ""), session);
        vm.expectRevert("GolemPolicyEnforcer:zero-amount");
        _hook(_gas(), _single(payee, 0, ""), session);
    }

    /// @dev Gas money to oneself would only blur the ledger.
    function test_beforeHook_revert_theOwnerAsPayee() public {
        address[] memory payees = new address[](1);
        payees[0] = owner;

        vm.expectRevert("GolemPolicyEnforcer:dangerous-target");
        _hook(_encode(_gas(), payees), _single(owner, 1, ""), session);
    }

    /// @dev A dust of wei counts as a whole unit: many small payments cannot slip under the cap.
    function test_beforeHook_success_roundsUp() public {
        _hook(_gas(), _single(payee, 1, ""), session);

        (,, uint256 units,) = policyEnforcer.getBudget(address(manager), guardian, 2);
        assertEq(units, 1);
    }
}
