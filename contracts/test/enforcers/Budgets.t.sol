// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {IDailySpendLimitTerms, IReplicantBudgetTerms} from "../../src/interfaces/ITermsInfo.sol";
import {Specimens} from "../base/Specimens.sol";

/// @notice DailySpendLimit and ReplicantBudget: what counts tokens.
contract BudgetsTest is Specimens {
    IDailySpendLimitTerms private daily;
    IReplicantBudgetTerms private replicants;

    function setUp() public override {
        super.setUp();
        daily = IDailySpendLimitTerms(address(enforcers["DailySpendLimit"]));
        replicants = IReplicantBudgetTerms(address(enforcers["ReplicantBudget"]));
    }

    function _spend(uint256 cap, uint64 budgetId, uint256 amount) private {
        _before(_specimen("DailySpendLimit", _dailyTerms(cap, budgetId), "", _pay(payee, amount)));
    }

    function _left(uint256 cap, uint64 budgetId) private view returns (uint256) {
        return daily.getAvailable(_dailyTerms(cap, budgetId), address(manager), owner);
    }

    function testFuzz_daily_revert_moreThanTheCapWithin24Hours(uint256 first, uint256 gap) public {
        first = bound(first, 1, CAP);
        _spend(CAP, 1, first);
        skip(bound(gap, 0, 24 hours));

        vm.expectRevert("DailySpendLimitEnforcer:cap-exceeded");
        _spend(CAP, 1, CAP - first + 1);
        assertEq(_left(CAP, 1), CAP - first);
        _spend(CAP, 1, CAP - first);
        assertEq(_left(CAP, 1), 0);
    }

    function test_daily_success_backAfter28HoursAndLowerCapsFreeNothing() public {
        _spend(CAP, 1, CAP);
        assertEq(_left(CAP / 2, 1), 0);
        vm.expectRevert("DailySpendLimitEnforcer:cap-exceeded");
        _spend(CAP / 2, 1, 1);

        vm.warp(START + 28 hours);
        _spend(CAP, 1, CAP);
        _spend(CAP, 2, CAP);
    }

    function test_daily_revert_whatIsNotATransfer() public {
        bytes memory approve = _single(address(usdc), 0, abi.encodeCall(IERC20.approve, (payee, 1)));
        vm.expectRevert("Transfers:not-a-transfer");
        _before(_specimen("DailySpendLimit", _dailyTerms(CAP, 1), "", approve));

        bytes memory other = _single(address(weth), 0, abi.encodeCall(IERC20.transfer, (payee, 1)));
        vm.expectRevert("Transfers:wrong-token");
        _before(_specimen("DailySpendLimit", _dailyTerms(CAP, 1), "", other));
    }

    function test_daily_revert_anotherAssetInTheSameBudget() public {
        _spend(CAP, 1, 1);
        bytes memory terms = abi.encodePacked(uint8(1), address(usdc), uint128(CAP), uint8(2), uint64(1));

        vm.expectRevert("DailySpendLimitEnforcer:asset-changed");
        _before(_specimen("DailySpendLimit", terms, "", _pay(payee, 1)));

        terms = abi.encodePacked(uint8(1), address(weth), uint128(CAP), uint8(0), uint64(1));
        bytes memory execution = _single(address(weth), 0, abi.encodeCall(IERC20.transfer, (payee, 1)));
        vm.expectRevert("DailySpendLimitEnforcer:asset-changed");
        _before(_specimen("DailySpendLimit", terms, "", execution));
        assertEq(daily.getAvailable(terms, address(manager), owner), 0);
    }

    function test_daily_revert_termsWithoutTokenOrCap() public {
        vm.expectRevert("DailySpendLimitEnforcer:invalid-token");
        daily.getTermsInfo(abi.encodePacked(uint8(1), address(0), uint128(CAP), uint8(0), uint64(1)));
        vm.expectRevert("DailySpendLimitEnforcer:invalid-cap");
        daily.getTermsInfo(_dailyTerms(0, 1));
        vm.expectRevert("DailySpendLimitEnforcer:invalid-cap");
        daily.getTermsInfo(_dailyTerms(2 ** 24, 1));
        vm.expectRevert("DailySpendLimitEnforcer:invalid-cap");
        daily.getTermsInfo(abi.encodePacked(uint8(1), address(usdc), uint128(1e32), uint8(31), uint64(1)));
        daily.getTermsInfo(_dailyTerms(2 ** 24 - 1, 1));
    }

    function testFuzz_daily_success_roundTrip(address token, uint24 units, uint8 exponent, uint64 budgetId)
        public
        view
    {
        vm.assume(token != address(0) && units > 0);
        exponent = uint8(bound(exponent, 0, 30));
        uint256 cap = units * 10 ** exponent;

        (address token_, uint256 cap_, uint256 exponent_, uint256 budgetId_) =
            daily.getTermsInfo(abi.encodePacked(uint8(1), token, uint128(cap), exponent, budgetId));

        assertEq(token_, token);
        assertEq(cap_, cap);
        assertEq(exponent_, exponent);
        assertEq(budgetId_, budgetId);
    }

    function _asChild(address redeemer, uint256 total, bytes memory execution) private {
        vm.prank(address(manager));
        enforcers["ReplicantBudget"].beforeHook(
            _replicantTerms(total), "", SINGLE, execution, LINK, owner, redeemer
        );
    }

    function testFuzz_replicants_revert_moreThanTheTotal(uint256 first, address other) public {
        vm.assume(other != session);
        first = bound(first, 1, 2e6);
        _asChild(child, 2e6, _pay(payee, first));
        skip(6 days);

        vm.expectRevert("ReplicantBudgetEnforcer:total-exceeded");
        _asChild(other, 2e6, _pay(payee, 2e6 - first + 1));
        _asChild(other, 2e6, _pay(payee, 2e6 - first));
        assertEq(replicants.spentOf(address(manager), LINK), 2e6);
    }

    function test_replicants_success_theGolemItselfIsNotCounted() public {
        _asChild(session, 0, _pay(payee, 100e6));
        assertEq(replicants.spentOf(address(manager), LINK), 0);

        vm.expectRevert("ReplicantBudgetEnforcer:total-exceeded");
        _asChild(child, 0, _pay(payee, 1));
    }

    function test_replicants_revert_fromTheExpiryOn() public {
        vm.warp(START + 7 days - 1);
        _asChild(child, 2e6, _pay(payee, 1));

        vm.warp(START + 7 days);
        vm.expectRevert("ReplicantBudgetEnforcer:expired");
        _asChild(child, 2e6, _pay(payee, 1));
    }

    function test_replicants_revert_whatIsNotATransfer() public {
        vm.expectRevert("Transfers:not-a-transfer");
        _asChild(child, 2e6, _single(address(usdc), 0, abi.encodeCall(IERC20.approve, (payee, 1))));
    }

    function testFuzz_replicants_success_roundTrip(address token, address golem, uint128 total, uint40 expiry)
        public
        view
    {
        vm.assume(token != address(0) && golem != address(0));
        (address token_, address golem_, uint256 total_, uint256 expiry_) =
            replicants.getTermsInfo(abi.encodePacked(uint8(1), token, golem, total, expiry));

        assertEq(token_, token);
        assertEq(golem_, golem);
        assertEq(total_, total);
        assertEq(expiry_, expiry);
    }

    function test_replicants_revert_zeroAddresses() public {
        vm.expectRevert("ReplicantBudgetEnforcer:zero-address");
        replicants.getTermsInfo(abi.encodePacked(uint8(1), address(0), session, uint128(1), uint40(1)));
        vm.expectRevert("ReplicantBudgetEnforcer:zero-address");
        replicants.getTermsInfo(abi.encodePacked(uint8(1), address(usdc), address(0), uint128(1), uint40(1)));
    }
}
