// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Mode} from "@openzeppelin/contracts/account/utils/draft-ERC7579Utils.sol";

import {Caveat, Delegation} from "../../src/interfaces/IDelegationManager.sol";
import {PolicyTerms} from "../../src/interfaces/IGolemPolicyEnforcer.sol";
import {Specimens} from "../base/Specimens.sol";
import {Glutton} from "../mocks/Glutton.sol";
import {YesMan} from "../mocks/YesMan.sol";

/// @notice With stolen keys, through the official manager, against a lease.
contract ThievesTest is Specimens {
    address private constant ANY = address(0xa11);

    function _call(Delegation[] memory chain, bytes memory execution) private view returns (bytes memory) {
        bytes[] memory contexts = new bytes[](1);
        contexts[0] = abi.encode(chain);
        bytes[] memory executions = new bytes[](1);
        executions[0] = execution;
        return abi.encodeCall(manager.redeemDelegations, (contexts, new Mode[](1), executions));
    }

    function _leaf(Delegation memory lease, address to, Caveat[] memory caveats)
        private
        view
        returns (Delegation[] memory)
    {
        return _chain(
            _sign(_link(session, to, manager.getDelegationHash(lease), caveats), sessionKey), lease, _grant()
        );
    }

    /// @dev A stolen session key writes policies of its own: they live in its own ledgers, not in the guardian's.
    function test_attack_aSessionKeyJumpsGenerations() public {
        Delegation memory lease = _leaseLink(_encode(_policy()));
        PolicyTerms memory jump = _policy();
        jump.generation = type(uint32).max - 1;
        jump.replicantCap = jump.cap;
        vm.prank(session);
        vitality.register(GOLEM, session);
        Delegation[] memory chain =
            _leaf(lease, child, _list(_caveat(address(policyEnforcer), _encode(jump))));
        _redeem(child, chain, _pay(payee, 1e6));
        (uint32 floor,, uint256 units,) = policyEnforcer.getBudget(address(manager), guardian, 1);
        assertEq(floor, 1);
        assertEq(units, 1e6);
        (floor,,,) = policyEnforcer.getBudget(address(manager), session, 1);
        assertEq(floor, type(uint32).max - 1);
        _redeem(session, _lease(_policy()), _pay(payee, 9e6));
    }

    /// @dev A leaf to oneself is no second cap.
    function test_attack_aSessionKeyDelegatesToItself() public {
        Delegation memory lease = _leaseLink(_encode(_policy()));
        Delegation[] memory self = _leaf(lease, session, new Caveat[](0));
        _redeem(session, self, _pay(payee, CAP));
        vm.expectRevert("GolemPolicyEnforcer:cap-exceeded");
        _redeem(session, self, _pay(payee, 1));
    }

    /// @dev A leaf for anybody, redeemed by the payee: all of them are Replicants.
    function test_attack_anOpenLeafToThePayee() public {
        Delegation memory lease = _leaseLink(_encode(_policy()));
        Delegation[] memory open = _leaf(lease, ANY, new Caveat[](0));
        _redeem(payee, open, _pay(payee, REPLICANT_CAP));
        vm.expectRevert("GolemPolicyEnforcer:replicant-cap-exceeded");
        _redeem(stranger, open, _pay(payee, 1));
    }

    /// @dev Money is counted before it is sent.
    function test_attack_thePayeeReenters() public {
        Glutton glutton = new Glutton();
        vm.deal(owner, 100 ether);
        PolicyTerms memory p = _policy();
        (p.kind, p.token, p.cap, p.unitExponent, p.replicantCap) = (1, address(0), 1 ether, 12, 0.2 ether);
        address[] memory to = new address[](1);
        to[0] = address(glutton);
        Delegation memory lease = _leaseLink(_encode(p, to));
        Delegation[] memory open = _leaf(lease, ANY, new Caveat[](0));
        glutton.want(address(manager), _call(open, _single(address(glutton), 0.05 ether, "")));
        _redeem(stranger, open, _single(address(glutton), 0.05 ether, ""));
        assertEq(address(glutton).balance, 0.2 ether);
        assertEq(glutton.refused(), 1);
    }

    /// @dev It is a guardian too, but only its own.
    function test_attack_aContractThatSignsAnything() public {
        YesMan yes = new YesMan();
        policyEnforcer.raise(address(manager), address(yes), 1, type(uint32).max, "");
        _redeem(session, _lease(_policy()), _pay(payee, 1));
        vm.expectRevert("GolemPolicyEnforcer:invalid-signature");
        policyEnforcer.raise(address(manager), guardian, 1, 5, "");
    }

    /// @dev Chain, manager, budget, generation and enforcer are all signed.
    function test_attack_anEndingFromElsewhere() public {
        bytes memory s = _raiseSignature(1, 5);
        vm.chainId(999);
        vm.expectRevert("GolemPolicyEnforcer:invalid-signature");
        policyEnforcer.raise(address(manager), guardian, 1, 5, s);
        vm.chainId(31337);
        vm.expectRevert("GolemPolicyEnforcer:invalid-signature");
        policyEnforcer.raise(address(this), guardian, 1, 5, s);
        vm.expectRevert("GolemPolicyEnforcer:invalid-signature");
        policyEnforcer.raise(address(manager), guardian, 2, 5, s);
        vm.expectRevert("GolemPolicyEnforcer:invalid-signature");
        policyEnforcer.raise(address(manager), guardian, 1, 6, s);
        address twin = _enforcer("GolemPolicyEnforcer.sol");
        vm.expectRevert("GolemPolicyEnforcer:invalid-signature");
        (bool ok,) = twin.call(abi.encodeCall(policyEnforcer.raise, (address(manager), guardian, 1, 5, s)));
        ok;
    }

    /// @dev They share it.
    function test_attack_twoGolemsOnOneBudget() public {
        vm.prank(guardian);
        vitality.register("second", child);
        PolicyTerms memory second = _policy();
        (second.golemId, second.sessionKey) = ("second", child);
        _redeem(session, _lease(_policy()), _pay(payee, 6e6));
        Delegation memory lease = _sign(
            _link(
                guardian,
                child,
                manager.getDelegationHash(_grant()),
                _list(_caveat(address(policyEnforcer), _encode(second)))
            ),
            guardianKey
        );
        Delegation[] memory chain = _chain(lease, _grant());
        vm.expectRevert("GolemPolicyEnforcer:cap-exceeded");
        _redeem(child, chain, _pay(payee, 4e6 + 1));
        _redeem(child, chain, _pay(payee, 4e6));
    }

    /// @dev It counts twice, never half.
    function test_attack_theSameLeaseTwiceOnALink() public {
        Caveat[] memory two = new Caveat[](2);
        two[0] = _caveat(address(policyEnforcer), _encode(_policy()));
        two[1] = two[0];
        Delegation[] memory chain = _chain(
            _sign(_link(guardian, session, manager.getDelegationHash(_grant()), two), guardianKey), _grant()
        );
        vm.expectRevert("GolemPolicyEnforcer:cap-exceeded");
        _redeem(session, chain, _pay(payee, CAP / 2 + 1));
        _redeem(session, chain, _pay(payee, CAP / 2));
    }

    /// @dev Naming them as payees does not open them.
    function test_attack_gasMoneyToDangerousPayees() public {
        vm.deal(owner, 1 ether);
        PolicyTerms memory p = _policy();
        (p.kind, p.token, p.cap, p.unitExponent, p.replicantCap) = (1, address(0), 1 ether, 12, 0);
        address[] memory to = new address[](7);
        to[0] = address(manager);
        to[1] = guardian;
        to[2] = owner;
        to[3] = ENTRY_POINT;
        to[4] = address(vitality);
        to[5] = address(policyEnforcer);
        to[6] = address(0);
        Delegation[] memory chain = _chain(_leaseLink(_encode(p, to)), _grant());
        for (uint256 i; i < to.length; ++i) {
            vm.expectRevert();
            _redeem(session, chain, _single(to[i], 1, ""));
        }
    }
}
