// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @title BardoDomain
/// @notice EIP-712 digests in the domain (name `Bardo`, version `1`, chain id, calling contract).
/// @dev Computed on every use: always the chain it runs on, also after a fork of the chain.
library BardoDomain {
    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");

    function separator() internal view returns (bytes32) {
        return keccak256(
            abi.encode(DOMAIN_TYPEHASH, keccak256("Bardo"), keccak256("1"), block.chainid, address(this))
        );
    }

    function digest(bytes32 structHash) internal view returns (bytes32) {
        return keccak256(abi.encodePacked(hex"1901", separator(), structHash));
    }
}
