// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {IGolemPolicyEnforcer, PolicyTerms} from "../../src/interfaces/IGolemPolicyEnforcer.sol";
import {Lease} from "../base/Lease.sol";

contract PolicyPaymentTest is Lease {
    function test_beforeHook_success_saysWhatWasSpent() public {
        vm.expectEmit(address(policyEnforcer));
        emit IGolemPolicyEnforcer.Spent(bytes32(0), session, 3e6);
        _hook(_policy(), _pay(payee, 3e6), session);
    }

    function test_beforeHook_revert_anotherToken() public {
        bytes memory execution =
            _single(makeAddr("another token"), 0, abi.encodeCall(IERC20.transfer, (payee, 1)));

        vm.expectRevert("Transfers:wrong-token");
        _hook(_policy(), execution, session);
    }

    function test_beforeHook_revert_everyOtherMethod() public {
        bytes[4] memory calls = [
            abi.encodeCall(IERC20.approve, (payee, 1)),
            abi.encodeWithSignature("increaseAllowance(address,uint256)", payee, 1),
            abi.encodeCall(IERC20.transferFrom, (owner, payee, 1)),
            abi.encodeWithSignature(
                "permit(address,address,uint256,uint256,uint8,bytes32,bytes32)", owner, payee, 1, 1, 0, 0, 0
            )
        ];

        for (uint256 i; i < calls.length; ++i) {
            vm.expectRevert("Transfers:not-a-transfer");
            _hook(_policy(), _single(address(usdc), 0, calls[i]), session);
        }
    }

    function testFuzz_beforeHook_revert_anyOtherSelector(bytes4 selector) public {
        vm.assume(selector != IERC20.transfer.selector);
        bytes memory execution = _single(address(usdc), 0, abi.encodeWithSelector(selector, payee, 1));

        vm.expectRevert("Transfers:not-a-transfer");
        _hook(_policy(), execution, session);
    }

    function testFuzz_beforeHook_revert_calldataOfAnotherLength(bytes calldata more) public {
        vm.assume(more.length > 0);
        bytes memory data = abi.encodeCall(IERC20.transfer, (payee, 1));
        bytes memory cut = abi.encodePacked(IERC20.transfer.selector, uint256(uint160(payee)));

        vm.expectRevert("Transfers:not-a-transfer");
        _hook(_policy(), _single(address(usdc), 0, bytes.concat(data, more)), session);
        vm.expectRevert("Transfers:not-a-transfer");
        _hook(_policy(), _single(address(usdc), 0, cut), session);
    }

    function testFuzz_beforeHook_revert_anyValue(uint256 value) public {
        vm.assume(value > 0);
        bytes memory execution = _single(address(usdc), value, abi.encodeCall(IERC20.transfer, (payee, 1)));

        vm.expectRevert("Transfers:not-a-transfer");
        _hook(_policy(), execution, session);
    }

    function testFuzz_beforeHook_revert_anyOtherPayee(address other) public {
        vm.assume(other != payee);

        vm.expectRevert("GolemPolicyEnforcer:wrong-payee");
        _hook(_policy(), _pay(other, 1), session);
    }

    /// @dev Some tokens ignore the upper bytes of an address; the policy must not.
    function test_beforeHook_revert_payeeWithDirtyUpperBytes() public {
        uint256 dirty = uint256(uint160(payee)) | 1 << 160;
        bytes memory data = abi.encodeWithSelector(IERC20.transfer.selector, dirty, uint256(1));

        vm.expectRevert("GolemPolicyEnforcer:wrong-payee");
        _hook(_policy(), _single(address(usdc), 0, data), session);
    }

    function test_beforeHook_success_everyListedPayee() public {
        address[] memory payees = new address[](8);
        for (uint160 i; i < 8; ++i) {
            payees[i] = address(i + 0x1000);
        }
        bytes memory terms = _encode(_policy(), payees);

        for (uint256 i; i < 8; ++i) {
            _hook(terms, _pay(payees[i], 1), session);
        }
        vm.expectRevert("GolemPolicyEnforcer:wrong-payee");
        _hook(terms, _pay(address(0x1008), 1), session);
    }

    function test_beforeHook_revert_nothing() public {
        vm.expectRevert("GolemPolicyEnforcer:zero-amount");
        _hook(_policy(), _pay(payee, 0), session);
    }

    function test_beforeHook_revert_theOwnerAsTarget() public {
        PolicyTerms memory p = _policy();
        p.token = owner;

        vm.expectRevert("GolemPolicyEnforcer:dangerous-target");
        _hook(p, _single(owner, 0, abi.encodeCall(IERC20.transfer, (payee, 1))), session);
    }
}
