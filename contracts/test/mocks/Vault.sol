// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC20, ERC4626, IERC20} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";

/// @notice A plain ERC-4626 vault that can call somebody in the middle of a deposit.
contract Vault is ERC4626 {
    address private _toCall;
    bytes private _callData;

    constructor(IERC20 asset) ERC20("Vault", "vUSDC") ERC4626(asset) {}

    function callDuringDeposit(address target, bytes calldata data) external {
        (_toCall, _callData) = (target, data);
    }

    function _deposit(address caller, address receiver, uint256 assets, uint256 shares) internal override {
        super._deposit(caller, receiver, assets, shares);
        if (_toCall != address(0)) {
            (bool ok, bytes memory answer) = _toCall.call(_callData);
            if (!ok) {
                assembly ("memory-safe") {
                    revert(add(answer, 32), mload(answer))
                }
            }
        }
    }
}
