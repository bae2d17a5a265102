// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IGolemPhaseTerms, PhaseRule} from "../../src/interfaces/ITermsInfo.sol";
import {Specimens} from "../base/Specimens.sol";
import {Market} from "../mocks/Market.sol";

contract GolemPhaseTest is Specimens {
    function _call(bytes memory terms, bytes memory data) private {
        _before(_specimen("GolemPhase", terms, "", _single(address(market), 0, data)));
    }

    function _rule(bytes4 selector, uint8 worst, uint8 recipient) private view returns (bytes memory) {
        return abi.encodePacked(address(market), selector, worst, recipient);
    }

    function _head(uint32 maxAge) private pure returns (bytes memory) {
        return abi.encodePacked(uint8(1), GOLEM, maxAge);
    }

    function _report(uint8 phase) private {
        vm.prank(session);
        vitality.report(owner, GOLEM, phase, 0);
    }

    function testFuzz_beforeHook_success_exactlyUpToTheWorstPhase(uint8 phase, uint8 worst) public {
        phase = uint8(bound(phase, 0, 4));
        worst = uint8(bound(worst, 0, 4));
        _report(phase);

        if (phase > worst) vm.expectRevert("GolemPhaseEnforcer:blocked-by-phase");
        _call(_phaseTerms(worst), abi.encodeCall(Market.sell, (GOLEM, splitter)));
    }

    function test_beforeHook_revert_silenceCountsAsTerminal() public {
        bytes memory sale = abi.encodeCall(Market.sell, (GOLEM, splitter));
        bytes memory settle = abi.encodeCall(Market.settle, (owner));
        bytes memory terms = bytes.concat(
            _head(1 hours), _rule(Market.sell.selector, 3, 255), _rule(Market.settle.selector, 4, 255)
        );
        vm.warp(START + 1 hours);
        _call(terms, sale);

        vm.warp(START + 1 hours + 1);
        vm.expectRevert("GolemPhaseEnforcer:blocked-by-phase");
        _call(terms, sale);
        _call(terms, settle);
    }

    /// @dev Not even settlement: unregistered is unknown, not terminal.
    function test_beforeHook_revert_unregistered() public {
        bytes memory terms = abi.encodePacked(
            uint8(1), keccak256("unborn"), uint32(1 days), _rule(Market.sell.selector, 4, 255)
        );

        vm.expectRevert("Phases:unregistered");
        _call(terms, abi.encodeCall(Market.sell, (GOLEM, splitter)));
    }

    function test_beforeHook_revert_noRuleForTheCall() public {
        Specimen memory s = _specimen("GolemPhase", _phaseTerms(4), "", "");
        bytes memory sale = abi.encodeCall(Market.sell, (GOLEM, splitter));

        bytes[4] memory executions = [
            _single(address(market), 0, abi.encodeCall(Market.open, (1))),
            _single(address(usdc), 0, sale),
            _single(address(market), 1, sale),
            _single(address(market), 0, hex"aabbcc")
        ];
        for (uint256 i; i < executions.length; ++i) {
            s.execution = executions[i];
            vm.expectRevert("GolemPhaseEnforcer:call-not-allowed");
            _before(s);
        }
    }

    function test_beforeHook_revert_payingSomebodyElse() public {
        bytes memory terms = bytes.concat(_head(1 days), _rule(Market.sell.selector, 4, 1));

        vm.expectRevert("GolemPhaseEnforcer:wrong-recipient");
        _call(terms, abi.encodeCall(Market.sell, (GOLEM, stranger)));
        vm.expectRevert("GolemPhaseEnforcer:wrong-recipient");
        _call(terms, abi.encodePacked(Market.sell.selector, GOLEM, bytes31(0)));
        vm.expectRevert("GolemPhaseEnforcer:wrong-recipient");
        _call(terms, abi.encodePacked(Market.sell.selector, GOLEM, uint256(uint160(owner)) | 1 << 200));
        _call(terms, abi.encodeCall(Market.sell, (GOLEM, owner)));
    }

    /// @dev One byte of the recipient is missing; the zero behind the calldata must not complete it.
    function test_beforeHook_revert_recipientCutShort() public {
        address account = address(uint160(owner) & ~uint160(0xff));
        vm.etch(account, hex"00");
        vm.prank(account);
        vitality.register(GOLEM, session);
        bytes memory terms = bytes.concat(_head(1 days), _rule(Market.sell.selector, 4, 1));
        bytes memory cut =
            abi.encodePacked(Market.sell.selector, GOLEM, bytes31(bytes32(uint256(uint160(account)))));
        bytes memory execution = _single(address(market), 0, cut);

        vm.expectRevert("GolemPhaseEnforcer:wrong-recipient");
        enforcers["GolemPhase"].beforeHook(terms, "", SINGLE, execution, LINK, account, session);
    }

    /// @dev "To the owner" cannot be checked where the delegator is not the owner's account.
    function test_beforeHook_revert_recipientRuleOnAMiddleLink() public {
        bytes memory terms = bytes.concat(_head(1 days), _rule(Market.sell.selector, 4, 1));
        bytes memory execution = _single(address(market), 0, abi.encodeCall(Market.sell, (GOLEM, guardian)));
        vm.expectRevert("BardoEnforcer:delegator-is-not-the-payer");
        enforcers["GolemPhase"].beforeHook(terms, "", SINGLE, execution, LINK, guardian, session);
    }

    function test_beforeHook_success_theFirstRuleThatNamesTheCallDecides() public {
        bytes memory terms = bytes.concat(
            _head(1 days),
            _rule(Market.open.selector, 0, 255),
            _rule(Market.sell.selector, 1, 255),
            _rule(Market.sell.selector, 4, 255)
        );
        _report(2);

        vm.expectRevert("GolemPhaseEnforcer:blocked-by-phase");
        _call(terms, abi.encodeCall(Market.sell, (GOLEM, splitter)));
    }

    function test_getTermsInfo_revert_phaseOutOfRange() public {
        bytes memory terms = bytes.concat(
            _head(1 days), _rule(Market.sell.selector, 4, 255), _rule(Market.open.selector, 5, 255)
        );

        vm.expectRevert("GolemPhaseEnforcer:invalid-phase");
        IGolemPhaseTerms(address(enforcers["GolemPhase"])).getTermsInfo(terms);
        vm.expectRevert("GolemPhaseEnforcer:invalid-phase");
        _call(terms, abi.encodeCall(Market.sell, (GOLEM, splitter)));
    }

    function testFuzz_getTermsInfo_success_roundTrip(bytes32 golemId, uint32 maxAge, PhaseRule[] memory rules)
        public
        view
    {
        vm.assume(rules.length > 0 && rules.length <= 16);
        bytes memory terms = abi.encodePacked(uint8(1), golemId, maxAge);
        for (uint256 i; i < rules.length; ++i) {
            rules[i].worstPhase = uint8(bound(rules[i].worstPhase, 0, 4));
            terms = abi.encodePacked(
                terms, rules[i].target, rules[i].selector, rules[i].worstPhase, rules[i].recipientArg
            );
        }

        (bytes32 id, uint256 age, PhaseRule[] memory decoded) =
            IGolemPhaseTerms(address(enforcers["GolemPhase"])).getTermsInfo(terms);

        assertEq(id, golemId);
        assertEq(age, maxAge);
        assertEq(abi.encode(decoded), abi.encode(rules));
    }
}
