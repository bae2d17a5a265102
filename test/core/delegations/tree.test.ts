import fc from 'fast-check';
import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { capsOf } from '../../../src/core/delegations/attenuation';
import {
  ANY_DELEGATE,
  type Delegation,
  hashDelegation,
} from '../../../src/core/delegations/delegation';
import { metersFor, NO_LIMITS } from '../../../src/core/delegations/limits';
import {
  type Link,
  linkOf,
  redeemerOf,
  type TreeNode,
  treeOf,
} from '../../../src/core/delegations/tree';
import { marksOf } from '../../../src/core/delegations/tree-marks';
import {
  aHash,
  anAddress,
  GUARDIAN,
  NOW,
  OWNER,
  SESSION_KEY,
  USDC_ON_BASE,
} from '../../vectors/builders';
import { aCaveat, aDelegation, grantCaveats } from '../../vectors/delegations';
import { aLimitScene, childLink, leaseLink, PAYEE, REPLICANT } from '../../vectors/leases';

const scene = aLimitScene();
const grant = aDelegation();
const lease = leaseLink(grant);
const replicant = childLink(lease);

const tree = (...delegations: Delegation[]) => treeOf(delegations.map((one) => linkOf(one, scene)));
const seen = (node: TreeNode) => ({
  ...node,
  caps: capsOf(metersFor(node.effective, redeemerOf(node))),
  marks: marksOf(node),
});
const nodeOf = (delegations: Delegation[], wanted: Delegation) =>
  seen(tree(...delegations).find(({ hash }) => hash === hashDelegation(wanted)) as TreeNode);

describe('a whole tree', () => {
  it('has its links in order, from the owner down, whatever order they came in', () => {
    const nodes = tree(replicant, lease, grant);

    expect(nodes.map(({ delegate, depth }) => [delegate, depth])).toEqual([
      [GUARDIAN, 0],
      [SESSION_KEY, 1],
      [REPLICANT, 2],
    ]);
    expect(nodes.map(({ parent }) => parent)).toEqual([
      null,
      hashDelegation(grant),
      hashDelegation(lease),
    ]);
    expect(nodes.every(({ account }) => account === OWNER)).toBe(true);
    expect(nodes.flatMap(marksOf)).toEqual(['outlives-parent']);
  });

  it('limits each holder by all links above: the least cap, the first end, the common payees', () => {
    const node = nodeOf([grant, lease, replicant], replicant);

    expect(node.caps).toEqual([{ token: USDC_ON_BASE, every: 86_400, amount: 1_000_000n }]);
    expect(node.effective.endsAt).toBe(NOW + 3 * 86_400);
    expect(node.effective.payees).toEqual([PAYEE]);
  });

  it('reads payees as MetaMask writes them: an argument for tokens, the target for plain sends', () => {
    const targets = aCaveat('AllowedTargets', `0x${PAYEE.slice(2)}${REPLICANT.slice(2)}`);
    const gas = aDelegation({ caveats: [aCaveat('ExactCalldata', '0x'), targets] });
    const calls = aDelegation({ caveats: [...grantCaveats(), targets] });
    const payeesOf = (one: Delegation) => nodeOf([one], one).effective.payees;

    expect(payeesOf(gas)).toEqual([PAYEE, REPLICANT]);
    expect(payeesOf(calls)).toBeNull();
    expect(payeesOf(aDelegation({ caveats: grantCaveats({ payee: PAYEE }) }))).toEqual([PAYEE]);
  });

  it('holds a child to the part of the lease that is meant for Replicants', () => {
    const greedy = childLink(lease, REPLICANT, { periodAmount: '0x4c4b40' });
    const own = childLink(lease, SESSION_KEY, { periodAmount: '0x4c4b40' });

    expect(nodeOf([grant, lease, greedy], greedy).caps[0]?.amount).toBe(2_000_000n);
    expect(nodeOf([grant, lease, own], own).caps[0]?.amount).toBe(5_000_000n);
  });

  it('marks a link that narrows nothing', () => {
    const empty = aDelegation({
      delegator: GUARDIAN,
      authority: hashDelegation(grant),
      caveats: [],
    });

    expect(nodeOf([grant, empty], empty).marks).toEqual(['no-own-limit']);
  });
});

describe('a child that promises more than its parent holds', () => {
  it('is marked and still held by the parent', () => {
    const other = anAddress(0xcb);
    const wide = childLink(lease, REPLICANT, { periodAmount: '0x5f5e100', payee: other });
    const node = nodeOf([grant, lease, wide], wide);

    expect(node.marks).toEqual(['wider-cap', 'outlives-parent', 'pays-others']);
    expect(node.caps[0]?.amount).toBe(2_000_000n);
    expect(node.effective.payees).toEqual([]);
  });

  it('is marked when its own period is longer, by what the parent pays in that time', () => {
    const weekly = (periodAmount: Hex) =>
      childLink(lease, REPLICANT, { periodAmount, periodDuration: 7 * 86_400 });
    const marks = (child: Delegation) => nodeOf([grant, lease, child], child).marks;

    expect(marks(weekly('0x1312d00'))).not.toContain('wider-cap');
    expect(marks(weekly('0x5f5e100'))).toContain('wider-cap');
  });

  it('is marked when it is about money the parent cannot move', () => {
    const gas = leaseLink(grant, { token: null });

    expect(nodeOf([grant, gas], gas).marks).toContain('other-asset');
  });
});

