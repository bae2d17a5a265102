import { describe, expect, it } from 'vitest';
import {
  aGolem,
  anAddress,
  aScene,
  aStatus,
  NOW,
  OWNER,
  SESSION_KEY,
  STRANGER,
} from '../../vectors/builders';
import { callOf, findingsOf, vectorNamed } from '../../vectors/calls';

const PRIORITY = vectorNamed('UniswapX', 'a priority order with a callback');
const DUTCH_V3 = vectorNamed('UniswapX', 'two Dutch V3 orders');
const DUTCH_V2 = vectorNamed('UniswapX', 'a Dutch V2 order that decays on both ends');
const REAL = vectorNamed('UniswapX', 'a filled exclusive Dutch order');
/** Named by the Dutch V3 orders as the recipient of a fee, never as the swapper. */
const FEE_TAKER = anAddress(0xfe);
const FILLER = { from: STRANGER };
const scene = aScene({ signer: STRANGER });

describe('a UniswapX submission', () => {
  it('names the Golem that swaps and its policy tier', () => {
    expect(findingsOf(callOf(PRIORITY, FILLER), scene)[0]).toMatchObject({
      level: 'info',
      title: 'Agent trade by Atlas on UniswapX: policy tier 2',
    });
  });

  it('names the Golem that fills, though the order is another’s', () => {
    const golem = aGolem({ chainId: 1, policyTier: 3 });
    const filling = aScene({
      chainId: 1,
      signer: SESSION_KEY,
      watched: aStatus({ golems: [golem] }),
    });

    const [finding] = findingsOf(callOf(REAL, { from: SESSION_KEY }), filling);

    expect(finding?.title).toBe('Agent trade by Atlas on UniswapX: policy tier 3');
  });

  it('shows both ends of the price, cosigned start and signed worst end', () => {
    const [finding] = findingsOf(callOf(DUTCH_V3, FILLER), scene);
    const facts = finding?.facts.map(({ label, value }) => `${label}: ${value}`);

    expect(facts).toContain('Swapper pays: 10 USDC at most');
    expect(facts).toContain('Must pay out: 0.0031 WETH, moving to 0.0029 WETH at least');
    expect(facts).toContain('Order valid until: 21 Sep 2026 15:13 UTC');
  });

  it('shows an input that grows', () => {
    const golems = [aGolem({ chainId: 1 })];
    const mainnet = aScene({ chainId: 1, signer: STRANGER, watched: aStatus({ golems }) });

    const [finding] = findingsOf(callOf(DUTCH_V2, FILLER), mainnet);

    expect(finding?.facts.find(({ label }) => label === 'Swapper pays')?.value).toBe(
      '9.9 USDC, moving to 11 USDC at most',
    );
  });

  it('says so when the owner fills an order and no Golem key is in it', () => {
    const call = callOf(PRIORITY, { from: OWNER });
    const golems = [
      aGolem({ sessionKey: null }),
      aGolem({ id: 'b', sessionKey: null, policyTier: 1 }),
    ];

    expect(
      findingsOf(call, aScene({ watched: aStatus({ golems: golems.slice(0, 1) }) }))[0],
    ).toMatchObject({
      level: 'info',
      title: 'UniswapX trade your account fills; Atlas: policy tier 2',
    });
    expect(findingsOf(call, aScene({ watched: aStatus({ golems }) }))[0]?.title).toBe(
      'UniswapX trade your account fills; your Golems: policy tiers 1 to 2',
    );
  });

  it('tells who pays for an order from who is only paid by it', () => {
    const golems = [aGolem({ sessionKey: null, guardian: null })];
    const title = (over: Parameters<typeof aStatus>[0]) =>
      findingsOf(callOf(DUTCH_V3, FILLER), aScene({ signer: STRANGER, watched: aStatus(over) }))[0]
        ?.title;

    expect(title({ owner: SESSION_KEY, golems })).toMatch(/^UniswapX trade by your account;/);
    expect(title({ owner: FEE_TAKER, golems })).toMatch(/^UniswapX trade pays your account;/);
    expect(title({ golems: [aGolem({ sessionKey: FEE_TAKER })] })).toBe(
      "UniswapX trade pays Atlas's session key: policy tier 2",
    );
  });
});

describe('a UniswapX submission with doubts', () => {
  it('warns of a reactor it does not know and does not read its orders', () => {
    const [finding] = findingsOf(
      callOf(PRIORITY, { from: SESSION_KEY, to: anAddress(0x77) }),
      aScene({ signer: SESSION_KEY }),
    );

    expect(finding).toMatchObject({
      level: 'warning',
      title: 'Agent trade by Atlas, unknown reactor: policy tier 2',
    });
    expect(finding?.lines[0]).toContain('does not know this reactor');
    expect(finding?.facts).toContainEqual({
      label: 'Order',
      value: 'its content is not decoded',
      kind: 'words',
    });
  });

  it('notices an order that names another reactor', () => {
    const [finding] = findingsOf(callOf(DUTCH_V3, { ...FILLER, to: PRIORITY.to }), scene);
    expect(finding).toBeUndefined();

    const wrong = {
      ...PRIORITY,
      data: PRIORITY.data.replace(PRIORITY.to.slice(2), '77'.repeat(20)),
    };
    const [named] = findingsOf(callOf(wrong as typeof PRIORITY, FILLER), scene);
    expect(named?.lines[0]).toContain('names another reactor');
  });

  it('is nobody’s business when neither owner nor Golem takes part', () => {
    const golems = [aGolem({ sessionKey: null })];
    expect(
      findingsOf(
        callOf(PRIORITY, FILLER),
        aScene({ signer: STRANGER, watched: aStatus({ golems }) }),
      ),
    ).toEqual([]);
    expect(findingsOf(callOf(PRIORITY), aScene({ watched: null }))).toEqual([]);
    expect(
      findingsOf(callOf(PRIORITY), aScene({ watched: aStatus({ golems: [] }), now: NOW })),
    ).toEqual([]);
  });
});
