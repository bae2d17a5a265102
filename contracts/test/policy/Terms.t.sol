// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {PolicyTerms} from "../../src/interfaces/IGolemPolicyEnforcer.sol";
import {Lease} from "../base/Lease.sol";

contract PolicyTermsTest is Lease {
    uint256 private constant MAX_UNITS = 2 ** 24 - 1;

    function testFuzz_getTermsInfo_success_roundTrip(PolicyTerms memory p, address[] memory payees)
        public
        view
    {
        p.kind = p.kind % 2;
        p.token = p.kind == 1 ? address(0) : address(uint160(bound(uint160(p.token), 1, type(uint160).max)));
        p.unitExponent = bound(p.unitExponent, 0, 30);
        uint256 unit = 10 ** p.unitExponent;
        p.cap = bound(p.cap, unit, _min(type(uint128).max, MAX_UNITS * unit + unit - 1));
        p.replicantCap = bound(p.replicantCap, 0, p.cap);
        p.expiry = bound(p.expiry, 0, type(uint40).max);
        p.owner = address(uint160(bound(uint160(p.owner), 1, type(uint160).max)));
        p.epoch = bound(p.epoch, 0, type(uint32).max);
        p.budgetId = bound(p.budgetId, 0, type(uint64).max);
        p.generation = bound(p.generation, 0, type(uint32).max - 1);
        p.maxAge = bound(p.maxAge, 0, type(uint32).max);
        p.sessionKey = address(uint160(bound(uint160(p.sessionKey), 1, type(uint160).max)));
        vm.assume(payees.length > 0);
        if (payees.length > 8) payees = _firstEight(payees);

        (PolicyTerms memory decoded, address[] memory list) = policyEnforcer.getTermsInfo(_encode(p, payees));

        assertEq(abi.encode(decoded), abi.encode(p));
        assertEq(abi.encode(list), abi.encode(payees));
    }

    function test_getTermsInfo_revert_numberOfPayees() public {
        _refuse(_encode(_policy(), new address[](0)), "invalid-terms-length");
        _refuse(_encode(_policy(), new address[](9)), "invalid-terms-length");
        _refuse(bytes.concat(_encode(_policy()), hex"00"), "invalid-terms-length");
        policyEnforcer.getTermsInfo(_encode(_policy(), new address[](8)));
    }

    function test_getTermsInfo_revert_token() public {
        PolicyTerms memory p = _policy();
        p.token = address(0);
        _refuse(_encode(p), "invalid-token");

        (p.kind, p.token) = (1, address(usdc));
        _refuse(_encode(p), "invalid-token");

        (p.kind, p.token) = (2, address(0));
        _refuse(_encode(p), "invalid-token");

        (p.kind, p.token) = (2, address(usdc));
        _refuse(_encode(p), "invalid-token");
    }

    function test_getTermsInfo_revert_cap() public {
        PolicyTerms memory p = _policy();
        p.replicantCap = 0;
        p.cap = 0;
        _refuse(_encode(p), "invalid-cap");

        p.cap = MAX_UNITS + 1;
        _refuse(_encode(p), "invalid-cap");

        (p.cap, p.unitExponent) = (99, 2);
        _refuse(_encode(p), "invalid-cap");

        (p.cap, p.unitExponent) = (type(uint128).max, 31);
        _refuse(_encode(p), "invalid-cap");

        (p.cap, p.unitExponent) = (100, 2);
        policyEnforcer.getTermsInfo(_encode(p));
        (p.cap, p.unitExponent) = (MAX_UNITS, 0);
        policyEnforcer.getTermsInfo(_encode(p));
    }

    function test_getTermsInfo_revert_replicantsAboveTheCap() public {
        PolicyTerms memory p = _policy();
        p.replicantCap = p.cap + 1;
        _refuse(_encode(p), "invalid-replicant-cap");
    }

    function test_getTermsInfo_revert_zeroOwnerAndSessionKey() public {
        PolicyTerms memory p = _policy();
        p.owner = address(0);
        _refuse(_encode(p), "invalid-owner");

        p = _policy();
        p.sessionKey = address(0);
        _refuse(_encode(p), "invalid-session-key");
    }

    /// @dev The maximum means ended: a lease that carried it could be used for ever and never superseded.
    function test_getTermsInfo_revert_endedGeneration() public {
        PolicyTerms memory p = _policy();
        p.generation = type(uint32).max;
        _refuse(_encode(p), "invalid-generation");
    }

    function _refuse(bytes memory terms, string memory reason) private {
        bytes memory message = bytes(string.concat("GolemPolicyEnforcer:", reason));
        vm.expectRevert(message);
        policyEnforcer.getTermsInfo(terms);
        bytes memory execution = _pay(payee, 1);
        vm.expectRevert(message);
        _hook(terms, execution, session);
    }

    function _min(uint256 a, uint256 b) private pure returns (uint256) {
        return a < b ? a : b;
    }

    function _firstEight(address[] memory payees) private pure returns (address[] memory few) {
        few = new address[](8);
        for (uint256 i; i < 8; ++i) {
            few[i] = payees[i];
        }
    }
}
