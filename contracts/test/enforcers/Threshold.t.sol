// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IThresholdTerms} from "../../src/interfaces/ITermsInfo.sol";
import {Specimens} from "../base/Specimens.sol";
import {Market} from "../mocks/Market.sol";

contract ThresholdTest is Specimens {
    bytes private sale;
    IThresholdTerms private council;

    function setUp() public override {
        super.setUp();
        sale = _single(address(market), 0, abi.encodeCall(Market.sell, (GOLEM, splitter)));
        council = IThresholdTerms(address(enforcers["Threshold"]));
    }

    function _try(uint8 threshold, bytes memory args, bytes memory execution) private {
        bytes memory terms = _councilTerms(threshold);
        _before(_specimen("Threshold", terms, args, execution));
    }

    function testFuzz_beforeHook_success_exactlyKOfN(uint8 threshold, uint256 nonce) public {
        threshold = uint8(bound(threshold, 1, 3));

        _try(threshold, _approvals(sale, nonce, threshold), sale);

        assertTrue(council.isUsed(address(manager), LINK, nonce));
    }

    function test_beforeHook_revert_tooFewOrTooManyApprovals() public {
        bytes memory one = _approvals(sale, 1, 1);
        bytes memory three = _approvals(sale, 1, 3);

        vm.expectRevert("ThresholdEnforcer:invalid-args-length");
        _try(2, one, sale);
        vm.expectRevert("ThresholdEnforcer:invalid-args-length");
        _try(2, three, sale);
        vm.expectRevert("ThresholdEnforcer:invalid-args-length");
        _try(2, "", sale);
    }

    function test_beforeHook_revert_theSameApprovalsAgain() public {
        bytes memory args = _approvals(sale, 1, 2);
        _try(2, args, sale);

        vm.expectRevert("ThresholdEnforcer:nonce-used");
        _try(2, args, sale);
        _try(2, _approvals(sale, 2, 2), sale);
    }

    function test_beforeHook_revert_anotherExecution() public {
        bytes memory args = _approvals(sale, 1, 2);
        bytes[3] memory others = [
            _single(address(market), 0, abi.encodeCall(Market.sell, (GOLEM, stranger))),
            _single(address(market), 1, abi.encodeCall(Market.sell, (GOLEM, splitter))),
            _single(address(usdc), 0, abi.encodeCall(Market.sell, (GOLEM, splitter)))
        ];

        for (uint256 i; i < others.length; ++i) {
            vm.expectRevert("ThresholdEnforcer:not-approved");
            _try(2, args, others[i]);
        }
    }

    function test_beforeHook_revert_anotherLinkManagerOrChain() public {
        bytes memory args = _approvals(sale, 1, 1);
        bytes memory terms = _councilTerms(1);

        vm.prank(address(manager));
        vm.expectRevert("ThresholdEnforcer:not-approved");
        enforcers["Threshold"].beforeHook(terms, args, SINGLE, sale, keccak256("other"), owner, child);
        vm.prank(stranger);
        vm.expectRevert("ThresholdEnforcer:not-approved");
        enforcers["Threshold"].beforeHook(terms, args, SINGLE, sale, LINK, owner, child);
        vm.chainId(block.chainid + 1);
        vm.expectRevert("ThresholdEnforcer:not-approved");
        _try(1, args, sale);
    }

    function test_beforeHook_revert_afterTheDeadline() public {
        bytes memory args = _approvals(sale, 1, 1);
        bytes memory more = _approvals(sale, 2, 1);
        vm.warp(START + 1 hours);
        _try(1, args, sale);

        vm.warp(START + 1 hours + 1);
        vm.expectRevert("ThresholdEnforcer:approvals-expired");
        _try(1, more, sale);
    }

    /// @dev The nonce and the deadline are signed too.
    function test_beforeHook_revert_anotherNonceOrDeadline() public {
        (, uint256[3] memory keys) = _council();
        uint256 deadline = START + 1 hours;
        bytes memory approval = _approval(LINK, sale, 1, deadline, keys[0]);

        vm.expectRevert("ThresholdEnforcer:not-approved");
        _try(1, abi.encodePacked(uint256(2), deadline, uint8(0), approval), sale);
        vm.expectRevert("ThresholdEnforcer:not-approved");
        _try(1, abi.encodePacked(uint256(1), deadline + 1, uint8(0), approval), sale);
    }

    function test_beforeHook_revert_oneCouncillorTwice() public {
        (, uint256[3] memory keys) = _council();
        uint256 deadline = START + 1 hours;
        bytes memory approval = _approval(LINK, sale, 1, deadline, keys[1]);

        vm.expectRevert("ThresholdEnforcer:invalid-signer-order");
        _try(2, abi.encodePacked(uint256(1), deadline, uint8(1), approval, uint8(1), approval), sale);
        vm.expectRevert("ThresholdEnforcer:not-approved");
        _try(2, abi.encodePacked(uint256(1), deadline, uint8(1), approval, uint8(2), approval), sale);
        vm.expectRevert("ThresholdEnforcer:invalid-signer-order");
        _try(1, abi.encodePacked(uint256(1), deadline, uint8(3), approval), sale);
    }

    function testFuzz_beforeHook_revert_noCouncillor(uint256 key, bytes32 junk) public {
        key = bound(key, 1, 2 ** 200);
        uint256 deadline = START + 1 hours;
        bytes memory foreign = _approval(LINK, sale, 1, deadline, key);

        vm.expectRevert("ThresholdEnforcer:not-approved");
        _try(1, abi.encodePacked(uint256(1), deadline, uint8(0), foreign), sale);
        vm.expectRevert("ThresholdEnforcer:not-approved");
        _try(1, abi.encodePacked(uint256(1), deadline, uint8(0), junk, junk, uint8(9)), sale);
    }

    function test_getTermsInfo_revert_thresholdAndSigners() public {
        (address[3] memory signers,) = _council();
        vm.expectRevert("ThresholdEnforcer:invalid-threshold");
        council.getTermsInfo(abi.encodePacked(uint8(1), uint8(0), signers[0]));
        vm.expectRevert("ThresholdEnforcer:invalid-threshold");
        council.getTermsInfo(abi.encodePacked(uint8(1), uint8(2), signers[0]));
        vm.expectRevert("ThresholdEnforcer:invalid-signers");
        council.getTermsInfo(abi.encodePacked(uint8(1), uint8(1), signers[1], signers[0]));
        vm.expectRevert("ThresholdEnforcer:invalid-signers");
        council.getTermsInfo(abi.encodePacked(uint8(1), uint8(1), signers[0], signers[0]));
        vm.expectRevert("ThresholdEnforcer:invalid-signers");
        council.getTermsInfo(abi.encodePacked(uint8(1), uint8(1), address(0), signers[0]));
    }

    function testFuzz_getTermsInfo_success_roundTrip(uint8 threshold, uint160 base, uint8 count) public view {
        count = uint8(bound(count, 1, 16));
        threshold = uint8(bound(threshold, 1, count));
        base = uint160(bound(base, 1, type(uint160).max - 16));
        bytes memory terms = abi.encodePacked(uint8(1), threshold);
        for (uint160 i; i < count; ++i) {
            terms = abi.encodePacked(terms, base + i);
        }

        (uint256 threshold_, address[] memory signers) = council.getTermsInfo(terms);

        assertEq(threshold_, threshold);
        assertEq(signers.length, count);
        for (uint160 i; i < count; ++i) {
            assertEq(signers[i], address(base + i));
        }
    }
}