describe('broken pieces', () => {
  it('without their parent are shown, and said to be incomplete', () => {
    const node = nodeOf([lease, replicant], lease);

    expect(node.marks).toEqual(['missing-parent']);
    expect(node.account).toBeNull();
    expect(node.effective.endsAt).toBe(NOW + 3 * 86_400);
  });

  it('that hang on themselves are shown, and said to be useless', () => {
    const link = (hash: number, parent: number): Link => ({
      hash: aHash(hash),
      parent: aHash(parent),
      delegator: null,
      delegate: null,
      limits: NO_LIMITS,
    });
    const nodes = treeOf([link(1, 2), link(2, 3), link(3, 1), link(4, 3), link(5, 5)]);

    expect(nodes).toHaveLength(5);
    expect(nodes.every((node) => marksOf(node).includes('cycle'))).toBe(true);
  });

  it('passed on by somebody who did not hold them are marked', () => {
    const stolen = leaseLink(grant, {}, anAddress(0x99));
    const open = aDelegation({ delegate: ANY_DELEGATE });
    const taken = leaseLink(open, {}, anAddress(0x99));

    expect(nodeOf([grant, stolen], stolen).marks).toContain('wrong-delegator');
    expect(nodeOf([open, taken], taken).marks).not.toContain('wrong-delegator');
    expect(nodeOf([open, taken], open).marks).toContain('open-to-anyone');
  });

  it('with rules Bardo cannot read are marked', () => {
    const strange = { enforcer: anAddress(0x42), terms: '0x', args: '0x' } as const;
    const odd = aDelegation({
      caveats: [...grantCaveats(), strange, aCaveat('Timestamp', '0x00')],
    });

    expect(nodeOf([odd], odd).marks).toEqual(['unread-rules']);
    expect(nodeOf([odd], odd).effective.unread).toBe(2);
  });
});

describe('a list of links', () => {
  it('is read once: a link known by content wins over its mere hash', () => {
    const claim: Link = {
      ...linkOf(grant, scene),
      delegator: null,
      delegate: null,
      limits: NO_LIMITS,
    };

    expect(treeOf([claim, linkOf(grant, scene), claim])).toHaveLength(1);
    expect(treeOf([claim, linkOf(grant, scene), claim])[0]?.delegate).toBe(GUARDIAN);
  });

  it('of any shape never throws, and shows every link once', () => {
    const any = fc.record({ hash: fc.nat(6), parent: fc.option(fc.nat(8), { nil: null }) });

    fc.assert(
      fc.property(fc.array(any, { maxLength: 12 }), (list) => {
        const nodes = treeOf(
          list.map(({ hash, parent }) => ({
            hash: aHash(hash),
            parent: parent === null ? null : aHash(parent),
            delegator: null,
            delegate: null,
            limits: NO_LIMITS,
          })),
        );

        expect(new Set(nodes.map(({ hash }) => hash)).size).toBe(nodes.length);
        expect(nodes.length).toBe(new Set(list.map(({ hash }) => hash)).size);
      }),
    );
  });
});

describe('the effective limit', () => {
  it('never exceeds that of any link above', () => {
    const any = fc.record({
      amount: fc.integer({ min: 1, max: 10_000 }),
      days: fc.constantFrom(1, 7),
      expiry: fc.option(fc.integer({ min: NOW, max: NOW + 1000 }), { nil: null }),
      payee: fc.option(fc.constantFrom(PAYEE, anAddress(0xcb)), { nil: undefined }),
    });

    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 5 }), (rules) => {
        const links: Delegation[] = [];
        for (const [index, { amount, days, expiry, payee }] of rules.entries()) {
          const caveats = grantCaveats({
            periodAmount: `0x${amount.toString(16)}`,
            periodDuration: days * 86_400,
            expiry,
            ...(payee ? { payee } : {}),
          });
          const above = links.at(-1);
          const authority = above ? hashDelegation(above) : grant.authority;
          const delegator = above?.delegate ?? OWNER;
          links.push(
            aDelegation({ delegator, delegate: anAddress(index + 1), authority, caveats }),
          );
        }
        const nodes = tree(...links);
        const leaf = seen(nodes.at(-1) as TreeNode);

        for (const node of nodes) {
          for (const cap of capsOf(node.limits.meters)) {
            const same = leaf.caps.find(({ every }) => every === cap.every);
            expect(same?.amount).toBeLessThanOrEqual(cap.amount);
          }
          const end = node.limits.endsAt ?? Number.POSITIVE_INFINITY;
          expect(leaf.effective.endsAt ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(end);
          for (const payee of leaf.effective.payees ?? []) {
            expect(
              node.limits.payees?.map((one) => one.toLowerCase()) ?? [payee.toLowerCase()],
            ).toContain(payee.toLowerCase());
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});
