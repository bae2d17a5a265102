// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Mode} from "@openzeppelin/contracts/account/utils/draft-ERC7579Utils.sol";
import {Execution} from "@openzeppelin/contracts/interfaces/draft-IERC7579.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {Caveat, Delegation} from "../../src/interfaces/IDelegationManager.sol";
import {PolicyTerms} from "../../src/interfaces/IGolemPolicyEnforcer.sol";
import {IDailySpendLimitTerms} from "../../src/interfaces/ITermsInfo.sol";
import {Specimens} from "../base/Specimens.sol";
import {Market} from "../mocks/Market.sol";

/// @notice Attacks that succeeded against the sketches these contracts come from, each through the official
/// manager. The owner's 7702 account is the root delegator.
contract RegressionsTest is Specimens {
    Mode private constant TRY = Mode.wrap(bytes32(bytes2(0x0001)));

    function _mandate(string memory name, bytes memory terms) private view returns (Delegation[] memory) {
        return _chain(_root(owner, ownerKey, session, _caveat(address(enforcers[name]), terms)));
    }

    /// @dev Execution is packed: its first four bytes are the target's. A target whose address begins with
    /// the allowed selector passes a check that reads them as the method.
    function test_attack_selectorReadFromTheTargetsAddress() public {
        address decoy = address(bytes20(abi.encodePacked(Market.sell.selector, uint128(1))));
        Delegation[] memory chain = _mandate("GolemPhase", _phaseTerms(4));

        vm.expectRevert("GolemPhaseEnforcer:call-not-allowed");
        _redeem(session, chain, _single(decoy, 0, abi.encodeCall(IERC20.transfer, (stranger, 1))));
    }

    /// @dev An ERC-20 call carries no native value: a limit on `value` lets the whole balance pass.
    function test_attack_wholeBalanceWithZeroValue() public {
        Delegation[] memory chain = _mandate("VaultNAV", _navTerms(1_000, 1_000e6, 100e6));

        vm.expectRevert("VaultNAVEnforcer:call-not-allowed");
        _redeem(session, chain, _pay(stranger, 1_000_000e6));
    }

    /// @dev On a leaf, a budget is renewed by signing another leaf. On the parent's link it is not.
    function test_attack_freshBudgetByAnotherLeaf() public {
        Delegation memory parent = _mandate("ReplicantBudget", _replicantTerms(2e6))[0];
        bytes32 parentHash = manager.getDelegationHash(parent);

        for (uint256 salt = 1; salt <= 3; ++salt) {
            Delegation memory leaf = _link(session, child, parentHash, new Caveat[](0));
            leaf.salt = salt;
            Delegation[] memory chain = _chain(_sign(leaf, sessionKey), parent);
            if (salt > 1) vm.expectRevert("ReplicantBudgetEnforcer:total-exceeded");
            _redeem(child, chain, _pay(payee, 2e6));
        }
    }

    /// @dev A calendar day pays twice within one second at midnight.
    function test_attack_twiceTheCapAtMidnight() public {
        Delegation[] memory chain = _mandate("DailySpendLimit", _dailyTerms(CAP, 1));
        uint256 midnight = (START / 1 days + 1) * 1 days;
        vm.warp(midnight - 1);
        _redeem(session, chain, _pay(payee, CAP));

        vm.warp(midnight);
        vm.expectRevert("DailySpendLimitEnforcer:cap-exceeded");
        _redeem(session, chain, _pay(payee, 1));
    }

    /// @dev A cap that counts transfers is emptied later through an allowance.
    function test_attack_approveNowPullLater() public {
        Delegation[] memory daily = _mandate("DailySpendLimit", _dailyTerms(CAP, 1));
        Delegation[] memory lease = _lease(_policy());
        bytes memory approve =
            _single(address(usdc), 0, abi.encodeCall(IERC20.approve, (stranger, type(uint256).max)));

        vm.expectRevert("Transfers:not-a-transfer");
        _redeem(session, daily, approve);
        vm.expectRevert("Transfers:not-a-transfer");
        _redeem(session, lease, approve);
    }

    /// @dev Hooks are open to everybody; a stranger must burn nobody's budget but their own.
    function test_attack_strangerBurnsTheBudget() public {
        Delegation[] memory daily = _mandate("DailySpendLimit", _dailyTerms(CAP, 1));
        Delegation[] memory lease = _lease(_policy());
        vm.startPrank(stranger);
        enforcers["DailySpendLimit"].beforeHook(
            _dailyTerms(CAP, 1),
            "",
            SINGLE,
            _pay(payee, CAP),
            manager.getDelegationHash(daily[0]),
            owner,
            session
        );
        policyEnforcer.beforeHook(
            _encode(_policy()), "", SINGLE, _pay(payee, CAP), bytes32(0), guardian, session
        );
        vm.stopPrank();

        _redeem(session, daily, _pay(payee, CAP));
        _redeem(session, lease, _pay(payee, CAP));
    }

    /// @dev Caps kept per delegation hash multiply with every grant and every rotated key.
    function test_attack_secondGrantDoublesTheBudget() public {
        Delegation memory second = _link(
            owner, session, ROOT, _list(_caveat(address(enforcers["DailySpendLimit"]), _dailyTerms(CAP, 1)))
        );
        second.salt = 2;
        Delegation[] memory other = _chain(_sign(second, ownerKey));
        _redeem(session, _mandate("DailySpendLimit", _dailyTerms(CAP, 1)), _pay(payee, CAP));

        vm.expectRevert("DailySpendLimitEnforcer:cap-exceeded");
        _redeem(session, other, _pay(payee, 1));
        assertEq(
            IDailySpendLimitTerms(address(enforcers["DailySpendLimit"]))
                .getAvailable(_dailyTerms(CAP, 1), address(manager), owner),
            0
        );
    }

    /// @dev The account's own `execute` as outer call hides what is inside from any list of methods.
    function test_attack_selfCallHidesTheRealCall() public {
        Execution[] memory batch = new Execution[](1);
        batch[0] = Execution(address(usdc), 0, abi.encodeCall(IERC20.transfer, (stranger, 1)));
        bytes memory data =
            abi.encodeWithSignature("execute(bytes32,bytes)", bytes32(bytes1(0x01)), abi.encode(batch));
        bytes4 selector = bytes4(keccak256("execute(bytes32,bytes)"));
        bytes memory terms =
            abi.encodePacked(uint8(1), GOLEM, uint32(1 days), owner, selector, uint8(4), uint8(255));
        Delegation[] memory chain = _mandate("GolemPhase", terms);

        vm.expectRevert("BardoEnforcer:dangerous-target");
        _redeem(session, chain, _single(owner, 0, data));
    }

    /// @dev Under try, the budget is eaten while nothing moves.
    function test_attack_tryModeEatsTheBudget() public {
        Delegation[] memory lease = _lease(_policy());
        vm.prank(owner);
        usdc.transfer(address(this), 1_000_000e6);

        vm.expectRevert("BardoEnforcer:invalid-mode");
        _redeem(session, lease, _pay(payee, CAP), TRY);
        assertEq(policyEnforcer.getAvailable(_encode(_policy()), address(manager), guardian, session), CAP);
    }

    /// @dev From the owner's account the manager enables a revoked grant again.
    function test_attack_broadGrantEnablesARevokedOne() public {
        Delegation[] memory revoked = _lease(_policy());
        vm.prank(owner);
        manager.disableDelegation(revoked[1]);
        bytes memory enable = abi.encodeCall(manager.enableDelegation, (revoked[1]));
        string[2] memory broad = ["MortalityTimeWindow", "DreamMode"];
        bytes[2] memory terms = [_windowTerms(START, START + 1 days), abi.encodePacked(uint8(1), GOLEM)];

        for (uint256 i; i < 2; ++i) {
            Delegation[] memory chain = _mandate(broad[i], terms[i]);
            vm.expectRevert("BardoEnforcer:dangerous-target");
            _redeem(session, chain, _single(address(manager), 0, enable));
        }
        assertTrue(manager.disabledDelegations(manager.getDelegationHash(revoked[1])));
    }

    /// @dev From a guardian's account a broad mandate would heal its own Golem, or veto its own Warden.
    function test_attack_broadGrantSpeaksForTheGuardian() public {
        vm.prank(session);
        vitality.report(owner, GOLEM, 3, 0);
        Delegation[] memory chain = _mandate("MortalityTimeWindow", _windowTerms(START, START + 1 days));
        bytes memory heal = abi.encodeCall(vitality.heal, (GOLEM, 0, 10_000));

        vm.expectRevert("BardoEnforcer:dangerous-target");
        _redeem(session, chain, _single(address(vitality), 0, heal));
    }

    /// @dev Keyed by session key, a rotation would be a rebirth.
    function test_attack_rotationResetsThePhase() public {
        vm.prank(session);
        vitality.report(guardian, GOLEM, 3, 0);
        vm.prank(guardian);
        vitality.setReporter(GOLEM, child);
        PolicyTerms memory policy = _policy();
        (policy.sessionKey, policy.generation) = (child, 2);

        assertEq(policyEnforcer.getAvailable(_encode(policy), address(manager), guardian, child), CAP / 10);
        vm.prank(guardian);
        vm.expectRevert();
        vitality.register(GOLEM, child);
    }

    /// @dev A leaf cannot widen: the caveats of every link run, on one counter.
    function test_attack_leafWiderThanItsParent() public {
        Delegation memory parent = _mandate("DailySpendLimit", _dailyTerms(CAP, 1))[0];
        Caveat[] memory wide =
            _list(_caveat(address(enforcers["DailySpendLimit"]), _dailyTerms(CAP + 6e6, 1)));
        Delegation memory leaf =
            _sign(_link(session, child, manager.getDelegationHash(parent), wide), sessionKey);
        Delegation[] memory chain = _chain(leaf, parent);

        vm.expectRevert("DailySpendLimitEnforcer:cap-exceeded");
        _redeem(child, chain, _pay(payee, CAP + 1));
        _redeem(child, chain, _pay(payee, CAP));
    }
}
