// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Execution} from "@openzeppelin/contracts/interfaces/draft-IERC7579.sol";

import {Caveat, Delegation} from "../../src/interfaces/IDelegationManager.sol";
import {PolicyTerms} from "../../src/interfaces/IGolemPolicyEnforcer.sol";
import {Specimens} from "../base/Specimens.sol";

/// @notice What no enforcer prevents. Each stands in README; here, so that README stays true.
contract AdmittedTest is Specimens {
    /// @dev Under a root without rules, a middle link does not know the account, whose own
    /// `execute` then reaches the manager. Gates that allow any call belong on the account's own link.
    function test_attack_selfCallOnAMiddleLinkUnderABroadRoot() public {
        Delegation[] memory revoked = _lease(_policy());
        vm.prank(owner);
        manager.disableDelegation(revoked[1]);
        Delegation memory broad = _link(owner, guardian, ROOT, new Caveat[](0));
        broad.salt = 77;
        broad = _sign(broad, ownerKey);
        Delegation memory mid = _sign(
            _link(
                guardian,
                session,
                manager.getDelegationHash(broad),
                _list(_caveat(address(enforcers["MortalityTimeWindow"]), _windowTerms(START, START + 1 days)))
            ),
            guardianKey
        );
        Execution[] memory batch = new Execution[](1);
        batch[0] = Execution(address(manager), 0, abi.encodeCall(manager.enableDelegation, (revoked[1])));
        bytes memory data =
            abi.encodeWithSignature("execute(bytes32,bytes)", bytes32(bytes1(0x01)), abi.encode(batch));
        _redeem(session, _chain(mid, broad), _single(owner, 0, data));
        assertFalse(manager.disabledDelegations(manager.getDelegationHash(revoked[1])), "re-enabled");
    }

    /// @dev Where the session key reports, silence comes only after the guardian changed it.
    function test_attack_aThiefWhoReportsIsNeverSilent() public {
        PolicyTerms memory p = _policy();
        p.maxAge = 1 hours;
        Delegation[] memory lease = _lease(p);
        for (uint256 i; i < 30; ++i) {
            skip(1 hours);
            vm.prank(session);
            vitality.report(guardian, GOLEM, 0, 10_000);
        }
        _redeem(session, lease, _pay(payee, 1));
        vm.prank(guardian);
        vitality.setReporter(GOLEM, stranger);
        skip(1 hours + 1);
        vm.expectRevert("GolemPolicyEnforcer:vitality-stale");
        _redeem(session, lease, _pay(payee, 1));
    }

    /// @dev Ends are ends of one record and one budget. Only the owner ends a guardian.
    function test_attack_aStolenGuardianKeyStartsOver() public {
        vm.prank(session);
        vitality.report(guardian, GOLEM, 4, 0);
        _raise(1, type(uint32).max);
        vm.prank(guardian);
        vitality.register("reborn", session);
        PolicyTerms memory p = _policy();
        (p.golemId, p.budgetId) = ("reborn", 2);
        _redeem(session, _lease(p), _pay(payee, CAP));
    }
}
