// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Mode} from "@openzeppelin/contracts/account/utils/draft-ERC7579Utils.sol";
import {Execution} from "@openzeppelin/contracts/interfaces/draft-IERC7579.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {Caveat, Delegation} from "../../src/interfaces/IDelegationManager.sol";
import {PolicyTerms} from "../../src/interfaces/IGolemPolicyEnforcer.sol";
import {Runway} from "../base/Runway.sol";

/// @notice Owner (7702) to guardian to Golem to Replicant, through the official manager.
contract RunwayTest is Runway {
    bytes4 private constant INVALID_DELEGATE = 0xb5863604;
    bytes4 private constant DISABLED = 0x05baa052;

    function test_redeem_success_chainOfTwo() public {
        _redeem(session, _runway(_policy()), _pay(payee, 4e6));

        assertEq(usdc.balanceOf(payee), 4e6 + 1);
        assertEq(usdc.balanceOf(owner), 1_000_000e6 - 4e6);
    }

    /// @dev MetaMask's period is renewed at its reset; the lease under it is not.
    function test_redeem_revert_twiceTheCapAroundMetaMasksReset() public {
        Delegation[] memory runway = _runway(_policy());
        vm.warp(START + 1 days - 1);
        _redeem(session, runway, _pay(payee, CAP));

        vm.warp(START + 1 days);
        vm.expectRevert("GolemPolicyEnforcer:cap-exceeded");
        _redeem(session, runway, _pay(payee, 1));
    }

    function test_redeem_revert_aWiderLeaseIsHeldByTheGrant() public {
        PolicyTerms memory policy = _policy();
        policy.cap = CAP + 5e6;
        Delegation[] memory runway = _runway(policy);

        vm.expectRevert("ERC20PeriodTransferEnforcer:transfer-amount-exceeded");
        _redeem(session, runway, _pay(payee, CAP + 1));
    }

    function test_redeem_success_chainOfThreeDrawsFromTheLease() public {
        Delegation[] memory runway = _runway(_policy());
        Delegation[] memory replicant = _underLease(runway, new Caveat[](0));
        _redeem(child, replicant, _pay(payee, 1.5e6));
        _redeem(session, runway, _pay(payee, 8.5e6));

        vm.expectRevert("GolemPolicyEnforcer:cap-exceeded");
        _redeem(child, replicant, _pay(payee, 1));
    }

    /// @dev Another leaf with another salt is another delegation, but not another budget.
    function test_redeem_revert_moreLeavesAreNotMoreMoney() public {
        Delegation[] memory runway = _runway(_policy());
        Delegation[] memory first = _underLease(runway, new Caveat[](0));
        _redeem(child, first, _pay(payee, REPLICANT_CAP));

        Delegation memory leaf = _link(session, child, manager.getDelegationHash(runway[0]), new Caveat[](0));
        leaf.salt = 2;
        Delegation[] memory second = _chain(_sign(leaf, sessionKey), runway[0], runway[1]);
        vm.expectRevert("GolemPolicyEnforcer:replicant-cap-exceeded");
        _redeem(child, second, _pay(payee, 1));
    }

    function test_redeem_revert_wrongRedeemer() public {
        Delegation[] memory runway = _runway(_policy());

        vm.expectRevert(INVALID_DELEGATE);
        _redeem(stranger, runway, _pay(payee, 1));
        vm.expectRevert(INVALID_DELEGATE);
        _redeem(guardian, runway, _pay(payee, 1));
    }

    function test_redeem_revert_disabledGrantOrLease() public {
        Delegation[] memory runway = _runway(_policy());
        uint256 snapshot = vm.snapshotState();
        vm.prank(owner);
        manager.disableDelegation(runway[1]);
        vm.expectRevert(DISABLED);
        _redeem(session, runway, _pay(payee, 1));

        vm.revertToState(snapshot);
        vm.prank(guardian);
        manager.disableDelegation(runway[0]);
        vm.expectRevert(DISABLED);
        _redeem(session, runway, _pay(payee, 1));
    }

    function test_redeem_revert_panicButton() public {
        Delegation[] memory runway = _runway(_policy());
        vm.prank(owner);
        (bool ok,) = nonceEnforcer.call(abi.encodeWithSignature("incrementNonce(address)", manager));
        assertTrue(ok);

        vm.expectRevert("NonceEnforcer:invalid-nonce");
        _redeem(session, runway, _pay(payee, 1));
    }

    function test_redeem_revert_batchTryAndDelegatecall() public {
        Delegation[] memory chain = _lease(_policy());
        Execution[] memory batch = new Execution[](1);
        batch[0] = Execution(address(usdc), 0, abi.encodeCall(IERC20.transfer, (payee, 1)));

        vm.expectRevert("BardoEnforcer:invalid-mode");
        _redeem(session, chain, abi.encode(batch), Mode.wrap(bytes32(bytes1(0x01))));
        vm.expectRevert("BardoEnforcer:invalid-mode");
        _redeem(session, chain, _pay(payee, 1), Mode.wrap(bytes32(bytes2(0x0001))));
        vm.expectRevert("BardoEnforcer:invalid-mode");
        _redeem(session, chain, abi.encode(batch), Mode.wrap(bytes32(bytes2(0x0101))));
        vm.expectRevert("BardoEnforcer:invalid-mode");
        _redeem(session, chain, _pay(payee, 1), Mode.wrap(bytes32(bytes1(0xff))));
    }

    /// @dev Several redemptions in one transaction are several pulls from one budget.
    function test_redeem_revert_manyPullsAtOnceAboveTheCap() public {
        bytes memory context = abi.encode(_runway(_policy()));
        bytes[] memory contexts = new bytes[](3);
        bytes[] memory executions = new bytes[](3);
        for (uint256 i; i < 3; ++i) {
            (contexts[i], executions[i]) = (context, _pay(payee, 4e6));
        }
        vm.startPrank(session);
        vm.expectRevert();
        manager.redeemDelegations(contexts, new Mode[](3), executions);

        executions[2] = _pay(payee, 2e6);
        manager.redeemDelegations(contexts, new Mode[](3), executions);
        assertEq(usdc.balanceOf(payee), 10e6 + 1);
    }

    function test_redeem_revert_afterDeathNothingMoves() public {
        Delegation[] memory runway = _runway(_policy());
        vm.prank(session);
        vitality.report(guardian, GOLEM, 4, 0);

        vm.expectRevert("GolemPolicyEnforcer:terminal");
        _redeem(session, runway, _pay(payee, 1));
        vm.prank(guardian);
        vm.expectRevert();
        vitality.heal(GOLEM, 0, 1);
    }

    /// @dev Rotation: the new lease shares the budget and ends the old key by its first use.
    function test_redeem_success_rotationEndsTheOldKey() public {
        Delegation[] memory old = _runway(_policy());
        _redeem(session, old, _pay(payee, 6e6));
        PolicyTerms memory policy = _policy();
        (policy.generation, policy.sessionKey) = (2, child);
        Caveat[] memory caveats = _list(_caveat(address(policyEnforcer), _encode(policy)));
        bytes32 grantHash = manager.getDelegationHash(old[1]);
        Delegation[] memory rotated =
            _chain(_sign(_link(guardian, child, grantHash, caveats), guardianKey), old[1]);

        _redeem(child, rotated, _pay(payee, 4e6));

        vm.warp(START + 2 days);
        vm.expectRevert("GolemPolicyEnforcer:superseded");
        _redeem(session, old, _pay(payee, 1));
        _redeem(child, rotated, _pay(payee, CAP));
    }
}
