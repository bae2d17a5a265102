// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Caveat, Delegation} from "../../src/interfaces/IDelegationManager.sol";
import {PolicyTerms} from "../../src/interfaces/IGolemPolicyEnforcer.sol";
import {Lease} from "./Lease.sol";

/// @notice The whole runway: MetaMask's own ERC-7715 `erc20-token-periodic` grant with expiry and nonce, and
/// the guardian's lease under it.
abstract contract Runway is Lease {
    address internal periodEnforcer;
    address internal valueEnforcer;
    address internal timeEnforcer;
    address internal nonceEnforcer;

    function setUp() public virtual override {
        super.setUp();
        periodEnforcer = _framework("ERC20PeriodTransferEnforcer", "");
        valueEnforcer = _framework("ValueLteEnforcer", "");
        timeEnforcer = _framework("TimestampEnforcer", "");
        nonceEnforcer = _framework("NonceEnforcer", "");
    }

    function _periodTerms() internal view returns (bytes memory) {
        return abi.encodePacked(address(usdc), CAP, uint256(1 days), START);
    }

    /// @dev Caveats in the order in which MetaMask writes them.
    function _runwayGrant() internal view returns (Delegation memory) {
        Caveat[] memory caveats = new Caveat[](4);
        caveats[0] = _caveat(periodEnforcer, _periodTerms());
        caveats[1] = _caveat(valueEnforcer, abi.encode(0));
        caveats[2] = _caveat(timeEnforcer, abi.encodePacked(uint128(0), uint128(START + 90 days)));
        caveats[3] = _caveat(nonceEnforcer, abi.encode(0));
        return _sign(_link(owner, guardian, ROOT, caveats), ownerKey);
    }

    function _runway(PolicyTerms memory policy) internal view returns (Delegation[] memory) {
        Delegation memory grant = _runwayGrant();
        Caveat[] memory caveats = _list(_caveat(address(policyEnforcer), _encode(policy)));
        Delegation memory lease =
            _sign(_link(guardian, session, manager.getDelegationHash(grant), caveats), guardianKey);
        return _chain(lease, grant);
    }

    /// @dev A Replicant with caveats of its own under the lease.
    function _underLease(Delegation[] memory runway, Caveat[] memory caveats)
        internal
        view
        returns (Delegation[] memory)
    {
        Delegation memory leaf =
            _sign(_link(session, child, manager.getDelegationHash(runway[0]), caveats), sessionKey);
        return _chain(leaf, runway[0], runway[1]);
    }
}
