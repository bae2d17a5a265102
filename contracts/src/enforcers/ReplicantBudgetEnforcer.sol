// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Mode} from "@openzeppelin/contracts/account/utils/draft-ERC7579Utils.sol";

import {Perimeter} from "../interfaces/Perimeter.sol";
import {IReplicantBudgetTerms} from "../interfaces/ITermsInfo.sol";
import {PackedTerms} from "../libraries/PackedTerms.sol";
import {Transfers} from "../libraries/Transfers.sol";
import {BardoEnforcer} from "./BardoEnforcer.sol";

/// @title ReplicantBudgetEnforcer
/// @notice What all children of a Golem together may ever spend, and until when. Terms, packed, 62 bytes:
///   0   1 byte    version, 1
///   1   20 bytes  token
///   21  20 bytes  the Golem's own key: its own redemptions are not counted
///   41  16 bytes  total, base units; 0 = no Replicants
///   57  5 bytes   expiry for Replicants, unix seconds, exclusive
/// @dev Belongs on the PARENT's link. On a child's link the parent would sign another leaf with another salt
/// and have the budget again.
contract ReplicantBudgetEnforcer is BardoEnforcer, IReplicantBudgetTerms {
    using PackedTerms for bytes;

    /// @inheritdoc IReplicantBudgetTerms
    mapping(address manager => mapping(bytes32 delegationHash => uint256)) public spentOf;

    constructor(Perimeter memory perimeter) BardoEnforcer(perimeter) {}

    /// @notice Counts a transfer by anybody but the Golem, or denies it.
    function beforeHook(
        bytes calldata terms,
        bytes calldata,
        Mode mode,
        bytes calldata execution,
        bytes32 delegationHash,
        address delegator,
        address redeemer
    ) external override {
        (, address golem,,) = getTermsInfo(terms);
        _open(mode, execution, delegator);
        if (redeemer != golem) _charge(terms, delegationHash, _amountOf(terms, mode, execution, delegator));
    }

    /// @inheritdoc IReplicantBudgetTerms
    function getTermsInfo(bytes calldata terms)
        public
        pure
        returns (address token, address golem, uint256 total, uint256 expiry)
    {
        require(terms.length == 62, "ReplicantBudgetEnforcer:invalid-terms-length");
        require(terms.uintAt(0, 1) == 1, "ReplicantBudgetEnforcer:unknown-version");
        (token, golem) = (terms.addressAt(1), terms.addressAt(21));
        (total, expiry) = (terms.uintAt(41, 16), terms.uintAt(57, 5));
        require(token != address(0) && golem != address(0), "ReplicantBudgetEnforcer:zero-address");
    }

    function _charge(bytes calldata terms, bytes32 delegationHash, uint256 amount) private {
        (,, uint256 total, uint256 expiry) = getTermsInfo(terms);
        require(block.timestamp < expiry, "ReplicantBudgetEnforcer:expired");
        uint256 spent = spentOf[msg.sender][delegationHash];
        require(amount <= total - spent, "ReplicantBudgetEnforcer:total-exceeded");
        spentOf[msg.sender][delegationHash] = spent + amount;
    }

    function _amountOf(bytes calldata terms, Mode mode, bytes calldata execution, address delegator)
        private
        view
        returns (uint256 amount)
    {
        (address target, uint256 value, bytes calldata data) = _open(mode, execution, delegator);
        (address token,,,) = getTermsInfo(terms);
        (, amount) = Transfers.read(token, target, value, data);
    }
}
