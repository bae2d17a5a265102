// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Usdc} from "./Usdc.sol";

/// @notice Swaps at whatever rate the test says, and prints what it pays.
contract Router {
    uint256 public rate = 1e18;
    bytes private _reentry;
    address private _target;

    function setRate(uint256 newRate) external {
        rate = newRate;
    }

    function callDuringSwap(address target, bytes calldata data) external {
        (_target, _reentry) = (target, data);
    }

    /// @dev Pays `rate / 1e18` of tokenOut for each tokenIn.
    function swap(address tokenIn, address tokenOut, address recipient, uint256 amountIn) external {
        IERC20(tokenIn).transferFrom(msg.sender, address(this), amountIn);
        if (_target != address(0)) {
            (bool ok, bytes memory answer) = _target.call(_reentry);
            if (!ok) {
                assembly ("memory-safe") {
                    revert(add(answer, 32), mload(answer))
                }
            }
        }
        Usdc(tokenOut).mint(recipient, amountIn * rate / 1e18);
    }

    /// @dev Takes tokenOut too: a swap that ends with less of both.
    function swapAndTake(address tokenIn, address tokenOut, address recipient, uint256 amount) external {
        IERC20(tokenIn).transferFrom(msg.sender, address(this), amount);
        IERC20(tokenOut).transferFrom(recipient, address(this), amount);
    }
}
