// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Mode} from "@openzeppelin/contracts/account/utils/draft-ERC7579Utils.sol";
import {IERC4626} from "@openzeppelin/contracts/interfaces/IERC4626.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {stdError} from "forge-std/StdError.sol";

import {Delegation} from "../../src/interfaces/IDelegationManager.sol";
import {IVaultNAVTerms, VaultNAVTerms} from "../../src/interfaces/ITermsInfo.sol";
import {Specimens} from "../base/Specimens.sol";

/// @notice Through the official manager, because what counts is what the execution really does.
contract VaultNAVTest is Specimens {
    function _mandate(bytes memory terms) private view returns (Delegation[] memory) {
        return _chain(_root(owner, ownerKey, session, _caveat(address(enforcers["VaultNAV"]), terms)));
    }

    function _act(bytes memory terms, bytes memory data) private {
        _redeem(session, _mandate(terms), _single(address(vault), 0, data));
    }

    /// @dev Builds the chain first: the next external call is the one that must revert.
    function _refuse(string memory reason, bytes memory terms, bytes memory data) private {
        Delegation[] memory chain = _mandate(terms);
        vm.expectRevert(bytes(string.concat("VaultNAVEnforcer:", reason)));
        _redeem(session, chain, _single(address(vault), 0, data));
    }

    function _terms() private view returns (bytes memory) {
        return _navTerms(1_000, 1_000e6, 100e6);
    }

    function _give(uint256 assets) private {
        _act(_terms(), abi.encodeCall(IERC4626.deposit, (assets, stranger)));
    }

    /// @dev Three bytes of a selector, and the fourth in the padding behind them, where the vault would not see it.
    function test_beforeHook_revert_aSelectorThatRunsOverTheEnd() public {
        bytes memory cut = _single(address(vault), 0, hex"6e553f");
        assertEq(IERC4626.deposit.selector, bytes4(hex"6e553f65"));
        bytes memory hook = abi.encodeCall(
            enforcers["VaultNAV"].beforeHook, (_terms(), "", SINGLE, cut, LINK, owner, session)
        );
        // Offset of `execution`, the fourth argument; its bytes begin after the selector and its length.
        uint256 place;
        assembly ("memory-safe") {
            place := mload(add(add(hook, 36), 96))
        }
        hook[4 + place + 32 + cut.length] = 0x65;

        vm.prank(address(manager));
        (bool ok, bytes memory answer) = address(enforcers["VaultNAV"]).call(hook);

        assertFalse(ok);
        assertEq(answer, abi.encodeWithSignature("Error(string)", "VaultNAVEnforcer:call-not-allowed"));
    }

    function test_redeem_success_movingBetweenAssetsAndSharesIsNoLoss() public {
        _act(_terms(), abi.encodeCall(IERC4626.deposit, (50_000e6, owner)));
        _act(_terms(), abi.encodeCall(IERC4626.withdraw, (20_000e6, owner, owner)));
        _act(_terms(), abi.encodeCall(IERC4626.mint, (10_000e6, owner)));
        _act(_terms(), abi.encodeCall(IERC4626.redeem, (40_000e6, owner, owner)));

        assertEq(usdc.balanceOf(owner), 1_000_000e6);
    }

    /// @dev A tenth of 1000 USDC in any 24 hours, whichever door it leaves by.
    function test_redeem_revert_lossAboveTheShare() public {
        _give(60e6);

        _refuse("cap-exceeded", _terms(), abi.encodeCall(IERC4626.deposit, (40e6 + 1, stranger)));
        _give(40e6);
        skip(28 hours);
        _give(100e6);
    }

    function test_redeem_revert_redeemingToSomebodyElse() public {
        _act(_terms(), abi.encodeCall(IERC4626.deposit, (5_000e6, owner)));

        _refuse("cap-exceeded", _terms(), abi.encodeCall(IERC4626.redeem, (200e6, stranger, owner)));
        _act(_terms(), abi.encodeCall(IERC4626.withdraw, (90e6, stranger, owner)));
    }

    /// @dev Least of: share at signing, share now, absolute.
    function test_redeem_revert_donationsDoNotRaiseTheCap() public {
        usdc.mint(address(vault), 1_000_000e6);

        _refuse("cap-exceeded", _terms(), abi.encodeCall(IERC4626.deposit, (100e6 + 20, stranger)));
    }

    function test_redeem_revert_aPoorerVaultLowersTheCap() public {
        vault.withdraw(900e6, address(this), address(this));

        _refuse("cap-exceeded", _terms(), abi.encodeCall(IERC4626.deposit, (12e6, stranger)));
        _give(10e6);
    }

    function test_redeem_revert_theAbsoluteCapAndTheShareAtSigning() public {
        bytes memory loss = abi.encodeCall(IERC4626.deposit, (50e6, stranger));

        _refuse("cap-exceeded", _navTerms(1_000, 1_000e6, 50e6 - 10), loss);
        _refuse("cap-exceeded", _navTerms(1_000, 500e6 - 100, 100e6), loss);
        _act(_navTerms(1_000, 500e6, 50e6), loss);
    }

    function test_redeem_revert_everyOtherCall() public {
        bytes[5] memory executions = [
            _single(address(vault), 0, abi.encodeCall(IERC20.transfer, (stranger, 1))),
            _single(address(vault), 0, abi.encodeCall(IERC20.approve, (stranger, 1))),
            _single(address(usdc), 0, abi.encodeCall(IERC20.approve, (stranger, 1))),
            _single(address(usdc), 0, abi.encodeCall(IERC20.transfer, (stranger, 1))),
            _single(address(vault), 0, hex"aabbcc")
        ];
        Delegation[] memory chain = _mandate(_terms());

        for (uint256 i; i < executions.length; ++i) {
            vm.expectRevert("VaultNAVEnforcer:call-not-allowed");
            _redeem(session, chain, executions[i]);
        }
        _redeem(
            session, chain, _single(address(usdc), 0, abi.encodeCall(IERC20.approve, (address(vault), 1)))
        );
    }

    function test_redeem_revert_value() public {
        vm.deal(owner, 1);
        Delegation[] memory chain = _mandate(_terms());

        vm.expectRevert("VaultNAVEnforcer:call-not-allowed");
        _redeem(session, chain, _single(address(vault), 1, abi.encodeCall(IERC4626.deposit, (1, owner))));
    }

    /// @dev A redemption inside a redemption would see the loss of the outer one as its own past.
    function test_redeem_revert_reentry() public {
        Delegation[] memory chain =
            _chain(_root(owner, ownerKey, address(vault), _caveat(address(enforcers["VaultNAV"]), _terms())));
        vault.callDuringDeposit(address(manager), _redeemCall(chain));

        _refuse("reentered", _terms(), abi.encodeCall(IERC4626.deposit, (1e6, stranger)));
    }

    function _redeemCall(Delegation[] memory chain) private view returns (bytes memory) {
        bytes[] memory contexts = new bytes[](1);
        contexts[0] = abi.encode(chain);
        bytes[] memory executions = new bytes[](1);
        executions[0] = _single(address(vault), 0, abi.encodeCall(IERC4626.deposit, (1e6, owner)));
        return abi.encodeCall(manager.redeemDelegations, (contexts, new Mode[](1), executions));
    }

    function test_redeem_revert_anotherVaultOrUnitInTheSameBudget() public {
        _give(1e6);
        bytes memory terms = abi.encodePacked(
            uint8(1), address(vault), uint16(1_000), uint128(1_000e6), uint128(100e6), uint8(2), uint64(1)
        );

        _refuse("asset-changed", terms, abi.encodeCall(IERC4626.deposit, (1e6, stranger)));
    }

    /// @dev Out of turn there is nothing to compare with, and nothing passes.
    function test_afterHook_revert_withoutBefore() public {
        bytes memory terms = _terms();
        vm.expectRevert(stdError.arithmeticError);
        enforcers["VaultNAV"].afterHook(terms, "", SINGLE, "", LINK, owner, session);
    }

    /// @dev On a lease the delegator is a key without pockets: its balances never fall.
    function test_beforeHook_revert_onAMiddleLink() public {
        bytes memory terms = _terms();
        bytes memory execution = _single(address(vault), 0, abi.encodeCall(IERC4626.deposit, (1e6, stranger)));
        vm.expectRevert("BardoEnforcer:delegator-is-not-the-payer");
        enforcers["VaultNAV"].beforeHook(terms, "", SINGLE, execution, LINK, guardian, session);
    }

    function test_getTermsInfo_revert_zeros() public {
        IVaultNAVTerms nav = IVaultNAVTerms(address(enforcers["VaultNAV"]));
        vm.expectRevert("VaultNAVEnforcer:invalid-share");
        nav.getTermsInfo(_navTerms(0, 1, 100));
        vm.expectRevert("VaultNAVEnforcer:invalid-share");
        nav.getTermsInfo(_navTerms(10_001, 1, 100));
        vm.expectRevert("VaultNAVEnforcer:invalid-cap");
        nav.getTermsInfo(_navTerms(10_000, 1, 9));
        vm.expectRevert("VaultNAVEnforcer:invalid-vault");
        nav.getTermsInfo(
            abi.encodePacked(uint8(1), address(0), uint16(1), uint128(1), uint128(1), uint8(0), uint64(1))
        );
    }

    function testFuzz_getTermsInfo_success_roundTrip(VaultNAVTerms memory t) public view {
        t.vault = address(uint160(bound(uint160(t.vault), 1, type(uint160).max)));
        t.maxBps = bound(t.maxBps, 1, 10_000);
        t.navAtGrant = bound(t.navAtGrant, 0, type(uint128).max);
        t.unitExponent = bound(t.unitExponent, 0, 30);
        t.absoluteCap = bound(t.absoluteCap, 1, 2 ** 24 - 1) * 10 ** t.unitExponent;
        t.budgetId = bound(t.budgetId, 0, type(uint64).max);

        VaultNAVTerms memory decoded = IVaultNAVTerms(address(enforcers["VaultNAV"]))
            .getTermsInfo(
                abi.encodePacked(
                    uint8(1),
                    t.vault,
                    uint16(t.maxBps),
                    uint128(t.navAtGrant),
                    uint128(t.absoluteCap),
                    uint8(t.unitExponent),
                    uint64(t.budgetId)
                )
            );

        assertEq(abi.encode(decoded), abi.encode(t));
    }
}
