// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Mode} from "@openzeppelin/contracts/account/utils/draft-ERC7579Utils.sol";

import {Specimens} from "../base/Specimens.sol";

/// @notice What must hold for every enforcer alike.
contract ShapeTest is Specimens {
    function test_beforeHook_success_everySpecimenPasses() public {
        Specimen[] memory all = _specimens();

        for (uint256 i; i < COUNT; ++i) {
            _before(all[i]);
        }
    }

    function testFuzz_beforeHook_revert_anyOtherMode(uint8 which, bytes32 mode) public {
        Specimen memory s = _specimens()[which % COUNT];
        vm.assume(mode != 0);

        vm.prank(address(manager));
        vm.expectRevert("BardoEnforcer:invalid-mode");
        s.enforcer.beforeHook(s.terms, s.args, Mode.wrap(mode), s.execution, LINK, owner, child);
    }

    /// @dev The four modes that MetaMask's accounts know, and delegatecall.
    function test_beforeHook_revert_batchTryAndDelegatecall() public {
        bytes2[5] memory heads = [bytes2(0x0100), 0x0001, 0x0101, 0xff00, 0xff01];
        Specimen[] memory all = _specimens();

        for (uint256 i; i < COUNT; ++i) {
            for (uint256 j; j < heads.length; ++j) {
                vm.prank(address(manager));
                vm.expectRevert("BardoEnforcer:invalid-mode");
                all[i].enforcer
                    .beforeHook(
                        all[i].terms,
                        all[i].args,
                        Mode.wrap(bytes32(heads[j])),
                        all[i].execution,
                        LINK,
                        owner,
                        child
                    );
            }
        }
    }

    function testFuzz_beforeHook_revert_shortExecution(uint8 which, uint8 length) public {
        Specimen memory s = _specimens()[which % COUNT];
        s.execution = _cut(s.execution, length % 52);

        vm.expectRevert("BardoEnforcer:invalid-execution");
        _before(s);
    }

    function test_beforeHook_revert_dangerousTargets() public {
        Specimen[] memory all = _specimens();
        address[9] memory targets = [
            owner,
            address(manager),
            address(0),
            ENTRY_POINT,
            address(vitality),
            address(dreams),
            address(daimon),
            address(warden),
            address(policyEnforcer)
        ];

        for (uint256 i; i < COUNT; ++i) {
            targets[2] = address(all[i].enforcer);
            bytes memory data = _tail(all[i].execution);
            for (uint256 j; j < targets.length; ++j) {
                all[i].execution = _single(targets[j], 0, data);
                vm.expectRevert("BardoEnforcer:dangerous-target");
                _before(all[i]);
            }
        }
    }

    function testFuzz_beforeHook_revert_termsOfAnotherLength(uint8 which, uint16 length, bytes32 filling)
        public
    {
        Specimen memory s = _specimens()[which % COUNT];
        bytes memory terms = _cut(bytes.concat(s.terms, filling, filling, filling), length);
        vm.assume(!_isLength(s.name, terms.length));
        s.terms = terms;

        vm.expectRevert(bytes(string.concat(s.name, "Enforcer:invalid-terms-length")));
        _before(s);
    }

    /// @dev Seventeen rules, nine payees, seventeen signers: whole entries, but one too many.
    function test_beforeHook_revert_oneEntryTooMany() public {
        Specimen[] memory all = _specimens();
        uint256[5] memory which = [uint256(0), 1, 3, 4, 10];
        uint256[5] memory lengths = [uint256(332), 479, 441, 465, 342];

        for (uint256 i; i < 5; ++i) {
            Specimen memory s = all[which[i]];
            bytes memory terms = new bytes(lengths[i]);
            for (uint256 j; j < s.terms.length; ++j) {
                terms[j] = s.terms[j];
            }
            s.terms = terms;
            vm.expectRevert(bytes(string.concat(s.name, "Enforcer:invalid-terms-length")));
            _before(s);
        }
    }

    function testFuzz_beforeHook_revert_unknownVersion(uint8 which, uint8 version) public {
        Specimen memory s = _specimens()[which % COUNT];
        vm.assume(version != 1);
        s.terms[0] = bytes1(version);

        vm.expectRevert(bytes(string.concat(s.name, "Enforcer:unknown-version")));
        _before(s);
    }

    /// @dev A view must refuse what the hook refuses, or Snap and site would explain terms that cannot be used.
    function testFuzz_getTermsInfo_revert_whatTheHookRefuses(uint8 which, uint16 length, uint8 version)
        public
    {
        Specimen memory s = _specimens()[which % COUNT];
        s.terms[0] = bytes1(version);
        s.terms = _cut(bytes.concat(s.terms, bytes32(0)), length);
        vm.assume(!_isLength(s.name, s.terms.length) || version != 1);

        (bool ok,) = address(s.enforcer).call(abi.encodeWithSignature("getTermsInfo(bytes)", s.terms));

        assertFalse(ok);
    }

    function test_getTermsInfo_success_everySpecimen() public {
        Specimen[] memory all = _specimens();

        for (uint256 i; i < COUNT; ++i) {
            (bool ok,) =
                address(all[i].enforcer).call(abi.encodeWithSignature("getTermsInfo(bytes)", all[i].terms));
            assertTrue(ok, all[i].name);
        }
    }

    /// @dev With a fallback, a caveat of an interface that nobody implements would permit everything.
    function testFuzz_fallback_revert_unknownCallsAndMoney(uint8 which, bytes calldata data) public {
        Specimen memory s = _specimens()[which % COUNT];
        vm.deal(address(this), 1 ether);

        (bool enforced,) = address(s.enforcer)
            .call(abi.encodeWithSignature("enforceCaveat(bytes,(address,uint256,bytes),bytes32)", "", "", ""));
        (bool called,) = address(s.enforcer).call(abi.encodePacked(bytes4(keccak256("nobody()")), data));
        (bool paid,) = address(s.enforcer).call{value: 1}("");

        assertFalse(enforced);
        assertFalse(called);
        assertFalse(paid);
    }

    function test_otherHooks_success_batchHooksAreEmpty() public {
        Specimen[] memory all = _specimens();

        for (uint256 i; i < COUNT; ++i) {
            all[i].enforcer.beforeAllHook("", "", Mode.wrap(bytes32(uint256(1))), "", LINK, owner, child);
            all[i].enforcer.afterAllHook("", "", Mode.wrap(bytes32(uint256(1))), "", LINK, owner, child);
        }
    }

    function _isLength(string memory name, uint256 length) private pure returns (bool) {
        bytes32 id = keccak256(bytes(name));
        if (id == keccak256("GolemPolicy")) return _steps(length, 152, 20, 1, 8);
        if (id == keccak256("GolemPhase")) return _steps(length, 37, 26, 1, 16);
        if (id == keccak256("DreamMode")) return _steps(length, 33, 24, 0, 16);
        if (id == keccak256("EmotionalState")) return _steps(length, 40, 25, 1, 16);
        if (id == keccak256("Threshold")) return _steps(length, 2, 20, 1, 16);
        if (id == keccak256("MortalityTimeWindow")) return length == 11;
        if (id == keccak256("ReplicantBudget")) return length == 62;
        if (id == keccak256("VaultNAV")) return length == 64;
        if (id == keccak256("MaxSlippage")) return length == 97;
        if (id == keccak256("Warden")) return length == 29;
        return length == 46;
    }

    function _steps(uint256 length, uint256 head, uint256 size, uint256 least, uint256 most)
        private
        pure
        returns (bool)
    {
        return length >= head + size * least && length <= head + size * most && (length - head) % size == 0;
    }

    /// @dev The first `length` bytes, padded with zeros where there are fewer; at most 400.
    function _cut(bytes memory data, uint256 length) private pure returns (bytes memory cut) {
        cut = new bytes(length % 400);
        for (uint256 i; i < cut.length && i < data.length; ++i) {
            cut[i] = data[i];
        }
    }

    function _tail(bytes memory execution) private view returns (bytes memory data) {
        (,, data) = this.split(execution);
    }
}
