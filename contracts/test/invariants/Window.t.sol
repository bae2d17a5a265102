// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Test} from "forge-std/Test.sol";

import {Specimens} from "../base/Specimens.sol";

/// @notice The rolling cap alone, as the DailySpendLimitEnforcer keeps it, with a changing cap.
contract Spender is Specimens {
    struct Spend {
        uint256 at;
        uint256 amount;
    }

    Spend[] private spends;
    string public breach;
    uint256 public count;

    function spend(uint256 amount, uint256 gap, uint256 cap) external {
        skip(bound(gap, 0, 6 hours));
        cap = bound(cap, CAP / 2, CAP);
        amount = bound(amount, 1, cap / 2);
        Specimen memory s = _specimen("DailySpendLimit", _dailyTerms(cap, 1), "", _pay(payee, amount));
        try this.attempt(s) {
            spends.push(Spend(block.timestamp, amount));
            ++count;
            uint256 sum;
            for (uint256 i = spends.length; i > 0 && spends[i - 1].at + 24 hours >= block.timestamp; --i) {
                sum += spends[i - 1].amount;
            }
            if (sum > cap) breach = "24 hours above the cap";
        } catch {
            // Nothing spent for 28 hours and still refused: the cap would leak away.
            bool fresh = spends.length == 0 || spends[spends.length - 1].at + 28 hours <= block.timestamp;
            if (fresh) breach = "refused though nothing was spent";
        }
    }

    function attempt(Specimen calldata s) external {
        _before(s);
    }
}

contract WindowInvariantTest is Test {
    Spender private spender;

    function setUp() public {
        spender = new Spender();
        spender.setUp();
        bytes4[] memory actions = new bytes4[](1);
        actions[0] = Spender.spend.selector;
        targetSelector(FuzzSelector(address(spender), actions));
        targetContract(address(spender));
    }

    function invariant_no24HoursAboveTheCap() public view {
        assertEq(spender.breach(), "");
    }
}
