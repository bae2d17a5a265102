// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {PolicyTerms} from "../../src/interfaces/IGolemPolicyEnforcer.sol";
import {Lease} from "../base/Lease.sol";

/// @notice Phases, silence and time.
contract PolicyLifeTest is Lease {
    function _report(uint8 phase) private {
        vm.prank(session);
        vitality.report(guardian, GOLEM, phase, 5_000);
    }

    function test_beforeHook_success_capByPhase() public {
        uint256[4] memory caps = [CAP, CAP, CAP / 2, CAP / 10];

        for (uint8 phase; phase < 4; ++phase) {
            PolicyTerms memory p = _policy();
            p.budgetId = phase + 100;
            _report(phase);
            vm.expectRevert("GolemPolicyEnforcer:cap-exceeded");
            _hook(p, _pay(payee, caps[phase] + 1), session);
            _hook(p, _pay(payee, caps[phase]), session);
            vm.expectRevert("GolemPolicyEnforcer:cap-exceeded");
            _hook(p, _pay(payee, 1), session);
        }
    }

    /// @dev A cap need be no multiple of anything: the share is taken first and rounded down once.
    function test_beforeHook_success_aShareOfAnOddCap() public {
        uint256[2] memory shares = [uint256(3_000_003), 600_000];

        for (uint8 phase = 2; phase < 4; ++phase) {
            PolicyTerms memory p = _policy();
            p.unitExponent = 0;
            p.cap = 6_000_007;
            p.budgetId = phase + 200;
            _report(phase);
            uint256 most = shares[phase - 2];
            vm.expectRevert("GolemPolicyEnforcer:cap-exceeded");
            _hook(p, _pay(payee, most + 1), session);
            _hook(p, _pay(payee, most), session);
        }
    }

    function test_beforeHook_revert_terminal() public {
        _report(4);

        vm.expectRevert("GolemPolicyEnforcer:terminal");
        _hook(_policy(), _pay(payee, 1), session);
    }

    function test_beforeHook_revert_unregistered() public {
        PolicyTerms memory p = _policy();
        p.golemId = keccak256("unborn");

        vm.expectRevert("Phases:unregistered");
        _hook(p, _pay(payee, 1), session);
    }

    /// @dev A thief of the session key would stay thriving by never reporting again.
    function test_beforeHook_revert_silence() public {
        PolicyTerms memory p = _policy();
        p.maxAge = 1 hours;
        vm.warp(START + 1 hours);
        _hook(p, _pay(payee, 1), session);

        vm.warp(START + 1 hours + 1);
        vm.expectRevert("GolemPolicyEnforcer:vitality-stale");
        _hook(p, _pay(payee, 1), session);

        _report(0);
        _hook(p, _pay(payee, 1), session);
    }

    function test_beforeHook_revert_fromTheExpiryOn() public {
        PolicyTerms memory p = _policy();
        p.expiry = START + 1 days;
        vm.warp(START + 1 days - 1);
        _hook(p, _pay(payee, 1), session);

        vm.warp(START + 1 days);
        vm.expectRevert("GolemPolicyEnforcer:expired");
        _hook(p, _pay(payee, 1), session);
    }

    /// @dev A record counts only under the delegator of the link: a stranger's rosy record is nobody's.
    function test_beforeHook_revert_recordOfAnotherGuardian() public {
        vm.prank(stranger);
        vitality.register(keccak256("other"), stranger);
        PolicyTerms memory p = _policy();
        p.golemId = keccak256("other");

        vm.expectRevert("Phases:unregistered");
        _hook(p, _pay(payee, 1), session);
    }
}
