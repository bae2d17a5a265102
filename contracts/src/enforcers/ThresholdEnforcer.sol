// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Mode} from "@openzeppelin/contracts/account/utils/draft-ERC7579Utils.sol";

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

import {Perimeter} from "../interfaces/Perimeter.sol";
import {IThresholdTerms} from "../interfaces/ITermsInfo.sol";
import {BardoDomain} from "../libraries/BardoDomain.sol";
import {PackedTerms} from "../libraries/PackedTerms.sol";
import {BardoEnforcer} from "./BardoEnforcer.sol";

/// @title ThresholdEnforcer
/// @notice The Coordination Council: k of n keys approve one exact execution. Terms, packed:
///   0  1 byte    version, 1
///   1  1 byte    threshold k
///   2  20 bytes  signer, k to sixteen times, strictly ascending
/// Args, packed, from the redeemer:
///   0   32 bytes  nonce, free to choose, usable once under this delegation
///   32  32 bytes  deadline, last unix second at which the approvals count
///   64  66 bytes  index of the signer (1) | signature (65), k times, strictly ascending
/// Each signature is EIP-712, domain `Bardo` version 1 of this contract, over `Approval(address manager,
/// bytes32 delegationHash,address target,uint256 value,bytes data,uint256 nonce,uint256 deadline)`.
contract ThresholdEnforcer is BardoEnforcer, IThresholdTerms {
    using PackedTerms for bytes;

    uint256 private constant HEAD = 2;
    uint256 private constant MAX_SIGNERS = 16;
    uint256 private constant ARGS_HEAD = 64;
    uint256 private constant ENTRY = 66;
    bytes32 private constant APPROVAL_TYPEHASH = keccak256(
        "Approval(address manager,bytes32 delegationHash,address target,uint256 value,bytes data,uint256 nonce,uint256 deadline)"
    );

    /// @inheritdoc IThresholdTerms
    mapping(address manager => mapping(bytes32 delegationHash => mapping(uint256 nonce => bool))) public
        isUsed;

    constructor(Perimeter memory perimeter) BardoEnforcer(perimeter) {}

    /// @notice Denies an execution that k signers have not approved, or that was approved and done already.
    function beforeHook(
        bytes calldata terms,
        bytes calldata args,
        Mode mode,
        bytes calldata execution,
        bytes32 delegationHash,
        address delegator,
        address
    ) external override {
        require(args.length == ARGS_HEAD + ENTRY * _validate(terms), "ThresholdEnforcer:invalid-args-length");
        require(block.timestamp <= uint256(args.wordAt(32)), "ThresholdEnforcer:approvals-expired");
        _useNonce(delegationHash, uint256(args.wordAt(0)));
        bytes memory what = _what(mode, execution, delegationHash, delegator);
        _count(terms, args, BardoDomain.digest(keccak256(bytes.concat(what, args[:ARGS_HEAD]))));
    }

    /// @inheritdoc IThresholdTerms
    function getTermsInfo(bytes calldata terms)
        external
        pure
        returns (uint256 threshold, address[] memory signers)
    {
        threshold = _validate(terms);
        signers = new address[]((terms.length - HEAD) / 20);
        for (uint256 i; i < signers.length; ++i) {
            signers[i] = terms.addressAt(HEAD + 20 * i);
        }
    }

    function _useNonce(bytes32 delegationHash, uint256 nonce) private {
        require(!isUsed[msg.sender][delegationHash][nonce], "ThresholdEnforcer:nonce-used");
        isUsed[msg.sender][delegationHash][nonce] = true;
    }

    /// @dev The struct's fields up to the nonce; nonce and deadline are the head of the args themselves.
    function _what(Mode mode, bytes calldata execution, bytes32 delegationHash, address delegator)
        private
        view
        returns (bytes memory)
    {
        (address target, uint256 value, bytes calldata data) = _open(mode, execution, delegator);
        return abi.encode(APPROVAL_TYPEHASH, msg.sender, delegationHash, target, value, keccak256(data));
    }

    /// @dev Ascending indices: nobody signs twice.
    function _count(bytes calldata terms, bytes calldata args, bytes32 digest) private pure {
        uint256 next;
        for (uint256 offset = ARGS_HEAD; offset < args.length; offset += ENTRY) {
            uint256 index = args.uintAt(offset, 1);
            require(
                index >= next && HEAD + 20 * index < terms.length, "ThresholdEnforcer:invalid-signer-order"
            );
            next = index + 1;
            (address signer,,) = ECDSA.tryRecover(digest, args[offset + 1:offset + ENTRY]);
            require(signer == terms.addressAt(HEAD + 20 * index), "ThresholdEnforcer:not-approved");
        }
    }

    function _validate(bytes calldata terms) private pure returns (uint256 threshold) {
        require(
            terms.length > HEAD && (terms.length - HEAD) % 20 == 0 && terms.length <= HEAD + 20 * MAX_SIGNERS,
            "ThresholdEnforcer:invalid-terms-length"
        );
        require(terms.uintAt(0, 1) == 1, "ThresholdEnforcer:unknown-version");
        threshold = terms.uintAt(1, 1);
        require(
            threshold != 0 && HEAD + 20 * threshold <= terms.length, "ThresholdEnforcer:invalid-threshold"
        );
        address last;
        for (uint256 offset = HEAD; offset < terms.length; offset += 20) {
            address signer = terms.addressAt(offset);
            // Also keeps out zero, which a broken signature recovers to.
            require(signer > last, "ThresholdEnforcer:invalid-signers");
            last = signer;
        }
    }
}
