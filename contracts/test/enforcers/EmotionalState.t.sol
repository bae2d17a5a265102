// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IEmotionalStateTerms, MoodRule} from "../../src/interfaces/ITermsInfo.sol";
import {Specimens} from "../base/Specimens.sol";
import {Market} from "../mocks/Market.sol";

contract EmotionalStateTest is Specimens {
    function _sell(uint8 always) private {
        bytes memory execution = _single(address(market), 0, abi.encodeCall(Market.sell, (GOLEM, splitter)));
        _before(_specimen("EmotionalState", _moodTerms(always), "", execution));
    }

    function _report(int8 p, int8 a, int8 d) private {
        vm.prank(session);
        daimon.report(owner, GOLEM, p, a, d);
    }

    function testFuzz_beforeHook_success_riskyOnlyWithinBounds(int8 p, int8 a, int8 d) public {
        p = int8(bound(p, -100, 100));
        a = int8(bound(a, -100, 100));
        d = int8(bound(d, -100, 100));
        _report(p, a, d);

        if (p < -50 || a > 50 || d < -20) vm.expectRevert("EmotionalStateEnforcer:unsound-mood");
        _sell(0);
    }

    function test_beforeHook_success_theBoundsThemselves() public {
        _report(-50, 50, -20);
        _sell(0);
    }

    function test_beforeHook_revert_oneStepBeyondEachBound() public {
        uint256 snapshot = vm.snapshotState();
        int8[3][3] memory moods = [[int8(-51), 0, 0], [int8(0), 51, 0], [int8(0), 0, -21]];
        for (uint256 i; i < 3; ++i) {
            _report(moods[i][0], moods[i][1], moods[i][2]);
            vm.expectRevert("EmotionalStateEnforcer:unsound-mood");
            _sell(0);
            _sell(1);
            vm.revertToState(snapshot);
        }
    }

    function test_beforeHook_revert_silenceIsUnsound() public {
        vm.warp(START + 1 days);
        _sell(0);

        vm.warp(START + 1 days + 1);
        vm.expectRevert("EmotionalStateEnforcer:unsound-mood");
        _sell(0);
        _sell(1);
    }

    /// @dev Reading an unknown Golem as 0/0/0 would make it perfectly calm.
    function test_beforeHook_revert_unregistered() public {
        bytes memory terms = abi.encodePacked(
            abi.encodePacked(uint8(1), keccak256("unborn"), uint32(1 days), int8(-50), int8(50), int8(-20)),
            address(market),
            Market.sell.selector,
            uint8(1)
        );
        bytes memory execution = _single(address(market), 0, abi.encodeCall(Market.sell, (GOLEM, splitter)));

        vm.expectRevert("EmotionalStateEnforcer:unregistered");
        _before(_specimen("EmotionalState", terms, "", execution));
    }

    function test_beforeHook_revert_callsWithoutARule() public {
        bytes[3] memory executions = [
            _single(address(market), 0, abi.encodeCall(Market.open, (1))),
            _single(address(usdc), 0, abi.encodeCall(Market.sell, (GOLEM, splitter))),
            _single(address(market), 1, abi.encodeCall(Market.sell, (GOLEM, splitter)))
        ];

        for (uint256 i; i < executions.length; ++i) {
            vm.expectRevert("EmotionalStateEnforcer:call-not-allowed");
            _before(_specimen("EmotionalState", _moodTerms(1), "", executions[i]));
        }
    }

    function testFuzz_getTermsInfo_revert_anotherKindOfRule(uint8 kind) public {
        vm.assume(kind > 1);

        vm.expectRevert("EmotionalStateEnforcer:invalid-rule");
        IEmotionalStateTerms(address(enforcers["EmotionalState"])).getTermsInfo(_moodTerms(kind));
        vm.expectRevert("EmotionalStateEnforcer:invalid-rule");
        _sell(kind);
    }

    function testFuzz_getTermsInfo_success_roundTrip(
        bytes32 golemId,
        uint32 maxAge,
        int8[3] memory bounds,
        MoodRule[] memory rules
    ) public view {
        vm.assume(rules.length > 0 && rules.length <= 16);
        bytes memory terms = abi.encodePacked(uint8(1), golemId, maxAge, bounds[0], bounds[1], bounds[2]);
        for (uint256 i; i < rules.length; ++i) {
            terms = abi.encodePacked(terms, rules[i].target, rules[i].selector, rules[i].always);
        }

        (bytes32 id, uint256 age, int8 p, int8 a, int8 d, MoodRule[] memory decoded) =
            IEmotionalStateTerms(address(enforcers["EmotionalState"])).getTermsInfo(terms);

        assertEq(id, golemId);
        assertEq(age, maxAge);
        assertEq(p, bounds[0]);
        assertEq(a, bounds[1]);
        assertEq(d, bounds[2]);
        assertEq(abi.encode(decoded), abi.encode(rules));
    }
}
