// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Delegation} from "../../src/interfaces/IDelegationManager.sol";
import {PolicyTerms} from "../../src/interfaces/IGolemPolicyEnforcer.sol";
import {Lease} from "../base/Lease.sol";

/// @notice One link that carries only the GolemPolicyEnforcer: comparable with one official caveat.
/// The guardian of such a link is the owner's own account.
contract PolicyGasTest is Lease {
    function setUp() public override {
        super.setUp();
        vm.prank(owner);
        vitality.register(GOLEM, session);
    }

    function _onOneLink() private view returns (Delegation[] memory) {
        PolicyTerms memory policy = _policy();
        return _chain(_root(owner, ownerKey, session, _caveat(address(policyEnforcer), _encode(policy))));
    }

    function test_policy_gas_firstAndLaterPulls() public {
        Delegation[] memory chain = _onOneLink();
        bytes memory execution = _pay(payee, 1e6);

        _redeem(session, chain, execution);
        uint256 first = vm.snapshotGasLastCall("policy", "one link, first pull");
        vm.warp(START + 5 minutes);
        _redeem(session, chain, execution);
        uint256 later = vm.snapshotGasLastCall("policy", "one link, later pull, same bucket");
        vm.warp(START + 1 days);
        _redeem(session, chain, execution);
        uint256 next = vm.snapshotGasLastCall("policy", "one link, later pull, next day");

        assertLt(first, 150_000);
        assertLt(later, 124_541);
        assertLt(next, 124_541);
    }
}
