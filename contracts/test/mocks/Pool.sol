// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC20, IERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// @notice A constant-product pool of two plain tokens with a fee of 0.3 %, which stays with its shares. It is
/// its own router: arguments are plain words, and it calls nobody but its two tokens. For the demo world.
contract Pool is ERC20("Pool share", "POOL") {
    using SafeERC20 for IERC20;

    uint256 private constant FULL = 10_000;
    uint256 private constant AFTER_FEE = 9_970;
    /// @dev Locked for ever, so that the first provider cannot make one share worth a fortune.
    uint256 private constant LOCKED = 1_000;

    IERC20 public immutable token0;
    IERC20 public immutable token1;
    uint256 public reserve0;
    uint256 public reserve1;

    error WrongPair(address tokenIn, address tokenOut);
    error TooLittleOut(uint256 out, uint256 leastOut);

    constructor(IERC20 first, IERC20 second) {
        (token0, token1) = (first, second);
    }

    /// @notice Takes both tokens; what exceeds the pool's ratio is a gift to it.
    function provide(uint256 amount0, uint256 amount1, address to) external returns (uint256 shares) {
        uint256 supply = totalSupply();
        if (supply == 0) {
            shares = Math.sqrt(amount0 * amount1) - LOCKED;
            _mint(address(0xdead), LOCKED);
        } else {
            shares = Math.min(amount0 * supply / reserve0, amount1 * supply / reserve1);
        }
        (reserve0, reserve1) = (reserve0 + amount0, reserve1 + amount1);
        _mint(to, shares);
        token0.safeTransferFrom(msg.sender, address(this), amount0);
        token1.safeTransferFrom(msg.sender, address(this), amount1);
    }

    /// @notice Gives back the part of both tokens that the caller's shares stand for.
    function leave(uint256 shares, address to) external returns (uint256 amount0, uint256 amount1) {
        uint256 supply = totalSupply();
        (amount0, amount1) = (reserve0 * shares / supply, reserve1 * shares / supply);
        (reserve0, reserve1) = (reserve0 - amount0, reserve1 - amount1);
        _burn(msg.sender, shares);
        token0.safeTransfer(to, amount0);
        token1.safeTransfer(to, amount1);
    }

    /// @notice Sells exactly `amountIn`.
    function swap(address tokenIn, address tokenOut, address recipient, uint256 amountIn, uint256 leastOut)
        external
        returns (uint256 out)
    {
        bool forward = tokenIn == address(token0) && tokenOut == address(token1);
        bool back = tokenIn == address(token1) && tokenOut == address(token0);
        require(forward || back, WrongPair(tokenIn, tokenOut));
        out = quote(tokenIn, amountIn);
        require(out >= leastOut, TooLittleOut(out, leastOut));
        (reserve0, reserve1) =
            forward ? (reserve0 + amountIn, reserve1 - out) : (reserve0 - out, reserve1 + amountIn);
        IERC20(tokenIn).safeTransferFrom(msg.sender, address(this), amountIn);
        IERC20(tokenOut).safeTransfer(recipient, out);
    }

    /// @notice What `amountIn` buys now: (x + in · 0.997) · (y − out) = x · y, rounded down.
    function quote(address tokenIn, uint256 amountIn) public view returns (uint256) {
        (uint256 x, uint256 y) = tokenIn == address(token0) ? (reserve0, reserve1) : (reserve1, reserve0);
        uint256 charged = amountIn * AFTER_FEE;
        return charged * y / (x * FULL + charged);
    }
}
