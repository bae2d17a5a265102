// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC4626} from "@openzeppelin/contracts/interfaces/IERC4626.sol";

import {ICaveatEnforcer} from "../../src/interfaces/ICaveatEnforcer.sol";
import {Market} from "../mocks/Market.sol";
import {PriceFeed} from "../mocks/PriceFeed.sol";
import {Router} from "../mocks/Router.sol";
import {Usdc} from "../mocks/Usdc.sol";
import {Vault} from "../mocks/Vault.sol";
import {Lease} from "./Lease.sol";

/// @notice One valid use of every enforcer, on a link whose delegator is the owner's account.
abstract contract Specimens is Lease {
    struct Specimen {
        string name;
        ICaveatEnforcer enforcer;
        bytes terms;
        bytes args;
        bytes execution;
    }

    uint256 internal constant COUNT = 12;
    uint256 internal constant COUNCIL_NONCE = 7;
    uint256 internal constant ACTION_NONCE = 3;
    bytes32 internal constant LINK = keccak256("some delegation");

    Market internal market;
    Vault internal vault;
    Router internal router;
    PriceFeed internal feed;
    Usdc internal weth;
    address internal splitter = makeAddr("splitter");

    mapping(string name => ICaveatEnforcer) internal enforcers;

    function setUp() public virtual override {
        super.setUp();
        market = new Market();
        vault = new Vault(usdc);
        router = new Router();
        feed = new PriceFeed();
        weth = new Usdc();
        feed.set(1e8, START);
        usdc.mint(address(this), 1_000e6);
        usdc.approve(address(vault), type(uint256).max);
        vault.deposit(1_000e6, address(this));

        vm.startPrank(owner);
        vitality.register(GOLEM, session);
        dreams.register(GOLEM, session);
        daimon.register(GOLEM, session);
        usdc.approve(address(vault), type(uint256).max);
        vm.stopPrank();

        string[11] memory names = [
            "GolemPhase",
            "MortalityTimeWindow",
            "DreamMode",
            "EmotionalState",
            "KnowledgeRoyalty",
            "DailySpendLimit",
            "ReplicantBudget",
            "VaultNAV",
            "MaxSlippage",
            "Threshold",
            "Warden"
        ];
        for (uint256 i; i < names.length; ++i) {
            enforcers[names[i]] = ICaveatEnforcer(_enforcer(string.concat(names[i], "Enforcer.sol")));
        }
        enforcers["GolemPolicy"] = policyEnforcer;
    }

    function _specimens() internal returns (Specimen[] memory list) {
        list = new Specimen[](COUNT);
        bytes memory sale = _single(address(market), 0, abi.encodeCall(Market.sell, (GOLEM, splitter)));
        bytes memory deposit = _single(address(vault), 0, abi.encodeCall(IERC4626.deposit, (1e6, owner)));
        bytes memory swap = _single(
            address(router), 0, abi.encodeCall(Router.swap, (address(usdc), address(weth), owner, 0))
        );
        list[0] = _specimen("GolemPolicy", _encode(_policy()), "", _pay(payee, 1e6));
        list[1] = _specimen("GolemPhase", _phaseTerms(4), "", sale);
        list[2] = _specimen("MortalityTimeWindow", _windowTerms(START, START + 1 days), "", sale);
        list[3] = _specimen("DreamMode", abi.encodePacked(uint8(1), GOLEM), "", sale);
        list[4] = _specimen("EmotionalState", _moodTerms(0), "", sale);
        list[5] = _specimen("KnowledgeRoyalty", _royaltyTerms(), "", sale);
        list[6] = _specimen("DailySpendLimit", _dailyTerms(CAP, 1), "", _pay(payee, 1e6));
        list[7] = _specimen("ReplicantBudget", _replicantTerms(2e6), "", _pay(payee, 1e6));
        list[8] = _specimen("VaultNAV", _navTerms(1_000, 1_000e6, 100e6), "", deposit);
        list[9] = _specimen("MaxSlippage", _slippageTerms(100), "", swap);
        list[10] = _specimen("Threshold", _councilTerms(1), _approvals(sale, COUNCIL_NONCE, 1), sale);
        list[11] = _specimen("Warden", _wardenTerms(1 hours), abi.encode(ACTION_NONCE), sale);
        _commit(sale, ACTION_NONCE);
    }

    function _specimen(string memory name, bytes memory terms, bytes memory args, bytes memory execution)
        internal
        view
        returns (Specimen memory)
    {
        return Specimen(name, enforcers[name], terms, args, execution);
    }

    /// @dev As the manager would call it, for the owner's link; the child redeems.
    function _before(Specimen memory s) internal {
        vm.prank(address(manager));
        s.enforcer.beforeHook(s.terms, s.args, SINGLE, s.execution, LINK, owner, child);
    }

    function _phaseTerms(uint8 worstPhase) internal view returns (bytes memory) {
        return abi.encodePacked(
            uint8(1), GOLEM, uint32(1 days), address(market), Market.sell.selector, worstPhase, uint8(255)
        );
    }

    function _windowTerms(uint256 start, uint256 end) internal pure returns (bytes memory) {
        return abi.encodePacked(uint8(1), uint40(start), uint40(end));
    }

    function _moodTerms(uint8 always) internal view returns (bytes memory) {
        return abi.encodePacked(
            uint8(1),
            GOLEM,
            uint32(1 days),
            int8(-50),
            int8(50),
            int8(-20),
            address(market),
            Market.sell.selector,
            always
        );
    }

    function _royaltyTerms() internal view returns (bytes memory) {
        return abi.encodePacked(uint8(1), address(market), Market.sell.selector, uint8(1), splitter);
    }

    function _dailyTerms(uint256 cap, uint64 budgetId) internal view returns (bytes memory) {
        return abi.encodePacked(uint8(1), address(usdc), uint128(cap), uint8(0), budgetId);
    }

    function _replicantTerms(uint256 total) internal view returns (bytes memory) {
        return abi.encodePacked(uint8(1), address(usdc), session, uint128(total), uint40(START + 7 days));
    }

    function _navTerms(uint16 bps, uint256 navAtGrant, uint256 absolute)
        internal
        view
        returns (bytes memory)
    {
        return abi.encodePacked(
            uint8(1), address(vault), bps, uint128(navAtGrant), uint128(absolute), uint8(1), uint64(1)
        );
    }

    function _slippageTerms(uint16 maxBps) internal view returns (bytes memory) {
        return abi.encodePacked(
            abi.encodePacked(uint8(1), address(router), Router.swap.selector, address(usdc), address(weth)),
            abi.encodePacked(uint8(0), uint8(1), uint8(2), address(feed), uint8(8), uint8(6), uint8(6)),
            uint32(1 hours),
            maxBps
        );
    }

    function _wardenTerms(uint32 minDelay) internal view returns (bytes memory) {
        return abi.encodePacked(uint8(1), guardian, minDelay, uint32(1 days));
    }

    /// @dev The child announces, waits one hour and commits. Time is put back: specimens share a moment.
    function _commit(bytes memory execution, uint256 nonce) internal returns (bytes32 action) {
        action = warden.hashAction(address(manager), LINK, execution, nonce);
        uint256 moment = block.timestamp;
        vm.warp(moment - 1 hours);
        vm.prank(child);
        warden.announce(action, 1 hours);
        vm.warp(moment);
        vm.prank(child);
        warden.execute(action);
    }

    /// @dev Three councillors, ascending by address.
    function _council() internal returns (address[3] memory signers, uint256[3] memory keys) {
        for (uint256 i; i < 3; ++i) {
            (signers[i], keys[i]) = makeAddrAndKey(string.concat("councillor", vm.toString(i)));
        }
        for (uint256 i; i < 3; ++i) {
            for (uint256 j; j < 2; ++j) {
                if (signers[j] > signers[j + 1]) {
                    (signers[j], signers[j + 1]) = (signers[j + 1], signers[j]);
                    (keys[j], keys[j + 1]) = (keys[j + 1], keys[j]);
                }
            }
        }
    }

    function _councilTerms(uint8 threshold) internal returns (bytes memory) {
        (address[3] memory signers,) = _council();
        return abi.encodePacked(uint8(1), threshold, signers[0], signers[1], signers[2]);
    }

    /// @dev Approvals of the first `count` councillors for one execution under LINK.
    function _approvals(bytes memory execution, uint256 nonce, uint256 count)
        internal
        returns (bytes memory args)
    {
        (, uint256[3] memory keys) = _council();
        uint256 deadline = START + 1 hours;
        args = abi.encodePacked(nonce, deadline);
        for (uint256 i; i < count; ++i) {
            args = abi.encodePacked(args, uint8(i), _approval(LINK, execution, nonce, deadline, keys[i]));
        }
    }

    function _approval(bytes32 link, bytes memory execution, uint256 nonce, uint256 deadline, uint256 key)
        internal
        view
        returns (bytes memory)
    {
        (address target, uint256 value, bytes memory data) = this.split(execution);
        bytes32 structHash = keccak256(
            abi.encode(
                keccak256(
                    "Approval(address manager,bytes32 delegationHash,address target,uint256 value,bytes data,uint256 nonce,uint256 deadline)"
                ),
                manager,
                link,
                target,
                value,
                keccak256(data),
                nonce,
                deadline
            )
        );
        return _bardoSignature(address(enforcers["Threshold"]), structHash, key);
    }

    function split(bytes calldata execution) external pure returns (address, uint256, bytes memory) {
        return (address(bytes20(execution[:20])), uint256(bytes32(execution[20:52])), execution[52:]);
    }
}
