// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Mode} from "@openzeppelin/contracts/account/utils/draft-ERC7579Utils.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {Delegation} from "../../src/interfaces/IDelegationManager.sol";
import {IMaxSlippageTerms, SlippageTerms} from "../../src/interfaces/ITermsInfo.sol";
import {Specimens} from "../base/Specimens.sol";
import {Router} from "../mocks/Router.sol";

/// @notice Through the official manager: what counts is what the swap really paid. 1 % may be lost.
contract MaxSlippageTest is Specimens {
    function _mandate(bytes memory terms) private view returns (Delegation[] memory) {
        return _chain(_root(owner, ownerKey, session, _caveat(address(enforcers["MaxSlippage"]), terms)));
    }

    function _approve(uint256 amount) private {
        _redeem(session, _mandate(_slippageTerms(100)), _approval(amount));
    }

    function _approval(uint256 amount) private view returns (bytes memory) {
        return _single(address(usdc), 0, abi.encodeCall(IERC20.approve, (address(router), amount)));
    }

    function _swapCall(address tokenIn, address tokenOut, address to, uint256 amount)
        private
        view
        returns (bytes memory)
    {
        return _single(address(router), 0, abi.encodeCall(Router.swap, (tokenIn, tokenOut, to, amount)));
    }

    function _swap(uint256 amount) private {
        _redeem(
            session, _mandate(_slippageTerms(100)), _swapCall(address(usdc), address(weth), owner, amount)
        );
    }

    function test_redeem_success_atTheBoundExactly() public {
        router.setRate(0.99e18);
        _approve(100e6);
        _swap(100e6);

        assertEq(weth.balanceOf(owner), 99e6);
    }

    /// @dev 1 % of 101 units: at least 99.99 must come back, and 99 is less.
    function test_redeem_revert_theFractionCountsForTheOwner() public {
        router.setRate(0.985e18);
        _approve(101);
        Delegation[] memory chain = _mandate(_slippageTerms(100));

        vm.expectRevert("MaxSlippageEnforcer:too-little-bought");
        _redeem(session, chain, _swapCall(address(usdc), address(weth), owner, 101));
    }

    function testFuzz_redeem_revert_belowTheBound(uint256 amount, uint256 rate) public {
        amount = bound(amount, 1e6, 1_000_000e6);
        router.setRate(bound(rate, 0, 0.99e18 - 1e12));
        _approve(amount);

        Delegation[] memory chain = _mandate(_slippageTerms(100));
        vm.expectRevert("MaxSlippageEnforcer:too-little-bought");
        _redeem(session, chain, _swapCall(address(usdc), address(weth), owner, amount));
    }

    /// @dev 8-decimals price of 2.5, 18-decimals token sold, 6-decimals token bought.
    function test_redeem_success_decimalsAreRespected() public {
        bytes memory terms = abi.encodePacked(
            abi.encodePacked(uint8(1), address(router), Router.swap.selector, address(usdc), address(weth)),
            abi.encodePacked(uint8(0), uint8(1), uint8(2), address(feed), uint8(8), uint8(18), uint8(6)),
            uint32(1 hours),
            uint16(0)
        );
        feed.set(2.5e8, START);
        Delegation[] memory chain = _mandate(terms);
        bytes memory swap = _swapCall(address(usdc), address(weth), owner, 8e11);
        _redeem(session, chain, _approval(8e11));

        router.setRate(2.5e6 - 1e6);
        vm.expectRevert("MaxSlippageEnforcer:too-little-bought");
        _redeem(session, chain, swap);
        router.setRate(2.5e6);
        _redeem(session, chain, swap);
    }

    function test_redeem_revert_staleOrMissingPrice() public {
        _approve(1e6);
        Delegation[] memory chain = _mandate(_slippageTerms(100));
        bytes memory swap = _swapCall(address(usdc), address(weth), owner, 1e6);

        feed.set(0, START);
        vm.expectRevert("MaxSlippageEnforcer:no-price");
        _redeem(session, chain, swap);
        feed.set(-1, START);
        vm.expectRevert("MaxSlippageEnforcer:no-price");
        _redeem(session, chain, swap);
        feed.set(1e8, START - 1 hours - 1);
        vm.expectRevert("MaxSlippageEnforcer:price-stale");
        _redeem(session, chain, swap);
        feed.set(1e8, START - 1 hours);
        _redeem(session, chain, swap);
    }

    /// @dev Other pairs would sell what the account once allowed the router; other recipients are thieves.
    function test_redeem_revert_anotherPairRecipientRouterOrMethod() public {
        bytes[8] memory executions = [
            _swapCall(address(weth), address(weth), owner, 1),
            _swapCall(address(usdc), address(usdc), owner, 1),
            _swapCall(address(usdc), address(weth), stranger, 1),
            _single(
                address(market), 0, abi.encodeCall(Router.swap, (address(usdc), address(weth), owner, 1))
            ),
            _single(address(router), 0, abi.encodeCall(Router.setRate, (1))),
            _single(address(router), 0, hex"aabbcc"),
            _single(address(usdc), 0, abi.encodeCall(IERC20.approve, (stranger, 1))),
            _single(address(usdc), 0, abi.encodeCall(IERC20.transfer, (address(router), 1)))
        ];
        Delegation[] memory chain = _mandate(_slippageTerms(100));

        for (uint256 i; i < executions.length; ++i) {
            vm.expectRevert("MaxSlippageEnforcer:call-not-allowed");
            _redeem(session, chain, executions[i]);
        }
    }

    function test_redeem_revert_value() public {
        vm.deal(owner, 1);
        Delegation[] memory chain = _mandate(_slippageTerms(100));
        bytes memory swap = abi.encodeCall(Router.swap, (address(usdc), address(weth), owner, 1));

        vm.expectRevert("MaxSlippageEnforcer:call-not-allowed");
        _redeem(session, chain, _single(address(router), 1, swap));
    }

    function test_redeem_revert_allowanceLeftBehind() public {
        _approve(2e6);
        Delegation[] memory chain = _mandate(_slippageTerms(100));

        vm.expectRevert("MaxSlippageEnforcer:allowance-left");
        _redeem(session, chain, _swapCall(address(usdc), address(weth), owner, 1e6));
    }

    /// @dev A swap that sells nothing but takes what should be bought.
    function test_redeem_revert_lessOfTheTokenBought() public {
        weth.mint(owner, 10e6);
        vm.prank(owner);
        weth.approve(address(router), 5e6);
        bytes memory terms = _slippageTerms(100);
        bytes4 selector = Router.swapAndTake.selector;
        for (uint256 i; i < 4; ++i) {
            terms[21 + i] = selector[i];
        }
        Delegation[] memory chain = _mandate(terms);
        _redeem(session, chain, _approval(1e6));

        vm.expectRevert("MaxSlippageEnforcer:too-little-bought");
        _redeem(
            session,
            chain,
            _single(
                address(router),
                0,
                abi.encodeCall(Router.swapAndTake, (address(usdc), address(weth), owner, 1e6))
            )
        );
    }

    function test_redeem_revert_reentry() public {
        Delegation[] memory inner = _chain(
            _root(
                owner,
                ownerKey,
                address(router),
                _caveat(address(enforcers["MaxSlippage"]), _slippageTerms(100))
            )
        );
        bytes[] memory contexts = new bytes[](1);
        contexts[0] = abi.encode(inner);
        bytes[] memory executions = new bytes[](1);
        executions[0] = _approval(0);
        router.callDuringSwap(
            address(manager), abi.encodeCall(manager.redeemDelegations, (contexts, new Mode[](1), executions))
        );
        _approve(1e6);

        Delegation[] memory chain = _mandate(_slippageTerms(100));
        vm.expectRevert("MaxSlippageEnforcer:reentered");
        _redeem(session, chain, _swapCall(address(usdc), address(weth), owner, 1e6));
    }

    function test_beforeHook_revert_onAMiddleLink() public {
        bytes memory terms = _slippageTerms(100);
        bytes memory execution = _swapCall(address(usdc), address(weth), guardian, 1e6);
        vm.expectRevert("BardoEnforcer:delegator-is-not-the-payer");
        enforcers["MaxSlippage"].beforeHook(terms, "", SINGLE, execution, LINK, guardian, session);
    }

    function test_getTermsInfo_revert_pairDecimalsAndBound() public {
        IMaxSlippageTerms slippage = IMaxSlippageTerms(address(enforcers["MaxSlippage"]));
        vm.expectRevert("MaxSlippageEnforcer:invalid-bound");
        slippage.getTermsInfo(_slippageTerms(10_000));
        slippage.getTermsInfo(_slippageTerms(9_999));
        for (uint256 offset = 88; offset < 91; ++offset) {
            bytes memory terms = _slippageTerms(1);
            terms[offset] = bytes1(uint8(25));
            vm.expectRevert("MaxSlippageEnforcer:invalid-decimals");
            slippage.getTermsInfo(terms);
        }
        address[3][3] memory pairs = [
            [address(router), address(usdc), address(usdc)],
            [address(usdc), address(usdc), address(weth)],
            [address(weth), address(usdc), address(weth)]
        ];
        for (uint256 i; i < 3; ++i) {
            bytes memory terms = abi.encodePacked(
                uint8(1), pairs[i][0], Router.swap.selector, pairs[i][1], pairs[i][2], new bytes(32)
            );
            vm.expectRevert("MaxSlippageEnforcer:invalid-pair");
            slippage.getTermsInfo(terms);
        }
    }

    function testFuzz_getTermsInfo_success_roundTrip(SlippageTerms memory t, uint8[3] memory words)
        public
        view
    {
        vm.assume(t.tokenIn != t.tokenOut && t.router != t.tokenIn && t.router != t.tokenOut);
        (t.tokenInArg, t.tokenOutArg, t.recipientArg) = (words[0], words[1], words[2]);
        t.feedDecimals = bound(t.feedDecimals, 0, 24);
        t.inDecimals = bound(t.inDecimals, 0, 24);
        t.outDecimals = bound(t.outDecimals, 0, 24);
        t.maxFeedAge = bound(t.maxFeedAge, 0, type(uint32).max);
        t.maxBps = bound(t.maxBps, 0, 9_999);
        bytes memory terms = abi.encodePacked(
            abi.encodePacked(uint8(1), t.router, t.selector, t.tokenIn, t.tokenOut),
            abi.encodePacked(words[0], words[1], words[2], t.feed),
            abi.encodePacked(uint8(t.feedDecimals), uint8(t.inDecimals), uint8(t.outDecimals)),
            abi.encodePacked(uint32(t.maxFeedAge), uint16(t.maxBps))
        );

        SlippageTerms memory decoded =
            IMaxSlippageTerms(address(enforcers["MaxSlippage"])).getTermsInfo(terms);

        assertEq(abi.encode(decoded), abi.encode(t));
    }
}
