// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @notice Bardo's contracts that obey their caller, so that no grant may reach them.
/// @param vitality A guardian's account could heal its Golem there.
/// @param dream Same: wake.
/// @param daimon Same: soothe.
/// @param warden Announcements and vetoes are stored per caller.
/// @param policy Epochs are stored per caller. Zero in the policy enforcer itself.
struct Perimeter {
    address vitality;
    address dream;
    address daimon;
    address warden;
    address policy;
}
