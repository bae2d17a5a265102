// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Caveat, Delegation} from "../../src/interfaces/IDelegationManager.sol";
import {Runway} from "../base/Runway.sol";

/// @notice Whole transactions of the official manager; meaningful only with `forge test --isolate`.
abstract contract Gas is Runway {
    /// @dev MetaMask's period caveat alone in a later period: what a whole lease must stay below.
    uint256 internal constant PERIOD_LATER = 124_541;

    function _pullAt(uint256 time, address redeemer, Delegation[] memory chain, string memory name)
        internal
        returns (uint256 gas)
    {
        vm.warp(time);
        _redeem(redeemer, chain, _pay(payee, 1e6));
        gas = vm.snapshotGasLastCall("pull", name);
    }

    function _ownersLink(Caveat[] memory caveats) internal view returns (Delegation[] memory) {
        return _chain(_sign(_link(owner, session, ROOT, caveats), ownerKey));
    }

    function _alone(address enforcer, bytes memory terms) internal view returns (Delegation[] memory) {
        return _ownersLink(_list(_caveat(enforcer, terms)));
    }
}
