// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Mode} from "@openzeppelin/contracts/account/utils/draft-ERC7579Utils.sol";

import {Perimeter} from "../interfaces/Perimeter.sol";
import {IKnowledgeRoyaltyTerms} from "../interfaces/ITermsInfo.sol";
import {Calls} from "../libraries/Calls.sol";
import {PackedTerms} from "../libraries/PackedTerms.sol";
import {BardoEnforcer} from "./BardoEnforcer.sol";

/// @title KnowledgeRoyaltyEnforcer
/// @notice Knowledge is sold in one way only: on one market, with the revenue going to one splitter, which
/// pays heirs and ancestors their shares. Terms, packed, 46 bytes:
///   0   1 byte    version, 1
///   1   20 bytes  market
///   21  4 bytes   selector of the sale
///   25  1 byte    argument word that names who is paid
///   26  20 bytes  splitter
/// @dev Looking for a royalty transfer in the same batch would prove nothing: it can be paid and taken back.
contract KnowledgeRoyaltyEnforcer is BardoEnforcer, IKnowledgeRoyaltyTerms {
    using Calls for bytes;
    using PackedTerms for bytes;

    constructor(Perimeter memory perimeter) BardoEnforcer(perimeter) {}

    /// @notice Denies every call but the sale, and every payee but the splitter.
    function beforeHook(
        bytes calldata terms,
        bytes calldata,
        Mode mode,
        bytes calldata execution,
        bytes32,
        address delegator,
        address
    ) external view override {
        _check(terms, mode, execution, delegator);
    }

    /// @inheritdoc IKnowledgeRoyaltyTerms
    function getTermsInfo(bytes calldata terms)
        public
        pure
        returns (address market, bytes4 selector, uint256 payeeArg, address splitter)
    {
        require(terms.length == 46, "KnowledgeRoyaltyEnforcer:invalid-terms-length");
        require(terms.uintAt(0, 1) == 1, "KnowledgeRoyaltyEnforcer:unknown-version");
        (market, selector) = (terms.addressAt(1), terms.selectorAt(21));
        (payeeArg, splitter) = (terms.uintAt(25, 1), terms.addressAt(26));
        require(market != address(0) && splitter != address(0), "KnowledgeRoyaltyEnforcer:zero-address");
    }

    function _check(bytes calldata terms, Mode mode, bytes calldata execution, address delegator)
        private
        view
    {
        (address target, uint256 value, bytes calldata data) = _open(mode, execution, delegator);
        (address market, bytes4 selector, uint256 payeeArg, address splitter) = getTermsInfo(terms);
        require(
            target == market && data.length >= 4 && data.selectorAt(0) == selector && value == 0,
            "KnowledgeRoyaltyEnforcer:not-the-sale"
        );
        require(data.names(payeeArg, splitter), "KnowledgeRoyaltyEnforcer:wrong-payee");
    }
}
