// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @notice Takes gas money, and while it is being paid asks for more.
contract Glutton {
    address private _manager;
    bytes private _again;
    uint256 public refused;

    function want(address manager, bytes calldata again) external {
        (_manager, _again) = (manager, again);
    }

    receive() external payable {
        if (refused != 0) return;
        (bool ok,) = _manager.call(_again);
        if (!ok) ++refused;
    }
}
