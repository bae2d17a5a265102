// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IWardenTerms} from "../../src/interfaces/ITermsInfo.sol";
import {Specimens} from "../base/Specimens.sol";
import {Market} from "../mocks/Market.sol";

contract WardenEnforcerTest is Specimens {
    bytes private sale;

    function setUp() public override {
        super.setUp();
        sale = _single(address(market), 0, abi.encodeCall(Market.sell, (GOLEM, splitter)));
    }

    function _try(bytes memory execution, uint256 nonce) private {
        _before(_specimen("Warden", _wardenTerms(1 hours), abi.encode(nonce), execution));
    }

    function test_beforeHook_success_onceAfterTheCommitment() public {
        bytes32 action = _commit(sale, 1);

        _try(sale, 1);

        assertTrue(IWardenTerms(address(enforcers["Warden"])).isConsumed(address(manager), action));
        vm.expectRevert("WardenEnforcer:consumed");
        _try(sale, 1);
        _commit(sale, 2);
        _try(sale, 2);
    }

    function test_beforeHook_revert_notCommitted() public {
        bytes32 action = warden.hashAction(address(manager), LINK, sale, 1);
        vm.expectRevert("WardenEnforcer:not-committed");
        _try(sale, 1);

        vm.prank(child);
        warden.announce(action, 1 hours);
        vm.warp(START + 2 hours);
        vm.expectRevert("WardenEnforcer:not-committed");
        _try(sale, 1);
    }

    function test_beforeHook_revert_anotherExecutionNonceLinkOrManager() public {
        _commit(sale, 1);
        bytes memory other = _single(address(market), 0, abi.encodeCall(Market.sell, (GOLEM, stranger)));

        vm.expectRevert("WardenEnforcer:not-committed");
        _try(other, 1);
        vm.expectRevert("WardenEnforcer:not-committed");
        _try(sale, 2);
        bytes memory terms = _wardenTerms(1 hours);
        bytes memory args = abi.encode(uint256(1));
        vm.prank(address(manager));
        vm.expectRevert("WardenEnforcer:not-committed");
        enforcers["Warden"].beforeHook(terms, args, SINGLE, sale, keccak256("other"), owner, child);
        vm.prank(stranger);
        vm.expectRevert("WardenEnforcer:not-committed");
        enforcers["Warden"].beforeHook(terms, args, SINGLE, sale, LINK, owner, child);
    }

    /// @dev What one redeemer announced is not another's to redeem.
    function test_beforeHook_revert_anotherRedeemer() public {
        _commit(sale, 1);
        bytes memory terms = _wardenTerms(1 hours);

        vm.prank(address(manager));
        vm.expectRevert("WardenEnforcer:not-committed");
        enforcers["Warden"].beforeHook(terms, abi.encode(uint256(1)), SINGLE, sale, LINK, owner, session);
    }

    function test_beforeHook_revert_delayShorterThanTheTerms() public {
        _commit(sale, 1);
        bytes memory terms = _wardenTerms(1 hours + 1);

        vm.expectRevert("WardenEnforcer:delay-too-short");
        _before(_specimen("Warden", terms, abi.encode(uint256(1)), sale));
    }

    function test_beforeHook_revert_afterTheGrace() public {
        _commit(sale, 1);
        _commit(sale, 2);
        vm.warp(START + 1 days);
        _try(sale, 1);

        vm.warp(START + 1 days + 1);
        vm.expectRevert("WardenEnforcer:too-late");
        _try(sale, 2);
    }

    function test_beforeHook_revert_cancelledByGuardianOrAnnouncer() public {
        bytes32 first = _commit(sale, 1);
        bytes32 second = _commit(sale, 2);
        vm.prank(guardian);
        warden.cancel(first);
        vm.prank(child);
        warden.cancel(second);

        vm.expectRevert("WardenEnforcer:cancelled");
        _try(sale, 1);
        vm.expectRevert("WardenEnforcer:cancelled");
        _try(sale, 2);
    }

    function testFuzz_beforeHook_success_strangersCannotVeto(address other) public {
        vm.assume(other != guardian && other != child);
        bytes32 action = _commit(sale, 1);
        vm.prank(other);
        warden.cancel(action);

        _try(sale, 1);
    }

    function testFuzz_beforeHook_revert_argsOfAnotherLength(bytes calldata args) public {
        vm.assume(args.length != 32);

        vm.expectRevert("WardenEnforcer:invalid-args-length");
        _before(_specimen("Warden", _wardenTerms(1 hours), args, sale));
    }

    function test_getTermsInfo_revert_zeros() public {
        IWardenTerms terms = IWardenTerms(address(enforcers["Warden"]));
        vm.expectRevert("WardenEnforcer:invalid-guardian");
        terms.getTermsInfo(abi.encodePacked(uint8(1), address(0), uint32(1), uint32(1)));
        vm.expectRevert("WardenEnforcer:invalid-delay");
        terms.getTermsInfo(abi.encodePacked(uint8(1), guardian, uint32(0), uint32(1)));
        vm.expectRevert("WardenEnforcer:invalid-delay");
        terms.getTermsInfo(abi.encodePacked(uint8(1), guardian, uint32(1), uint32(0)));
    }

    function testFuzz_getTermsInfo_success_roundTrip(address who, uint32 delay, uint32 grace) public view {
        vm.assume(who != address(0) && delay > 0 && grace > 0);
        (address guardian_, uint256 delay_, uint256 grace_) = IWardenTerms(address(enforcers["Warden"]))
            .getTermsInfo(abi.encodePacked(uint8(1), who, delay, grace));

        assertEq(guardian_, who);
        assertEq(delay_, delay);
        assertEq(grace_, grace);
    }
}
