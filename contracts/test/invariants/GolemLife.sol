// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Caveat, Delegation} from "../../src/interfaces/IDelegationManager.sol";
import {PolicyTerms} from "../../src/interfaces/IGolemPolicyEnforcer.sol";
import {Runway} from "../base/Runway.sol";

/// @notice A random life under a real runway: pulls, children, leases, reports, healing, strangers, endings.
/// @dev What must never happen is noted when it happens; the invariants read the notes.
contract GolemLife is Runway {
    struct Spend {
        uint256 at;
        uint256 amount;
        bool byChild;
    }

    Spend[] private spends;
    bytes[] private leases;
    uint256 private generation = 1;
    uint256 private cap = CAP;
    uint256 private replicantCap = REPLICANT_CAP;
    uint256 private floor;
    uint256 private spent;

    /// @dev First breach seen, in words; empty while all is well.
    string public breach;
    uint256 public pulls;

    function setUp() public override {
        super.setUp();
        _renew();
    }

    function pull(uint256 amount, bool byChild, uint256 which) external {
        _pull(leases.length - 1, amount, byChild, which);
    }

    /// @dev Old leases are tried too: they must not move anything once a newer one was used or raised.
    function pullOld(uint256 which, uint256 amount, bool byChild) external {
        _pull(which % leases.length, amount, byChild, 1);
    }

    function pass(uint256 time) external {
        skip(bound(time, 1, 9 hours));
    }

    function report(uint256 phase) external {
        (, uint8 current) = vitality.getPhase(guardian, GOLEM);
        // Death is for ever; let it come seldom, or most of a life would be spent dead.
        uint256 worst = phase % 40 == 0 ? 4 : (current > 3 ? 4 : 3);
        uint256 before = _available(leases.length - 1, session);
        vm.prank(session);
        vitality.report(guardian, GOLEM, uint8(bound(phase, current, worst)), 100);
        if (_available(leases.length - 1, session) > before) breach = "a worse phase permits more";
    }

    function heal(uint256 phase) external {
        (, uint8 current) = vitality.getPhase(guardian, GOLEM);
        if (current == 4) return;
        vm.prank(guardian);
        vitality.heal(GOLEM, uint8(bound(phase, 0, current)), 9_000);
    }

    function lease(uint256 newCap, uint256 newReplicantCap) external {
        uint256 before = _available(leases.length - 1, session);
        uint256 oldCap = cap;
        cap = bound(newCap, 1e6, CAP + 5e6);
        replicantCap = bound(newReplicantCap, 0, cap);
        ++generation;
        _renew();
        if (cap <= oldCap && _available(leases.length - 1, session) > before) {
            breach = "a lower cap frees budget";
        }
    }

    function raiseFloor(uint256 to, uint256 dice) external {
        uint32 target = dice % 50 == 0 ? type(uint32).max : uint32(bound(to, 0, generation));
        if (target <= floor) return;
        _raise(1, target);
        floor = target;
    }

    function endEpoch(uint256 dice) external {
        if (dice % 30 != 0) return;
        vm.prank(owner);
        policyEnforcer.endAllLeases();
        ++generation;
        _renew();
    }

    /// @dev Everything a stranger can call, with the true terms.
    function meddle(uint256 amount, address who) external {
        if (who == guardian || who == session || who == owner || who == address(manager)) return;
        uint256 before = _available(leases.length - 1, session);
        (uint32 floorBefore,,,) = policyEnforcer.getBudget(address(manager), guardian, 1);
        Delegation[] memory chain = abi.decode(leases[leases.length - 1], (Delegation[]));
        bytes memory terms = chain[0].caveats[0].terms;

        vm.startPrank(who);
        try policyEnforcer.beforeHook(
            terms, "", SINGLE, _pay(payee, bound(amount, 1, CAP)), bytes32(0), guardian, session
        ) {}
            catch {}
        policyEnforcer.endAllLeases();
        try policyEnforcer.raise(address(manager), guardian, 1, type(uint32).max, "junk") {} catch {}
        try vitality.report(guardian, GOLEM, 4, 0) {} catch {}
        try vitality.register(GOLEM, who) {} catch {}
        vm.stopPrank();

        (uint32 floorAfter,,,) = policyEnforcer.getBudget(address(manager), guardian, 1);
        if (_available(leases.length - 1, session) != before || floorBefore != floorAfter) {
            breach = "a stranger changed what may be spent";
        }
    }

    function moved() external view returns (uint256 fromOwner, uint256 toPayee, uint256 counted) {
        return (1_000_000e6 - usdc.balanceOf(owner), usdc.balanceOf(payee) - 1, spent);
    }

    function _pull(uint256 index, uint256 amount, bool byChild, uint256 which) private {
        Delegation[] memory chain = abi.decode(leases[index], (Delegation[]));
        address redeemer = byChild ? child : session;
        uint256 left = _available(index, redeemer);
        // Mostly near the edge, where mistakes live.
        amount = which % 3 == 0 ? bound(amount, 1, CAP) : bound(amount, left / 2 + 1, left + 2);
        if (byChild) chain = _underLease(chain, new Caveat[](0));

        try this.redeemAs(redeemer, chain, amount) {
            _note(chain, amount, byChild, left);
        } catch {}
    }

    function redeemAs(address redeemer, Delegation[] calldata chain, uint256 amount) external {
        _redeem(redeemer, chain, _pay(payee, amount));
    }

    function _note(Delegation[] memory chain, uint256 amount, bool byChild, uint256 left) private {
        (PolicyTerms memory policy,) = policyEnforcer.getTermsInfo(chain[chain.length - 2].caveats[0].terms);
        (, uint8 phase) = vitality.getPhase(guardian, GOLEM);
        uint256 share = [uint256(10_000), 10_000, 5_000, 1_000, 0][phase];
        spends.push(Spend(block.timestamp, amount, byChild));
        spent += amount;
        ++pulls;

        if (amount > left) breach = "the view promised less than was spent";
        if (_sumOf24Hours(false) > policy.cap * share / 10_000) breach = "24 hours above the cap";
        if (byChild && _sumOf24Hours(true) > policy.replicantCap * share / 10_000) {
            breach = "children above their part";
        }
        if (phase == 4) breach = "a dead Golem moved money";
        if (policy.generation < floor) breach = "a superseded lease moved money";
        if (floor == type(uint32).max) breach = "an ended lease moved money";
        if (policy.epoch != policyEnforcer.epochs(owner)) breach = "a lease of an ended epoch moved money";
        if (policy.generation > floor) floor = policy.generation;
    }

    /// @dev Everything that left in the last 24 hours, both ends included.
    function _sumOf24Hours(bool onlyChildren) private view returns (uint256 sum) {
        for (uint256 i = spends.length; i > 0 && spends[i - 1].at + 24 hours >= block.timestamp; --i) {
            if (spends[i - 1].byChild || !onlyChildren) sum += spends[i - 1].amount;
        }
    }

    function _available(uint256 index, address redeemer) private view returns (uint256) {
        Delegation[] memory chain = abi.decode(leases[index], (Delegation[]));
        return policyEnforcer.getAvailable(chain[0].caveats[0].terms, address(manager), guardian, redeemer);
    }

    function _renew() private {
        PolicyTerms memory policy = _policy();
        (policy.cap, policy.replicantCap) = (cap, replicantCap);
        (policy.generation, policy.epoch) = (generation, policyEnforcer.epochs(owner));
        leases.push(abi.encode(_runway(policy)));
    }
}
