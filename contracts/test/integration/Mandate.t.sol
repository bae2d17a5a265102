// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Caveat, Delegation} from "../../src/interfaces/IDelegationManager.sol";
import {Specimens} from "../base/Specimens.sol";
import {Market} from "../mocks/Market.sol";

/// @notice A Hybrid account's mandate: DeFi authority, with several of our caveats on one root link.
contract MandateTest is Specimens {
    address private account;
    bytes private sale;

    function setUp() public override {
        super.setUp();
        account = _hybrid(owner);
        sale = _single(address(market), 0, abi.encodeCall(Market.sell, (GOLEM, splitter)));
        vm.startPrank(account);
        vitality.register(GOLEM, session);
        dreams.register(GOLEM, session);
        daimon.register(GOLEM, session);
        vm.stopPrank();
    }

    function _mandate() private view returns (Delegation[] memory) {
        Caveat[] memory caveats = new Caveat[](5);
        caveats[0] = _caveat(address(enforcers["GolemPhase"]), _phaseTerms(3));
        caveats[1] = _caveat(address(enforcers["MortalityTimeWindow"]), _windowTerms(START, START + 30 days));
        caveats[2] = _caveat(address(enforcers["DreamMode"]), abi.encodePacked(uint8(1), GOLEM));
        caveats[3] = _caveat(address(enforcers["EmotionalState"]), _moodTerms(0));
        caveats[4] = _caveat(address(enforcers["KnowledgeRoyalty"]), _royaltyTerms());
        return _chain(_sign(_link(account, session, ROOT, caveats), ownerKey));
    }

    function test_redeem_success_allCaveatsTogether() public {
        _redeem(session, _mandate(), sale);

        assertEq(market.calls(), 1);
    }

    function test_redeem_revert_eachCaveatForItself() public {
        Delegation[] memory mandate = _mandate();
        uint256 snapshot = vm.snapshotState();

        vm.startPrank(session);
        vitality.report(account, GOLEM, 4, 0);
        vm.stopPrank();
        vm.expectRevert("GolemPhaseEnforcer:blocked-by-phase");
        _redeem(session, mandate, sale);

        vm.revertToState(snapshot);
        vm.prank(session);
        dreams.dream(account, GOLEM, 1 hours);
        vm.expectRevert("DreamModeEnforcer:dreaming");
        _redeem(session, mandate, sale);

        vm.revertToState(snapshot);
        vm.prank(session);
        daimon.report(account, GOLEM, -90, 90, -90);
        vm.expectRevert("EmotionalStateEnforcer:unsound-mood");
        _redeem(session, mandate, sale);

        vm.revertToState(snapshot);
        vm.expectRevert("KnowledgeRoyaltyEnforcer:wrong-payee");
        _redeem(session, mandate, _single(address(market), 0, abi.encodeCall(Market.sell, (GOLEM, stranger))));

        vm.warp(START + 30 days);
        vm.prank(session);
        vitality.report(account, GOLEM, 0, 0);
        vm.expectRevert("MortalityTimeWindowEnforcer:expired");
        _redeem(session, mandate, sale);
    }

    /// @dev Announce, wait, commit, redeem: the Warden on a Hybrid root, and once only.
    function test_redeem_success_wardenFlow() public {
        Caveat memory caveat = _caveat(address(enforcers["Warden"]), _wardenTerms(1 hours));
        Delegation[] memory mandate = _chain(_root(account, ownerKey, session, caveat));
        bytes32 link = manager.getDelegationHash(mandate[0]);
        bytes32 action = warden.hashAction(address(manager), link, sale, 5);
        mandate[0].caveats[0].args = abi.encode(uint256(5));

        vm.prank(session);
        warden.announce(action, 1 hours);
        vm.expectRevert("WardenEnforcer:not-committed");
        _redeem(session, mandate, sale);
        vm.warp(START + 1 hours);
        vm.prank(session);
        warden.execute(action);
        _redeem(session, mandate, sale);

        assertEq(market.calls(), 1);
        vm.expectRevert("WardenEnforcer:consumed");
        _redeem(session, mandate, sale);
    }

    /// @dev Two of three councillors; approvals are args, outside the signed hash.
    function test_redeem_success_councilFlow() public {
        Caveat memory caveat = _caveat(address(enforcers["Threshold"]), _councilTerms(2));
        Delegation[] memory mandate = _chain(_root(account, ownerKey, session, caveat));
        bytes32 link = manager.getDelegationHash(mandate[0]);
        (, uint256[3] memory keys) = _council();
        uint256 deadline = START + 1 hours;
        mandate[0].caveats[0].args = abi.encodePacked(
            uint256(9),
            deadline,
            uint8(0),
            _approval(link, sale, 9, deadline, keys[0]),
            uint8(2),
            _approval(link, sale, 9, deadline, keys[2])
        );

        _redeem(session, mandate, sale);

        assertEq(market.calls(), 1);
        vm.expectRevert("ThresholdEnforcer:nonce-used");
        _redeem(session, mandate, sale);
    }
}
