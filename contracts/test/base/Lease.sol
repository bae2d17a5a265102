// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Caveat, Delegation} from "../../src/interfaces/IDelegationManager.sol";
import {PolicyTerms} from "../../src/interfaces/IGolemPolicyEnforcer.sol";
import {World} from "./World.sol";

/// @notice A world with one living Golem on a lease of 10 USDC a day, of which Replicants get 2.
abstract contract Lease is World {
    uint256 internal constant CAP = 10e6;
    uint256 internal constant REPLICANT_CAP = 2e6;

    function setUp() public virtual override {
        super.setUp();
        vm.prank(guardian);
        vitality.register(GOLEM, session);
    }

    function _policy() internal view returns (PolicyTerms memory) {
        return PolicyTerms({
            kind: 0,
            token: address(usdc),
            cap: CAP,
            unitExponent: 0,
            replicantCap: REPLICANT_CAP,
            expiry: START + 365 days,
            owner: owner,
            epoch: 0,
            budgetId: 1,
            generation: 1,
            golemId: GOLEM,
            maxAge: 366 days,
            sessionKey: session
        });
    }

    function _payees() internal view returns (address[] memory list) {
        list = new address[](1);
        list[0] = payee;
    }

    function _encode(PolicyTerms memory p) internal view returns (bytes memory) {
        return _encode(p, _payees());
    }

    function _encode(PolicyTerms memory p, address[] memory payees)
        internal
        pure
        returns (bytes memory terms)
    {
        terms = abi.encodePacked(
            uint8(1),
            uint8(p.kind),
            p.token,
            uint128(p.cap),
            uint8(p.unitExponent),
            uint128(p.replicantCap),
            uint40(p.expiry),
            p.owner
        );
        terms = abi.encodePacked(
            terms,
            uint32(p.epoch),
            uint64(p.budgetId),
            uint32(p.generation),
            p.golemId,
            uint32(p.maxAge),
            p.sessionKey
        );
        for (uint256 i; i < payees.length; ++i) {
            terms = abi.encodePacked(terms, payees[i]);
        }
    }

    /// @dev Owner's root without caveats: what MetaMask would put there is tested in integration/Runway.
    function _grant() internal view returns (Delegation memory) {
        return _sign(_link(owner, guardian, ROOT, new Caveat[](0)), ownerKey);
    }

    function _leaseLink(bytes memory terms) internal view returns (Delegation memory) {
        Caveat[] memory caveats = _list(_caveat(address(policyEnforcer), terms));
        return _sign(_link(guardian, session, manager.getDelegationHash(_grant()), caveats), guardianKey);
    }

    /// @dev Lease and grant, ready to redeem by the session key.
    function _lease(PolicyTerms memory policy) internal view returns (Delegation[] memory) {
        return _chain(_leaseLink(_encode(policy)), _grant());
    }

    /// @dev Replicant, lease and grant, ready to redeem by the child key.
    function _replicant(PolicyTerms memory policy) internal view returns (Delegation[] memory) {
        Delegation memory lease = _leaseLink(_encode(policy));
        Delegation memory leaf =
            _sign(_link(session, child, manager.getDelegationHash(lease), new Caveat[](0)), sessionKey);
        return _chain(leaf, lease, _grant());
    }

    /// @dev The hook itself, as the manager would call it.
    function _hook(PolicyTerms memory policy, bytes memory execution, address redeemer) internal {
        _hook(_encode(policy), execution, redeemer);
    }

    function _hook(bytes memory terms, bytes memory execution, address redeemer) internal {
        vm.prank(address(manager));
        policyEnforcer.beforeHook(terms, "", SINGLE, execution, bytes32(0), guardian, redeemer);
    }

    function _raiseSignature(uint64 budgetId, uint32 generation) internal view returns (bytes memory) {
        bytes32 structHash = keccak256(
            abi.encode(
                keccak256("Raise(address manager,address guardian,uint64 budgetId,uint32 generation)"),
                manager,
                guardian,
                budgetId,
                generation
            )
        );
        return _bardoSignature(address(policyEnforcer), structHash, guardianKey);
    }

    function _raise(uint64 budgetId, uint32 generation) internal {
        bytes memory signature = _raiseSignature(budgetId, generation);
        vm.prank(stranger);
        policyEnforcer.raise(address(manager), guardian, budgetId, generation, signature);
    }
}
