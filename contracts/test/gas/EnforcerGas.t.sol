// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Caveat, Delegation} from "../../src/interfaces/IDelegationManager.sol";
import {Gas} from "./Gas.sol";

/// @notice What one named enforcer adds to a redemption.
contract EnforcerGasTest is Gas {
    uint256 private constant STATELESS = 24_500;
    bytes4 private constant TRANSFER = 0xa9059cbb;

    function setUp() public override {
        super.setUp();
        vm.startPrank(owner);
        vitality.register(GOLEM, session);
        dreams.register(GOLEM, session);
        daimon.register(GOLEM, session);
        vm.stopPrank();
    }

    function _with(string memory name, bytes memory terms) private returns (uint256 first, uint256 later) {
        Delegation[] memory chain = _alone(_enforcer(string.concat(name, "Enforcer.sol")), terms);
        first = _pullAt(START, session, chain, string.concat(name, ", first"));
        later = _pullAt(START + 1 hours, session, chain, string.concat(name, ", later"));
    }

    function _bare() private returns (uint256 gas) {
        return _pullAt(START, session, _ownersLink(new Caveat[](0)), "manager, no caveat");
    }

    function test_gas_rollingCapAlone() public {
        bytes memory terms = abi.encodePacked(uint8(1), address(usdc), uint128(CAP), uint8(0), uint64(1));
        (, uint256 later) = _with("DailySpendLimit", terms);

        assertLe(later, 110_500);
    }

    function test_gas_statelessEnforcers() public {
        uint256 bare = _bare();
        (, uint256 window) =
            _with("MortalityTimeWindow", abi.encodePacked(uint8(1), uint40(START), uint40(START + 30 days)));
        (, uint256 royalty) =
            _with("KnowledgeRoyalty", abi.encodePacked(uint8(1), address(usdc), TRANSFER, uint8(0), payee));

        assertLe(window - bare, STATELESS);
        assertLe(royalty - bare, STATELESS);
    }

    function test_gas_oracleReaders() public {
        _with(
            "GolemPhase",
            abi.encodePacked(uint8(1), GOLEM, uint32(30 days), address(usdc), TRANSFER, uint8(3), uint8(255))
        );
        _with("DreamMode", abi.encodePacked(uint8(1), GOLEM));
        _with(
            "EmotionalState",
            abi.encodePacked(
                abi.encodePacked(uint8(1), GOLEM, uint32(30 days), int8(-50), int8(50), int8(-20)),
                address(usdc),
                TRANSFER,
                uint8(0)
            )
        );
    }

    function test_gas_replicantBudget() public {
        bytes memory terms =
            abi.encodePacked(uint8(1), address(usdc), child, uint128(CAP), uint40(START + 30 days));
        _with("ReplicantBudget", terms);
    }
}
