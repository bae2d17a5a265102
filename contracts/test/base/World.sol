// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Mode} from "@openzeppelin/contracts/account/utils/draft-ERC7579Utils.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Test} from "forge-std/Test.sol";

import {IDaimonOracle} from "../../src/interfaces/IDaimonOracle.sol";
import {Caveat, Delegation, IDelegationManager} from "../../src/interfaces/IDelegationManager.sol";
import {IDreamOracle} from "../../src/interfaces/IDreamOracle.sol";
import {IGolemPolicyEnforcer} from "../../src/interfaces/IGolemPolicyEnforcer.sol";
import {IVitalityOracle} from "../../src/interfaces/IVitalityOracle.sol";
import {IWarden} from "../../src/interfaces/IWarden.sol";
import {Perimeter} from "../../src/interfaces/Perimeter.sol";
import {Usdc} from "../mocks/Usdc.sol";

/// @notice MetaMask's official bytecode, our contracts, and people with keys.
abstract contract World is Test {
    bytes32 internal constant ROOT = bytes32(type(uint256).max);
    address internal constant ENTRY_POINT = 0x0000000071727De22E5E9d8BAf0edAc6f37da032;
    Mode internal constant SINGLE = Mode.wrap(0);
    /// @dev Four hours into a UTC day that no test depends on.
    uint256 internal constant START = 1_795_000_000;
    bytes32 internal constant GOLEM = keccak256("atlas");

    IDelegationManager internal manager;
    address internal account7702;
    Usdc internal usdc;

    IVitalityOracle internal vitality;
    IDreamOracle internal dreams;
    IDaimonOracle internal daimon;
    IWarden internal warden;
    IGolemPolicyEnforcer internal policyEnforcer;

    address internal owner;
    uint256 internal ownerKey;
    address internal guardian;
    uint256 internal guardianKey;
    address internal session;
    uint256 internal sessionKey;
    address internal child;
    uint256 internal childKey;
    address internal payee = makeAddr("compute");
    address internal stranger = makeAddr("stranger");

    function setUp() public virtual {
        vm.warp(START);
        (owner, ownerKey) = makeAddrAndKey("owner");
        (guardian, guardianKey) = makeAddrAndKey("guardian");
        (session, sessionKey) = makeAddrAndKey("session");
        (child, childKey) = makeAddrAndKey("replicant");

        manager = IDelegationManager(_framework("DelegationManager", abi.encode(address(this))));
        account7702 = _framework("EIP7702StatelessDeleGator", abi.encode(manager, ENTRY_POINT));
        vm.etch(owner, abi.encodePacked(hex"ef0100", account7702));

        vitality = IVitalityOracle(deployCode("VitalityOracle.sol"));
        dreams = IDreamOracle(deployCode("DreamOracle.sol"));
        daimon = IDaimonOracle(deployCode("DaimonOracle.sol"));
        warden = IWarden(deployCode("Warden.sol"));
        policyEnforcer = IGolemPolicyEnforcer(_enforcer("GolemPolicyEnforcer.sol"));

        usdc = new Usdc();
        usdc.mint(owner, 1_000_000e6);
        usdc.mint(payee, 1);
    }

    function _perimeter() internal view returns (Perimeter memory) {
        return Perimeter(
            address(vitality), address(dreams), address(daimon), address(warden), address(policyEnforcer)
        );
    }

    /// @dev Deployed from its artifact: tests know enforcers by their interface, like everybody else.
    function _enforcer(string memory file) internal returns (address) {
        return deployCode(file, abi.encode(_perimeter()));
    }

    function _framework(string memory name, bytes memory args) internal returns (address) {
        return deployCode(string.concat("contracts/fixtures/", name, ".json"), args);
    }

    /// @dev A Hybrid account owned by `signer`, as mandates use it.
    function _hybrid(address signer) internal returns (address account) {
        vm.etch(address(0x7212), _framework("SCL_RIP7212", "").code);
        address implementation = _framework("HybridDeleGator", abi.encode(manager, ENTRY_POINT));
        bytes memory init = abi.encodeWithSignature(
            "initialize(address,string[],uint256[],uint256[])",
            signer,
            new string[](0),
            new uint256[](0),
            new uint256[](0)
        );
        account = _framework("ERC1967Proxy", abi.encode(implementation, init));
        usdc.mint(account, 1_000_000e6);
    }

    function _caveat(address enforcer, bytes memory terms) internal pure returns (Caveat memory) {
        return Caveat(enforcer, terms, "");
    }

    function _link(address delegator, address delegate, bytes32 authority, Caveat[] memory caveats)
        internal
        pure
        returns (Delegation memory)
    {
        return Delegation(delegate, delegator, authority, caveats, 1, "");
    }

    function _sign(Delegation memory link, uint256 key) internal view returns (Delegation memory) {
        bytes32 digest =
            keccak256(abi.encodePacked(hex"1901", manager.getDomainHash(), manager.getDelegationHash(link)));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        link.signature = abi.encodePacked(r, s, v);
        return link;
    }

    /// @dev A signed root link with one caveat.
    function _root(address delegator, uint256 key, address delegate, Caveat memory caveat)
        internal
        view
        returns (Delegation memory)
    {
        return _sign(_link(delegator, delegate, ROOT, _list(caveat)), key);
    }

    function _list(Caveat memory caveat) internal pure returns (Caveat[] memory caveats) {
        caveats = new Caveat[](1);
        caveats[0] = caveat;
    }

    function _chain(Delegation memory a) internal pure returns (Delegation[] memory chain) {
        chain = new Delegation[](1);
        chain[0] = a;
    }

    function _chain(Delegation memory leaf, Delegation memory root)
        internal
        pure
        returns (Delegation[] memory chain)
    {
        chain = new Delegation[](2);
        (chain[0], chain[1]) = (leaf, root);
    }

    function _chain(Delegation memory leaf, Delegation memory middle, Delegation memory root)
        internal
        pure
        returns (Delegation[] memory chain)
    {
        chain = new Delegation[](3);
        (chain[0], chain[1], chain[2]) = (leaf, middle, root);
    }

    function _single(address target, uint256 value, bytes memory data) internal pure returns (bytes memory) {
        return abi.encodePacked(target, value, data);
    }

    function _pay(address to, uint256 amount) internal view returns (bytes memory) {
        return _single(address(usdc), 0, abi.encodeCall(IERC20.transfer, (to, amount)));
    }

    function _redeem(address redeemer, Delegation[] memory chain, bytes memory execution) internal {
        _redeem(redeemer, chain, execution, SINGLE);
    }

    function _redeem(address redeemer, Delegation[] memory chain, bytes memory execution, Mode mode)
        internal
    {
        bytes[] memory contexts = new bytes[](1);
        contexts[0] = abi.encode(chain);
        Mode[] memory modes = new Mode[](1);
        modes[0] = mode;
        bytes[] memory executions = new bytes[](1);
        executions[0] = execution;
        vm.prank(redeemer);
        manager.redeemDelegations(contexts, modes, executions);
    }

    /// @dev Signature in Bardo's EIP-712 domain of `verifier`.
    function _bardoSignature(address verifier, bytes32 structHash, uint256 key)
        internal
        view
        returns (bytes memory)
    {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256(
                    "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
                ),
                keccak256("Bardo"),
                keccak256("1"),
                block.chainid,
                verifier
            )
        );
        (uint8 v, bytes32 r, bytes32 s) =
            vm.sign(key, keccak256(abi.encodePacked(hex"1901", domain, structHash)));
        return abi.encodePacked(r, s, v);
    }
}
