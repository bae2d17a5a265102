// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {Nonces} from "@openzeppelin/contracts/utils/Nonces.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// @notice The dollar of the demo chain: six decimals, ERC-2612 and ERC-3009, with the signing domain of Circle's
///         USDC on Base Sepolia. Not Circle's code: anybody may print it, nobody can pause it or block an account.
/// @dev Its code is copied to USDC's address, so nothing may depend on storage that a constructor writes.
contract TwinUsdc is ERC20("", ""), EIP712("USDC", "2"), Nonces {
    bytes32 public constant PERMIT_TYPEHASH =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
    bytes32 public constant TRANSFER_WITH_AUTHORIZATION_TYPEHASH = keccak256(
        "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 public constant RECEIVE_WITH_AUTHORIZATION_TYPEHASH = keccak256(
        "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 public constant CANCEL_AUTHORIZATION_TYPEHASH =
        keccak256("CancelAuthorization(address authorizer,bytes32 nonce)");

    struct Authorization {
        address from;
        address to;
        uint256 value;
        uint256 validAfter;
        uint256 validBefore;
        bytes32 nonce;
    }

    event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);
    event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce);

    mapping(address authorizer => mapping(bytes32 nonce => bool used)) public authorizationState;

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function name() public pure override returns (string memory) {
        return "USDC";
    }

    function symbol() public pure override returns (string memory) {
        return "USDC";
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    function version() external pure returns (string memory) {
        return "2";
    }

    function DOMAIN_SEPARATOR() external view returns (bytes32) {
        return _domainSeparatorV4();
    }

    // ERC-2612

    function permit(
        address owner,
        address spender,
        uint256 value,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        permit(owner, spender, value, deadline, abi.encodePacked(r, s, v));
    }

    function permit(address owner, address spender, uint256 value, uint256 deadline, bytes memory signature)
        public
    {
        require(deadline >= block.timestamp, "FiatTokenV2: permit is expired");
        bytes32 message =
            keccak256(abi.encode(PERMIT_TYPEHASH, owner, spender, value, _useNonce(owner), deadline));
        require(_isSignedBy(owner, message, signature), "EIP2612: invalid signature");
        _approve(owner, spender, value);
    }

    // ERC-3009

    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        Authorization memory authorization = Authorization(from, to, value, validAfter, validBefore, nonce);
        _pay(TRANSFER_WITH_AUTHORIZATION_TYPEHASH, authorization, abi.encodePacked(r, s, v));
    }

    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) external {
        Authorization memory authorization = Authorization(from, to, value, validAfter, validBefore, nonce);
        _pay(TRANSFER_WITH_AUTHORIZATION_TYPEHASH, authorization, signature);
    }

    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        Authorization memory authorization = Authorization(from, to, value, validAfter, validBefore, nonce);
        _receive(authorization, abi.encodePacked(r, s, v));
    }

    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) external {
        _receive(Authorization(from, to, value, validAfter, validBefore, nonce), signature);
    }

    function cancelAuthorization(address authorizer, bytes32 nonce, bytes memory signature) external {
        bytes32 message = keccak256(abi.encode(CANCEL_AUTHORIZATION_TYPEHASH, authorizer, nonce));
        require(_isSignedBy(authorizer, message, signature), "FiatTokenV2: invalid signature");
        _use(authorizer, nonce);
        emit AuthorizationCanceled(authorizer, nonce);
    }

    /// @dev Only the payee may present it: nobody can run ahead of a contract that acts on being paid.
    function _receive(Authorization memory authorization, bytes memory signature) private {
        require(authorization.to == msg.sender, "FiatTokenV2: caller must be the payee");
        _pay(RECEIVE_WITH_AUTHORIZATION_TYPEHASH, authorization, signature);
    }

    function _pay(bytes32 typehash, Authorization memory paid, bytes memory signature) private {
        require(block.timestamp > paid.validAfter, "FiatTokenV2: authorization is not yet valid");
        require(block.timestamp < paid.validBefore, "FiatTokenV2: authorization is expired");
        bytes32 message = keccak256(
            abi.encode(
                typehash, paid.from, paid.to, paid.value, paid.validAfter, paid.validBefore, paid.nonce
            )
        );
        require(_isSignedBy(paid.from, message, signature), "FiatTokenV2: invalid signature");
        _use(paid.from, paid.nonce);
        emit AuthorizationUsed(paid.from, paid.nonce);
        _transfer(paid.from, paid.to, paid.value);
    }

    function _use(address authorizer, bytes32 nonce) private {
        require(!authorizationState[authorizer][nonce], "FiatTokenV2: authorization is used or canceled");
        authorizationState[authorizer][nonce] = true;
    }

    /// @dev As Circle's: an account with code, an upgraded one too, is asked by ERC-1271.
    function _isSignedBy(address signer, bytes32 message, bytes memory signature)
        private
        view
        returns (bool)
    {
        return SignatureChecker.isValidSignatureNow(signer, _hashTypedDataV4(message), signature);
    }
}
