// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {
    CallRule,
    IDreamModeTerms,
    IKnowledgeRoyaltyTerms,
    IMortalityTimeWindowTerms
} from "../../src/interfaces/ITermsInfo.sol";
import {Specimens} from "../base/Specimens.sol";
import {Market} from "../mocks/Market.sol";

/// @notice MortalityTimeWindow, DreamMode and KnowledgeRoyalty: gates without money of their own.
contract GatesTest is Specimens {
    function _sale(address seller) private view returns (bytes memory) {
        return _single(address(market), 0, abi.encodeCall(Market.sell, (GOLEM, seller)));
    }

    function testFuzz_window_success_fromStartUntilBeforeEnd(uint40 start, uint40 end, uint40 at) public {
        vm.assume(start < end);
        vm.warp(at);

        if (at < start) vm.expectRevert("MortalityTimeWindowEnforcer:not-yet");
        if (at >= end) vm.expectRevert("MortalityTimeWindowEnforcer:expired");
        _before(_specimen("MortalityTimeWindow", _windowTerms(start, end), "", _sale(splitter)));
    }

    function test_window_success_theSecondsThemselves() public {
        Specimen memory s =
            _specimen("MortalityTimeWindow", _windowTerms(START + 10, START + 20), "", _sale(splitter));
        vm.warp(START + 9);
        vm.expectRevert("MortalityTimeWindowEnforcer:not-yet");
        _before(s);
        vm.warp(START + 10);
        _before(s);
        vm.warp(START + 19);
        _before(s);
        vm.warp(START + 20);
        vm.expectRevert("MortalityTimeWindowEnforcer:expired");
        _before(s);
    }

    function testFuzz_window_revert_endNotAfterStart(uint40 start, uint40 end) public {
        end = uint40(bound(end, 0, start));

        vm.expectRevert("MortalityTimeWindowEnforcer:invalid-window");
        _before(_specimen("MortalityTimeWindow", _windowTerms(start, end), "", _sale(splitter)));
    }

    function testFuzz_window_success_roundTrip(uint40 start, uint40 end) public view {
        vm.assume(start < end);
        (uint256 from, uint256 to) = IMortalityTimeWindowTerms(address(enforcers["MortalityTimeWindow"]))
            .getTermsInfo(_windowTerms(start, end));

        assertEq(from, start);
        assertEq(to, end);
    }

    function _dream(uint256 duration) private {
        vm.prank(session);
        dreams.dream(owner, GOLEM, duration);
    }

    function test_dream_revert_whileDreaming() public {
        Specimen memory s = _specimen("DreamMode", abi.encodePacked(uint8(1), GOLEM), "", _sale(splitter));
        _dream(1 hours);

        vm.expectRevert("DreamModeEnforcer:dreaming");
        _before(s);
        vm.warp(START + 1 hours);
        _before(s);
    }

    function test_dream_success_exemptCallsPass() public {
        bytes memory terms = abi.encodePacked(
            uint8(1), GOLEM, address(market), Market.open.selector, address(market), Market.settle.selector
        );
        _dream(1 hours);

        _before(
            _specimen(
                "DreamMode", terms, "", _single(address(market), 0, abi.encodeCall(Market.settle, (owner)))
            )
        );
        vm.expectRevert("DreamModeEnforcer:dreaming");
        _before(_specimen("DreamMode", terms, "", _sale(splitter)));
        vm.expectRevert("DreamModeEnforcer:dreaming");
        _before(
            _specimen(
                "DreamMode", terms, "", _single(address(usdc), 0, abi.encodeCall(Market.settle, (owner)))
            )
        );
    }

    function test_dream_revert_plainEther() public {
        Specimen memory s =
            _specimen("DreamMode", abi.encodePacked(uint8(1), GOLEM), "", _single(address(market), 1, ""));
        _before(s);
        _dream(1 hours);

        vm.expectRevert("DreamModeEnforcer:dreaming");
        _before(s);
    }

    /// @dev What has no selector is no call of a list, not even of one that names nobody's nothing.
    function test_dream_revert_aRuleOfZerosExemptsNothing() public {
        bytes memory terms = abi.encodePacked(uint8(1), GOLEM, bytes24(0));
        _dream(1 hours);

        bytes[3] memory data = [bytes(""), hex"00", hex"000000"];
        for (uint256 i; i < data.length; ++i) {
            vm.expectRevert("DreamModeEnforcer:dreaming");
            _before(_specimen("DreamMode", terms, "", _single(address(market), 1, data[i])));
        }
    }

    function test_dream_revert_unregisteredIsNotAwake() public {
        vm.expectRevert("DreamModeEnforcer:unregistered");
        _before(_specimen("DreamMode", abi.encodePacked(uint8(1), keccak256("unborn")), "", _sale(splitter)));
    }

    function testFuzz_dream_success_roundTrip(bytes32 golemId, CallRule[] memory exempt) public view {
        vm.assume(exempt.length <= 16);
        bytes memory terms = abi.encodePacked(uint8(1), golemId);
        for (uint256 i; i < exempt.length; ++i) {
            terms = abi.encodePacked(terms, exempt[i].target, exempt[i].selector);
        }

        (bytes32 id, CallRule[] memory decoded) =
            IDreamModeTerms(address(enforcers["DreamMode"])).getTermsInfo(terms);

        assertEq(id, golemId);
        assertEq(abi.encode(decoded), abi.encode(exempt));
    }

    function testFuzz_royalty_revert_anyOtherPayee(address seller) public {
        vm.assume(seller != splitter);

        vm.expectRevert("KnowledgeRoyaltyEnforcer:wrong-payee");
        _before(_specimen("KnowledgeRoyalty", _royaltyTerms(), "", _sale(seller)));
    }

    function test_royalty_revert_anythingButTheSale() public {
        bytes memory sale = abi.encodeCall(Market.sell, (GOLEM, splitter));
        bytes[4] memory executions = [
            _single(address(usdc), 0, sale),
            _single(address(market), 0, abi.encodeCall(Market.settle, (splitter))),
            _single(address(market), 1, sale),
            _single(address(market), 0, hex"00")
        ];

        for (uint256 i; i < executions.length; ++i) {
            vm.expectRevert("KnowledgeRoyaltyEnforcer:not-the-sale");
            _before(_specimen("KnowledgeRoyalty", _royaltyTerms(), "", executions[i]));
        }
    }

    function test_royalty_revert_zeroAddresses() public {
        vm.expectRevert("KnowledgeRoyaltyEnforcer:zero-address");
        _before(
            _specimen(
                "KnowledgeRoyalty",
                abi.encodePacked(uint8(1), address(0), Market.sell.selector, uint8(1), splitter),
                "",
                _sale(splitter)
            )
        );
        vm.expectRevert("KnowledgeRoyaltyEnforcer:zero-address");
        _before(
            _specimen(
                "KnowledgeRoyalty",
                abi.encodePacked(uint8(1), address(market), Market.sell.selector, uint8(1), address(0)),
                "",
                _sale(splitter)
            )
        );
    }

    function testFuzz_royalty_success_roundTrip(address where, bytes4 selector, uint8 arg, address to)
        public
        view
    {
        vm.assume(where != address(0) && to != address(0));
        (address market_, bytes4 selector_, uint256 arg_, address splitter_) = IKnowledgeRoyaltyTerms(
                address(enforcers["KnowledgeRoyalty"])
            ).getTermsInfo(abi.encodePacked(uint8(1), where, selector, arg, to));

        assertEq(market_, where);
        assertEq(selector_, selector);
        assertEq(arg_, arg);
        assertEq(splitter_, to);
    }
}
