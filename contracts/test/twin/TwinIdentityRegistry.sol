// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC721URIStorage} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721URIStorage.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// @notice An ERC-8004 identity registry for the demo chain, written from the standard: the functions and events of
///         the deployed ones, without their proxy and their publisher's right to replace them.
/// @dev Its code is copied to the registry's address, so nothing may depend on storage that a constructor writes.
contract TwinIdentityRegistry is ERC721URIStorage, EIP712 {
    struct MetadataEntry {
        string metadataKey;
        bytes metadataValue;
    }

    event Registered(uint256 indexed agentId, string agentURI, address indexed owner);
    event URIUpdated(uint256 indexed agentId, string newURI, address indexed updatedBy);
    event MetadataSet(
        uint256 indexed agentId, string indexed indexedMetadataKey, string metadataKey, bytes metadataValue
    );

    bytes32 private constant WALLET_TYPEHASH =
        keccak256("AgentWalletSet(uint256 agentId,address newWallet,address owner,uint256 deadline)");
    /// @dev Reserved: payments go there, so only a wallet that agreed may be named.
    string private constant WALLET = "agentWallet";
    uint256 private constant MAX_DEADLINE = 5 minutes;

    uint256 private _lastId;
    mapping(uint256 agentId => mapping(string key => bytes value)) private _metadata;

    constructor() ERC721("", "") EIP712("ERC8004IdentityRegistry", "1") {}

    function name() public pure override returns (string memory) {
        return "AgentIdentity";
    }

    function symbol() public pure override returns (string memory) {
        return "AGENT";
    }

    function register() external returns (uint256) {
        return _register("", new MetadataEntry[](0));
    }

    function register(string memory agentURI) external returns (uint256) {
        return _register(agentURI, new MetadataEntry[](0));
    }

    function register(string memory agentURI, MetadataEntry[] memory metadata) external returns (uint256) {
        return _register(agentURI, metadata);
    }

    function setAgentURI(uint256 agentId, string calldata newURI) external {
        _requireControl(agentId);
        _setTokenURI(agentId, newURI);
        emit URIUpdated(agentId, newURI, msg.sender);
    }

    function getMetadata(uint256 agentId, string memory key) external view returns (bytes memory) {
        return _metadata[agentId][key];
    }

    function setMetadata(uint256 agentId, string memory key, bytes memory value) external {
        _requireControl(agentId);
        _setMetadata(agentId, key, value);
    }

    function getAgentWallet(uint256 agentId) external view returns (address) {
        return address(bytes20(_metadata[agentId][WALLET]));
    }

    function setAgentWallet(uint256 agentId, address newWallet, uint256 deadline, bytes calldata signature)
        external
    {
        _requireControl(agentId);
        require(newWallet != address(0), "bad wallet");
        require(block.timestamp <= deadline, "expired");
        require(deadline <= block.timestamp + MAX_DEADLINE, "deadline too far");
        bytes32 message =
            keccak256(abi.encode(WALLET_TYPEHASH, agentId, newWallet, ownerOf(agentId), deadline));
        require(
            SignatureChecker.isValidSignatureNow(newWallet, _hashTypedDataV4(message), signature),
            "invalid wallet sig"
        );
        _write(agentId, WALLET, abi.encodePacked(newWallet));
    }

    function unsetAgentWallet(uint256 agentId) external {
        _requireControl(agentId);
        _write(agentId, WALLET, "");
    }

    function _register(string memory agentURI, MetadataEntry[] memory metadata)
        private
        returns (uint256 agentId)
    {
        agentId = _lastId++;
        _safeMint(msg.sender, agentId);
        if (bytes(agentURI).length > 0) _setTokenURI(agentId, agentURI);
        emit Registered(agentId, agentURI, msg.sender);
        _write(agentId, WALLET, abi.encodePacked(msg.sender));
        for (uint256 i = 0; i < metadata.length; ++i) {
            _setMetadata(agentId, metadata[i].metadataKey, metadata[i].metadataValue);
        }
    }

    function _setMetadata(uint256 agentId, string memory key, bytes memory value) private {
        require(keccak256(bytes(key)) != keccak256(bytes(WALLET)), "reserved key");
        _write(agentId, key, value);
    }

    function _write(uint256 agentId, string memory key, bytes memory value) private {
        _metadata[agentId][key] = value;
        emit MetadataSet(agentId, key, key, value);
    }

    function _requireControl(uint256 agentId) private view {
        require(_isAuthorized(ownerOf(agentId), msg.sender, agentId), "Not authorized");
    }

    /// @dev Whoever buys an identity must name a wallet of their own.
    function _update(address to, uint256 agentId, address auth) internal override returns (address from) {
        from = super._update(to, agentId, auth);
        if (from != address(0) && from != to) _write(agentId, WALLET, "");
    }
}
