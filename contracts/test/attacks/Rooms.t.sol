// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IWarden} from "../../src/interfaces/IWarden.sol";
import {Specimens} from "../base/Specimens.sol";
import {Market} from "../mocks/Market.sol";

/// @notice Against the waiting room and the council.
contract RoomsTest is Specimens {
    function _sale() private view returns (bytes memory) {
        return _single(address(market), 0, abi.encodeCall(Market.sell, (GOLEM, splitter)));
    }

    /// @dev Each waits for himself; the action happens once.
    function test_attack_oneActionTwoAnnouncers() public {
        bytes32 action = _commit(_sale(), 9);
        vm.startPrank(session);
        warden.announce(action, 1 hours);
        vm.expectRevert();
        warden.execute(action);
        skip(1 hours);
        warden.execute(action);
        vm.stopPrank();
        vm.prank(address(manager));
        enforcers["Warden"].beforeHook(
            _wardenTerms(1 hours), abi.encode(9), SINGLE, _sale(), LINK, owner, session
        );
        vm.prank(address(manager));
        vm.expectRevert("WardenEnforcer:consumed");
        enforcers["Warden"].beforeHook(
            _wardenTerms(1 hours), abi.encode(9), SINGLE, _sale(), LINK, owner, child
        );
    }

    /// @dev A cancel is final, also before the announcement; a delay cannot overflow.
    function test_attack_announcingAgainAfterACancel() public {
        bytes32 action = warden.hashAction(address(manager), LINK, _sale(), 4);
        vm.startPrank(child);
        warden.cancel(action);
        warden.announce(action, 0);
        vm.expectRevert(abi.encodeWithSelector(IWarden.IsCancelled.selector, action));
        warden.execute(action);
        vm.expectRevert(abi.encodeWithSelector(IWarden.AlreadyAnnounced.selector, action));
        warden.announce(action, 0);
        vm.expectRevert();
        warden.announce(keccak256("x"), type(uint256).max);
    }

    /// @dev Closed, not open.
    function test_attack_aDelayNobodyCanAnnounce() public {
        _commit(_sale(), 9);
        bytes memory terms = _wardenTerms(type(uint32).max);
        vm.prank(address(manager));
        vm.expectRevert("WardenEnforcer:delay-too-short");
        enforcers["Warden"].beforeHook(terms, abi.encode(9), SINGLE, _sale(), LINK, owner, child);
    }

    /// @dev High `s`.
    function test_attack_theOtherSignatureOfAnApproval() public {
        bytes memory args = _approvals(_sale(), 1, 1);
        bytes32 sv;
        assembly {
            sv := mload(add(args, 129))
        }
        uint256 n = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;
        bytes32 twin = bytes32(n - uint256(sv));
        assembly {
            mstore(add(args, 129), twin)
        }
        args[129] = args[129] == 0x1b ? bytes1(0x1c) : bytes1(0x1b);
        bytes memory terms = _councilTerms(1);
        vm.prank(address(manager));
        vm.expectRevert("ThresholdEnforcer:not-approved");
        enforcers["Threshold"].beforeHook(terms, args, SINGLE, _sale(), LINK, owner, child);
    }

    /// @dev A broken signature recovers to zero.
    function test_attack_nobodyOnTheCouncil() public {
        bytes memory terms = abi.encodePacked(uint8(1), uint8(1), address(0));
        bytes memory args = abi.encodePacked(uint256(1), uint256(START), uint8(0), new bytes(65));
        vm.prank(address(manager));
        vm.expectRevert("ThresholdEnforcer:invalid-signers");
        enforcers["Threshold"].beforeHook(terms, args, SINGLE, _sale(), LINK, owner, child);
    }
}
