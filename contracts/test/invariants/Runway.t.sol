// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Test} from "forge-std/Test.sol";

import {GolemLife} from "./GolemLife.sol";

/// @notice Random lives through the official manager, under MetaMask's own root caveats.
contract RunwayInvariantTest is Test {
    GolemLife private life;

    function setUp() public {
        life = new GolemLife();
        life.setUp();
        bytes4[] memory actions = new bytes4[](10);
        actions[0] = GolemLife.pull.selector;
        actions[1] = GolemLife.pullOld.selector;
        actions[2] = GolemLife.pass.selector;
        actions[3] = GolemLife.report.selector;
        actions[4] = GolemLife.heal.selector;
        actions[5] = GolemLife.lease.selector;
        actions[6] = GolemLife.raiseFloor.selector;
        actions[7] = GolemLife.endEpoch.selector;
        actions[8] = GolemLife.meddle.selector;
        actions[9] = GolemLife.pull.selector;
        targetSelector(FuzzSelector(address(life), actions));
        targetContract(address(life));
    }

    /// @dev No 24 hours above the cap, children within their part, strangers powerless, a worse phase never
    /// freer, older generations and ended epochs dead, lower caps free nothing, the dead and the ended still.
    function invariant_nothingThatMustNotHappenHappens() public view {
        assertEq(life.breach(), "");
    }

    /// @dev A leaf spends its parents' money: what left the owner is what the ledger saw, and only that.
    function invariant_whatLeftIsWhatWasCounted() public view {
        (uint256 fromOwner, uint256 toPayee, uint256 counted) = life.moved();
        assertEq(fromOwner, counted);
        assertEq(toPayee, counted);
    }

    /// @dev A life in which nothing can be spent would prove nothing.
    function test_life_success_moneyMovesAtAll() public {
        life.pull(3e6, false, 0);
        life.pass(9 hours);
        life.pull(1e6, true, 0);

        assertEq(life.pulls(), 2);
        assertEq(life.breach(), "");
    }
}
