// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20, SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// @notice Stands in for Uniswap's Permit2 on the demo chain. Written for this world, not Uniswap's code, which no
///         package in the lock file carries: same domain, typed data, functions, allowances and nonces for what
///         Bardo reads. Left out: witnesses, batched signature transfers, and the original's error data.
contract TwinPermit2 {
    using SafeERC20 for IERC20;

    struct PermitDetails {
        address token;
        uint160 amount;
        uint48 expiration;
        uint48 nonce;
    }

    struct PermitSingle {
        PermitDetails details;
        address spender;
        uint256 sigDeadline;
    }

    struct PermitBatch {
        PermitDetails[] details;
        address spender;
        uint256 sigDeadline;
    }

    struct AllowanceTransferDetails {
        address from;
        address to;
        uint160 amount;
        address token;
    }

    struct TokenSpenderPair {
        address token;
        address spender;
    }

    struct TokenPermissions {
        address token;
        uint256 amount;
    }

    struct PermitTransferFrom {
        TokenPermissions permitted;
        uint256 nonce;
        uint256 deadline;
    }

    struct SignatureTransferDetails {
        address to;
        uint256 requestedAmount;
    }

    struct Allowance {
        uint160 amount;
        uint48 expiration;
        uint48 nonce;
    }

    error AllowanceExpired(uint256 deadline);
    error InsufficientAllowance(uint256 amount);
    error SignatureExpired(uint256 deadline);
    error InvalidNonce();
    error InvalidAmount(uint256 maxAmount);
    error InvalidSigner();

    event Approval(
        address indexed owner,
        address indexed token,
        address indexed spender,
        uint160 amount,
        uint48 expiration
    );
    event Permit(
        address indexed owner,
        address indexed token,
        address indexed spender,
        uint160 amount,
        uint48 expiration,
        uint48 nonce
    );
    event Lockdown(address indexed owner, address token, address spender);
    event NonceInvalidation(
        address indexed owner,
        address indexed token,
        address indexed spender,
        uint48 newNonce,
        uint48 oldNonce
    );
    event UnorderedNonceInvalidation(address indexed owner, uint256 word, uint256 mask);

    bytes32 private constant DETAILS_TYPEHASH =
        keccak256("PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)");
    bytes32 private constant SINGLE_TYPEHASH = keccak256(
        "PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)"
    );
    bytes32 private constant BATCH_TYPEHASH = keccak256(
        "PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)"
    );
    bytes32 private constant PERMISSIONS_TYPEHASH =
        keccak256("TokenPermissions(address token,uint256 amount)");
    bytes32 private constant TRANSFER_TYPEHASH = keccak256(
        "PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)TokenPermissions(address token,uint256 amount)"
    );

    mapping(address owner => mapping(address token => mapping(address spender => Allowance))) public
        allowance;
    mapping(address owner => mapping(uint256 word => uint256 bits)) public nonceBitmap;

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        bytes32 domain = keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)");
        return keccak256(abi.encode(domain, keccak256("Permit2"), block.chainid, address(this)));
    }

    function approve(address token, address spender, uint160 amount, uint48 expiration) external {
        Allowance storage allowed = allowance[msg.sender][token][spender];
        allowed.amount = amount;
        allowed.expiration = _expiration(expiration);
        emit Approval(msg.sender, token, spender, amount, expiration);
    }

    function permit(address owner, PermitSingle memory single, bytes calldata signature) external {
        bytes32 message =
            keccak256(abi.encode(SINGLE_TYPEHASH, _hash(single.details), single.spender, single.sigDeadline));
        _check(owner, message, single.sigDeadline, signature);
        _permit(owner, single.spender, single.details);
    }

    function permit(address owner, PermitBatch memory batch, bytes calldata signature) external {
        bytes32[] memory hashes = new bytes32[](batch.details.length);
        for (uint256 i = 0; i < hashes.length; ++i) {
            hashes[i] = _hash(batch.details[i]);
        }
        bytes32 details = keccak256(abi.encodePacked(hashes));
        bytes32 message = keccak256(abi.encode(BATCH_TYPEHASH, details, batch.spender, batch.sigDeadline));
        _check(owner, message, batch.sigDeadline, signature);
        for (uint256 i = 0; i < hashes.length; ++i) {
            _permit(owner, batch.spender, batch.details[i]);
        }
    }

    function transferFrom(address from, address to, uint160 amount, address token) external {
        _transfer(from, to, amount, token);
    }

    function transferFrom(AllowanceTransferDetails[] calldata details) external {
        for (uint256 i = 0; i < details.length; ++i) {
            _transfer(details[i].from, details[i].to, details[i].amount, details[i].token);
        }
    }

    function lockdown(TokenSpenderPair[] calldata approvals) external {
        for (uint256 i = 0; i < approvals.length; ++i) {
            allowance[msg.sender][approvals[i].token][approvals[i].spender].amount = 0;
            emit Lockdown(msg.sender, approvals[i].token, approvals[i].spender);
        }
    }

    function invalidateNonces(address token, address spender, uint48 newNonce) external {
        Allowance storage allowed = allowance[msg.sender][token][spender];
        uint48 oldNonce = allowed.nonce;
        if (newNonce <= oldNonce || newNonce - oldNonce > type(uint16).max) revert InvalidNonce();
        allowed.nonce = newNonce;
        emit NonceInvalidation(msg.sender, token, spender, newNonce, oldNonce);
    }

    function invalidateUnorderedNonces(uint256 word, uint256 mask) external {
        nonceBitmap[msg.sender][word] |= mask;
        emit UnorderedNonceInvalidation(msg.sender, word, mask);
    }

    function permitTransferFrom(
        PermitTransferFrom memory signed,
        SignatureTransferDetails calldata transfer,
        address owner,
        bytes calldata signature
    ) external {
        if (transfer.requestedAmount > signed.permitted.amount) {
            revert InvalidAmount(signed.permitted.amount);
        }
        bytes32 permissions =
            keccak256(abi.encode(PERMISSIONS_TYPEHASH, signed.permitted.token, signed.permitted.amount));
        bytes32 message =
            keccak256(abi.encode(TRANSFER_TYPEHASH, permissions, msg.sender, signed.nonce, signed.deadline));
        _check(owner, message, signed.deadline, signature);
        _useUnordered(owner, signed.nonce);
        IERC20(signed.permitted.token).safeTransferFrom(owner, transfer.to, transfer.requestedAmount);
    }

    function _useUnordered(address owner, uint256 nonce) private {
        uint256 bit = 1 << (nonce & 0xff);
        uint256 flipped = nonceBitmap[owner][nonce >> 8] ^= bit;
        if (flipped & bit == 0) revert InvalidNonce();
    }

    function _permit(address owner, address spender, PermitDetails memory details) private {
        Allowance storage allowed = allowance[owner][details.token][spender];
        if (allowed.nonce != details.nonce) revert InvalidNonce();
        allowance[owner][details.token][spender] =
            Allowance(details.amount, _expiration(details.expiration), details.nonce + 1);
        emit Permit(owner, details.token, spender, details.amount, details.expiration, details.nonce);
    }

    function _transfer(address from, address to, uint160 amount, address token) private {
        Allowance storage allowed = allowance[from][token][msg.sender];
        if (block.timestamp > allowed.expiration) revert AllowanceExpired(allowed.expiration);
        if (allowed.amount != type(uint160).max) {
            if (amount > allowed.amount) revert InsufficientAllowance(allowed.amount);
            allowed.amount -= amount;
        }
        IERC20(token).safeTransferFrom(from, to, amount);
    }

    function _check(address owner, bytes32 message, uint256 deadline, bytes calldata signature) private view {
        if (block.timestamp > deadline) revert SignatureExpired(deadline);
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), message));
        if (!SignatureChecker.isValidSignatureNow(owner, digest, signature)) revert InvalidSigner();
    }

    /// @dev Zero means: this block only.
    function _expiration(uint48 expiration) private view returns (uint48) {
        return expiration == 0 ? uint48(block.timestamp) : expiration;
    }

    function _hash(PermitDetails memory details) private pure returns (bytes32) {
        return keccak256(abi.encode(DETAILS_TYPEHASH, details));
    }
}
