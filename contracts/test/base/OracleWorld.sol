// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IGuardianOracle} from "../../src/interfaces/IGuardianOracle.sol";
import {World} from "./World.sol";

/// @notice Signatures of guardians for any of the three oracles.
abstract contract OracleWorld is World {
    uint256 internal constant DEADLINE = START + 1 hours;

    /// @param head typehash and fields up to the nonce, as `abi.encode` makes them.
    function _message(IGuardianOracle oracle, bytes memory head, uint256 nonce, uint256 key)
        internal
        view
        returns (bytes memory)
    {
        return _bardoSignature(address(oracle), keccak256(abi.encodePacked(head, nonce, DEADLINE)), key);
    }

    function _registerHead(address by, address reporter) internal pure returns (bytes memory) {
        return abi.encode(
            keccak256(
                "Register(address guardian,bytes32 golemId,address reporter,uint256 nonce,uint256 deadline)"
            ),
            by,
            GOLEM,
            reporter
        );
    }

    function _setReporterHead(address by, address reporter) internal pure returns (bytes memory) {
        return abi.encode(
            keccak256(
                "SetReporter(address guardian,bytes32 golemId,address reporter,uint256 nonce,uint256 deadline)"
            ),
            by,
            GOLEM,
            reporter
        );
    }
}
