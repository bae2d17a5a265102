// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Caveat, Delegation} from "../../src/interfaces/IDelegationManager.sol";
import {Lease} from "../base/Lease.sol";

struct CaveatGroup {
    Caveat[] caveats;
}

struct SelectedGroup {
    uint256 groupIndex;
    bytes[] caveatArgs;
}

/// @notice MetaMask's OR-wrapper calls our hooks itself, so it is `msg.sender` and has a ledger of its own.
/// Hence: stateful caveats belong at the top level, and a Snap refuses to sign a wrapped policy. This test
/// pins what would happen otherwise: two ledgers, each with the cap, never a ledger shared by mistake.
contract OrWrapperTest is Lease {
    function test_redeem_success_aWrappedPolicyHasItsOwnLedger() public {
        address wrapper = _framework("LogicalOrWrapperEnforcer", abi.encode(manager));
        CaveatGroup[] memory groups = new CaveatGroup[](1);
        groups[0].caveats = _list(_caveat(address(policyEnforcer), _encode(_policy())));
        Caveat memory caveat = _caveat(wrapper, abi.encode(groups));
        Delegation memory wrapped =
            _sign(_link(guardian, session, manager.getDelegationHash(_grant()), _list(caveat)), guardianKey);
        wrapped.caveats[0].args = abi.encode(SelectedGroup(0, new bytes[](1)));
        Delegation[] memory chain = _chain(wrapped, _grant());

        _redeem(session, chain, _pay(payee, CAP));

        (,, uint256 direct,) = policyEnforcer.getBudget(address(manager), guardian, 1);
        (,, uint256 throughWrapper,) = policyEnforcer.getBudget(wrapper, guardian, 1);
        assertEq(direct, 0);
        assertEq(throughWrapper, CAP);
        vm.expectRevert("GolemPolicyEnforcer:cap-exceeded");
        _redeem(session, chain, _pay(payee, 1));
    }
}
