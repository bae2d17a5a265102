// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC20, ERC4626, IERC20} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// @notice An ERC-4626 vault that takes 0.1 % of what comes in, for its keeper. Whoever goes in and out a
/// thousand times has nothing left: what a bound on losses is for. Money sent to it is yield. For the demo world.
contract SavingsVault is ERC4626 {
    uint256 private constant FEE = 10;
    uint256 private constant FULL = 10_000;

    address public immutable keeper;

    constructor(IERC20 asset, address keeper_) ERC20("Savings", "sUSDC") ERC4626(asset) {
        keeper = keeper_;
    }

    function previewDeposit(uint256 assets) public view override returns (uint256) {
        return super.previewDeposit(assets - _feeIn(assets));
    }

    function previewMint(uint256 shares) public view override returns (uint256) {
        uint256 assets = super.previewMint(shares);
        return assets + Math.mulDiv(assets, FEE, FULL - FEE, Math.Rounding.Ceil);
    }

    function _deposit(address caller, address receiver, uint256 assets, uint256 shares) internal override {
        super._deposit(caller, receiver, assets, shares);
        SafeERC20.safeTransfer(IERC20(asset()), keeper, _feeIn(assets));
    }

    /// @dev The part of `assets`, fee included, that is the fee.
    function _feeIn(uint256 assets) private pure returns (uint256) {
        return Math.mulDiv(assets, FEE, FULL, Math.Rounding.Ceil);
    }
}
