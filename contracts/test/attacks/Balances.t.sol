// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Mode} from "@openzeppelin/contracts/account/utils/draft-ERC7579Utils.sol";
import {IERC4626} from "@openzeppelin/contracts/interfaces/IERC4626.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {Caveat, Delegation} from "../../src/interfaces/IDelegationManager.sol";
import {Specimens} from "../base/Specimens.sol";
import {Router} from "../mocks/Router.sol";

/// @notice Against the enforcers that weigh the account before and after.
contract BalancesTest is Specimens {
    function _mandate(string memory name, bytes memory terms, address to)
        private
        view
        returns (Delegation[] memory)
    {
        return _chain(_root(owner, ownerKey, to, _caveat(address(enforcers[name]), terms)));
    }

    function _call(Delegation[] memory chain, bytes memory execution) private view returns (bytes memory) {
        bytes[] memory contexts = new bytes[](1);
        contexts[0] = abi.encode(chain);
        bytes[] memory executions = new bytes[](1);
        executions[0] = execution;
        return abi.encodeCall(manager.redeemDelegations, (contexts, new Mode[](1), executions));
    }

    function _nav() private view returns (bytes memory) {
        return _navTerms(1_000, 1_000e6, 100e6);
    }

    function _swap(uint256 amount) private view returns (bytes memory) {
        return _single(
            address(router), 0, abi.encodeCall(Router.swap, (address(usdc), address(weth), owner, amount))
        );
    }

    function _approve(uint256 amount) private view returns (bytes memory) {
        return _single(address(usdc), 0, abi.encodeCall(IERC20.approve, (address(router), amount)));
    }

    /// @dev 5000 USDC wait in the vault; a router that pays nothing for 5000 calls `inner` in the middle.
    function _saleAround(bytes memory inner) private returns (Delegation[] memory swap) {
        Delegation[] memory nav = _mandate("VaultNAV", _nav(), session);
        _redeem(session, nav, _single(address(vault), 0, abi.encodeCall(IERC4626.deposit, (5_000e6, owner))));
        router.callDuringSwap(address(manager), inner);
        router.setRate(0);
        swap = _mandate("MaxSlippage", _slippageTerms(100), session);
        _redeem(session, swap, _approve(5_000e6));
    }

    function _comeHome() private view returns (bytes memory) {
        return _single(address(vault), 0, abi.encodeCall(IERC4626.withdraw, (5_000e6, owner, owner)));
    }

    /// @dev What README admits: another mandate of the same account brings its money home while as much is
    /// sold for nothing, and nothing seems to be missing. Hence: no router that hands control to strangers.
    function test_attack_withdrawalInsideASale() public {
        bytes memory terms = abi.encodePacked(
            uint8(1), GOLEM, uint32(1 days), address(vault), IERC4626.withdraw.selector, uint8(4), uint8(1)
        );
        Delegation[] memory inner = _mandate("GolemPhase", terms, address(router));
        Delegation[] memory swap = _saleAround(_call(inner, _comeHome()));

        _redeem(session, swap, _swap(5_000e6));
        assertEq(usdc.balanceOf(owner) + vault.balanceOf(owner), 995_000e6);
    }

    /// @dev Hooks are open to all. In the middle of a sale nobody else ends the weighing.
    function test_attack_strangersEndTheWeighing() public {
        Delegation[] memory swap = _mandate("MaxSlippage", _slippageTerms(100), session);
        _redeem(session, swap, _approve(1e6));
        router.setRate(0);
        router.callDuringSwap(
            address(enforcers["MaxSlippage"]),
            abi.encodeCall(
                enforcers["MaxSlippage"].afterHook,
                (_slippageTerms(100), "", SINGLE, _approve(0), LINK, owner, session)
            )
        );

        vm.expectRevert("MaxSlippageEnforcer:too-little-bought");
        _redeem(session, swap, _swap(1e6));
    }

    /// @dev They are not the account's, so nobody would weigh them.
    function test_attack_sharesOfSomebodyWhoTrustsTheAccount() public {
        vault.approve(owner, type(uint256).max);
        Delegation[] memory nav = _mandate("VaultNAV", _nav(), session);
        vm.expectRevert("VaultNAVEnforcer:call-not-allowed");
        _redeem(
            session,
            nav,
            _single(address(vault), 0, abi.encodeCall(IERC4626.redeem, (1_000e6, stranger, address(this))))
        );
    }

    /// @dev What README admits: until the next swap, the router may hold an allowance.
    function test_attack_anApprovalWithoutASwap() public {
        Delegation[] memory swap = _mandate("MaxSlippage", _slippageTerms(100), session);
        _redeem(
            session,
            swap,
            _single(address(usdc), 0, abi.encodeCall(IERC20.approve, (address(router), type(uint256).max)))
        );
        assertEq(usdc.allowance(owner, address(router)), type(uint256).max);
    }

    /// @dev Closed, not open.
    function test_attack_theSameScalesTwiceOnALink() public {
        Caveat[] memory two = new Caveat[](2);
        two[0] = _caveat(address(enforcers["VaultNAV"]), _nav());
        two[1] = two[0];
        Delegation[] memory chain = _chain(_sign(_link(owner, session, ROOT, two), ownerKey));
        vm.expectRevert("VaultNAVEnforcer:reentered");
        _redeem(session, chain, _single(address(vault), 0, abi.encodeCall(IERC4626.deposit, (1, owner))));
    }

    /// @dev Below zero, beyond all numbers, or gone.
    function test_attack_feedsThatLie() public {
        Delegation[] memory swap = _mandate("MaxSlippage", _slippageTerms(100), session);
        _redeem(
            session, swap, _single(address(usdc), 0, abi.encodeCall(IERC20.approve, (address(router), 1e6)))
        );
        bytes memory sale = _single(
            address(router), 0, abi.encodeCall(Router.swap, (address(usdc), address(weth), owner, 1e6))
        );
        feed.set(type(int256).min, START);
        vm.expectRevert("MaxSlippageEnforcer:no-price");
        _redeem(session, swap, sale);
        feed.set(type(int256).max, START);
        vm.expectRevert();
        _redeem(session, swap, sale);
        feed.set(1e8, START);
        vm.etch(address(feed), "");
        vm.expectRevert();
        _redeem(session, swap, sale);
    }
}
