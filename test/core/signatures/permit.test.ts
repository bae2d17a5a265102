import { describe, expect, it } from 'vitest';
import { BASE, NOW, OWNER, SESSION_KEY, STRANGER, USDC_ON_BASE } from '../../vectors/builders';
import {
  DOMAIN_WITH_CONTRACT,
  ELSEWHERE,
  explain,
  typedData,
} from '../../vectors/signatures/builders';

const AT = { origin: ELSEWHERE };
const ERC2612 = 'address owner,address spender,uint256 value,uint256 nonce,uint256 deadline';

function aPermit(Permit: string, message: object) {
  const domain = {
    name: 'USD Coin',
    version: '2',
    chainId: BASE,
    verifyingContract: USDC_ON_BASE,
  };
  return typedData(domain, { EIP712Domain: DOMAIN_WITH_CONTRACT, Permit }, 'Permit', message);
}

const erc2612 = (message: object = {}) =>
  aPermit(ERC2612, {
    owner: OWNER,
    spender: SESSION_KEY,
    value: '5000000',
    nonce: 0,
    deadline: NOW + 3600,
    ...message,
  });

describe('an ERC-2612 permit', () => {
  it("to a Golem's key is critical and says how much", () => {
    const insight = explain(erc2612(), AT);

    expect(insight?.level).toBe('critical');
    expect(insight?.title).toBe('Lets Atlas take tokens outside its runway');
    expect(insight?.facts).toContainEqual({ label: 'Allowance', value: '5 USDC', kind: 'words' });
    expect(insight?.facts.map(({ label }) => label)).toContain('Can be handed in until');
  });

  it('of everything says unlimited', () => {
    const insight = explain(erc2612({ value: `${(1n << 256n) - 1n}` }), AT);

    expect(insight?.facts[0]?.value).toBe('unlimited USDC');
  });

  it('of nothing ends an allowance', () => {
    expect(explain(erc2612({ value: 0 }), AT)).toMatchObject({
      level: 'info',
      title: "Ends Atlas's token allowance",
    });
  });

  it("over a Golem's tokens for a stranger is explained", () => {
    const all = { owner: SESSION_KEY, spender: STRANGER, value: `${(1n << 256n) - 1n}` };

    expect(explain(erc2612(all), AT)).toMatchObject({
      level: 'critical',
      title: "Lets 0x6666…6666 take unlimited USDC from Atlas's session key",
    });
    expect(explain(erc2612({ ...all, value: 5_000_000 }), AT)?.title).toBe(
      "Lets 0x6666…6666 take 5 USDC from Atlas's session key",
    );
  });

  it('to anyone else is left to the wallet', () => {
    expect(explain(erc2612({ spender: STRANGER }), AT)).toBeNull();
  });

  it('whose spender is no address says so', () => {
    expect(explain(erc2612({ spender: 5 }), AT)?.title).toBe(
      'Bardo cannot read who may spend by this permit',
    );
  });

  it('with an unreadable amount is still critical', () => {
    const insight = explain(erc2612({ value: 'NaN' }), AT);

    expect(insight?.level).toBe('critical');
    expect(insight?.facts[0]?.value).toBe('an amount Bardo cannot read');
  });
});

describe("a permit of the standard's relatives", () => {
  it('in the manner of DAI is unlimited, or ends', () => {
    const dai = 'address holder,address spender,uint256 nonce,uint256 expiry,bool allowed';
    const message = { holder: OWNER, spender: SESSION_KEY, nonce: 0, expiry: 0 };

    expect(explain(aPermit(dai, { ...message, allowed: true }), AT)?.facts[0]?.value).toBe(
      'unlimited',
    );
    expect(explain(aPermit(dai, { ...message, allowed: false }), AT)?.level).toBe('info');
    const over = { ...message, holder: SESSION_KEY, spender: STRANGER, allowed: true };
    expect(explain(aPermit(dai, over), AT)?.title).toContain('take unlimited USDC from Atlas');
  });

  it('for an NFT names it as one', () => {
    const nft = 'address spender,uint256 tokenId,uint256 nonce,uint256 deadline';
    const message = { spender: SESSION_KEY, tokenId: 7, nonce: 0, deadline: NOW };

    expect(explain(aPermit(nft, message), AT)?.title).toBe('Lets Atlas move one of your NFTs');
  });

  it('that shares only the name is not read as one', () => {
    expect(explain(aPermit('string text', { text: 'hello' }), AT)).toBeNull();
  });
});
