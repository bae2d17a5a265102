// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Caveat, Delegation} from "../../src/interfaces/IDelegationManager.sol";
import {Gas} from "./Gas.sol";

/// @notice The lease alone on a link, the real runway, and MetaMask's own ways beside them.
contract PolicyGasTest is Gas {
    function setUp() public override {
        super.setUp();
        vm.prank(owner);
        vitality.register(GOLEM, session);
    }

    function test_gas_nothingAndTransferFrom() public {
        _pullAt(START, session, _ownersLink(new Caveat[](0)), "manager, no caveat");
        vm.prank(owner);
        usdc.approve(session, 100e6);
        vm.prank(session);
        usdc.transferFrom(owner, payee, 1e6);
        vm.snapshotGasLastCall("pull", "transferFrom after approve");
    }

    function test_gas_metaMasksPeriodAlone() public {
        Delegation[] memory chain = _alone(periodEnforcer, _periodTerms());

        _pullAt(START, session, chain, "MetaMask period alone, first");
        _pullAt(START + 5 minutes, session, chain, "MetaMask period alone, same period");
        _pullAt(START + 1 days, session, chain, "MetaMask period alone, next period");
    }

    function test_gas_policyAlone() public {
        Delegation[] memory chain = _alone(address(policyEnforcer), _encode(_policy()));

        uint256 first = _pullAt(START, session, chain, "policy alone, first");
        uint256 later = _pullAt(START + 5 minutes, session, chain, "policy alone, same bucket");
        uint256 next = _pullAt(START + 1 days, session, chain, "policy alone, next day");

        assertLt(first, 150_000);
        assertLt(later, PERIOD_LATER);
        assertLt(next, PERIOD_LATER);
    }

    function test_gas_realRunway() public {
        Delegation[] memory chain = _runway(_policy());

        _pullAt(START, session, chain, "real runway (7715 root + lease), first");
        _pullAt(START + 5 minutes, session, chain, "real runway, same period");
        _pullAt(START + 1 days, session, chain, "real runway, next period");
    }

    function test_gas_rootAloneAsGrantedByMetaMask() public {
        Delegation memory grant = _runwayGrant();
        grant.delegate = session;
        Delegation[] memory chain = _chain(_sign(grant, ownerKey));

        _pullAt(START, session, chain, "7715 root alone, first");
        _pullAt(START + 1 days, session, chain, "7715 root alone, next period");
    }

    function test_gas_replicantUnderTheRunway() public {
        Delegation[] memory chain = _underLease(_runway(_policy()), new Caveat[](0));

        _pullAt(START, child, chain, "Replicant (chain of three), first");
        _pullAt(START + 1 days, child, chain, "Replicant, next period");
    }

    function test_gas_endings() public {
        bytes memory signature = _raiseSignature(1, type(uint32).max);
        vm.prank(stranger);
        policyEnforcer.raise(address(manager), guardian, 1, type(uint32).max, signature);
        vm.snapshotGasLastCall("ending", "raise to ended, relayed");
        vm.prank(owner);
        policyEnforcer.endAllLeases();
        vm.snapshotGasLastCall("ending", "owner ends all leases");
        vm.warp(START + 5 minutes);
        vm.prank(session);
        vitality.report(guardian, GOLEM, 1, 9_000);
        vm.snapshotGasLastCall("ending", "heartbeat to the VitalityOracle");
    }
}
