// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @dev Every enforcer publishes how it reads its own terms: `getTermsInfo` reverts on exactly the terms that
/// its hooks refuse, so that Snap and site show what the contract will do.

/// @param worstPhase The call is allowed while the phase is at most this.
/// @param recipientArg Argument word that must be the delegator; 255: the call names no recipient.
struct PhaseRule {
    address target;
    bytes4 selector;
    uint8 worstPhase;
    uint8 recipientArg;
}

struct CallRule {
    address target;
    bytes4 selector;
}

/// @param always True for conservative calls, allowed in every mood.
struct MoodRule {
    address target;
    bytes4 selector;
    bool always;
}

interface IGolemPhaseTerms {
    function getTermsInfo(bytes calldata terms)
        external
        pure
        returns (bytes32 golemId, uint256 maxAge, PhaseRule[] memory rules);
}

interface IMortalityTimeWindowTerms {
    function getTermsInfo(bytes calldata terms) external pure returns (uint256 start, uint256 end);
}

interface IDreamModeTerms {
    function getTermsInfo(bytes calldata terms)
        external
        pure
        returns (bytes32 golemId, CallRule[] memory exempt);
}

interface IEmotionalStateTerms {
    function getTermsInfo(bytes calldata terms)
        external
        pure
        returns (
            bytes32 golemId,
            uint256 maxAge,
            int8 minPleasure,
            int8 maxArousal,
            int8 minDominance,
            MoodRule[] memory rules
        );
}

interface IKnowledgeRoyaltyTerms {
    function getTermsInfo(bytes calldata terms)
        external
        pure
        returns (address market, bytes4 selector, uint256 payeeArg, address splitter);
}

interface IDailySpendLimitTerms {
    function getTermsInfo(bytes calldata terms)
        external
        pure
        returns (address token, uint256 cap, uint256 unitExponent, uint256 budgetId);

    /// @notice Base units left in the current window; 0 where the ledger counts another asset or unit.
    function getAvailable(bytes calldata terms, address manager, address delegator)
        external
        view
        returns (uint256);
}

interface IReplicantBudgetTerms {
    function getTermsInfo(bytes calldata terms)
        external
        pure
        returns (address token, address golem, uint256 total, uint256 expiry);

    /// @notice Base units that Replicants have spent under one delegation.
    function spentOf(address manager, bytes32 delegationHash) external view returns (uint256);
}

/// @param navAtGrant The vault's total assets when the terms were signed.
/// @param absoluteCap Most that may leave in any 24 hours, whatever the vault is worth.
struct VaultNAVTerms {
    address vault;
    uint256 maxBps;
    uint256 navAtGrant;
    uint256 absoluteCap;
    uint256 unitExponent;
    uint256 budgetId;
}

interface IVaultNAVTerms {
    function getTermsInfo(bytes calldata terms) external pure returns (VaultNAVTerms memory);
}

/// @param tokenInArg Argument word of the swap that must be `tokenIn`; likewise the two others.
/// @param recipientArg Argument word that must be the delegator.
/// @param feed Chainlink-style feed: units of tokenOut for one tokenIn, with `feedDecimals`.
/// @param maxFeedAge Seconds after which the feed's answer is too old.
/// @param maxBps Most that may be lost against the feed.
struct SlippageTerms {
    address router;
    bytes4 selector;
    address tokenIn;
    address tokenOut;
    uint256 tokenInArg;
    uint256 tokenOutArg;
    uint256 recipientArg;
    address feed;
    uint256 feedDecimals;
    uint256 inDecimals;
    uint256 outDecimals;
    uint256 maxFeedAge;
    uint256 maxBps;
}

interface IMaxSlippageTerms {
    function getTermsInfo(bytes calldata terms) external pure returns (SlippageTerms memory);
}

interface IThresholdTerms {
    function getTermsInfo(bytes calldata terms)
        external
        pure
        returns (uint256 threshold, address[] memory signers);

    /// @notice Whether an approval's nonce was used under one delegation.
    function isUsed(address manager, bytes32 delegationHash, uint256 nonce) external view returns (bool);
}

interface IWardenTerms {
    function getTermsInfo(bytes calldata terms)
        external
        pure
        returns (address guardian, uint256 minDelay, uint256 grace);

    /// @notice Whether an action was redeemed.
    function isConsumed(address manager, bytes32 actionHash) external view returns (bool);
}
