import { describe, expect, it } from '@jest/globals';
import { stringToHex } from 'viem';
import { createSiweMessage } from 'viem/siwe';
import { BASE, OWNER, SESSION_KEY, STRANGER, USDC_ON_BASE } from '../vectors/builders';
import { aDelegation, aGrantMessage, grantCaveats, PERMISSION_SNAP } from '../vectors/delegations';
import {
  aBardoMessage,
  aSignature,
  DOMAIN_WITH_CONTRACT,
  ELSEWHERE,
  typedData,
} from '../vectors/signatures/builders';
import { type Bardo, installBardo, installConnected } from './bardo';
import { DAY, now, START } from './live';
import { startPlane } from './plane';

async function watching(): Promise<Bardo> {
  const bardo = await installConnected(await startPlane());
  await bardo.check();
  return bardo;
}

const inAnHour = () => ({ deadline: now() + 3600 });

const usdc = { name: 'USD Coin', version: '2', chainId: BASE, verifyingContract: USDC_ON_BASE };

const aPermit = (spender: string) =>
  typedData(
    usdc,
    {
      EIP712Domain: DOMAIN_WITH_CONTRACT,
      Permit: 'address owner,address spender,uint256 value,uint256 nonce,uint256 deadline',
    },
    'Permit',
    { owner: OWNER, spender, value: '5000000', nonce: 0, ...inAnHour() },
  );

const aPayment = (to: string) =>
  typedData(
    usdc,
    {
      EIP712Domain: DOMAIN_WITH_CONTRACT,
      TransferWithAuthorization:
        'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce',
    },
    'TransferWithAuthorization',
    {
      from: OWNER,
      to,
      value: '1500000',
      validAfter: 0,
      validBefore: now() + 600,
      nonce: `0x${'ab'.repeat(32)}`,
    },
  );

const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
const aPermit2 = (spender: string) =>
  typedData(
    { name: 'Permit2', chainId: BASE, verifyingContract: PERMIT2 },
    {
      EIP712Domain: 'string name,uint256 chainId,address verifyingContract',
      PermitSingle: 'PermitDetails details,address spender,uint256 sigDeadline',
      PermitDetails: 'address token,uint160 amount,uint48 expiration,uint48 nonce',
    },
    'PermitSingle',
    {
      details: { token: USDC_ON_BASE, amount: '25000000', expiration: now() + DAY, nonce: 0 },
      spender,
      sigDeadline: now() + 1800,
    },
  );

const mail = typedData(
  { name: 'Ether Mail', version: '1', chainId: 1, verifyingContract: STRANGER },
  { EIP712Domain: DOMAIN_WITH_CONTRACT, Mail: 'string contents' },
  'Mail',
  { contents: 'Hello, Bob!' },
);

const signIn = (host: string) =>
  stringToHex(
    createSiweMessage({
      domain: host,
      address: OWNER,
      uri: `http://${host}/login`,
      version: '1',
      chainId: BASE,
      nonce: 'abcdefgh12345678',
      issuedAt: new Date(),
      expirationTime: new Date(Date.now() + 600_000),
    }),
  );

describe('what the bundle says of a signature', () => {
  it('for each kind it reads, asked by the Portal', async () => {
    const bardo = await watching();
    const kinds: [unknown, RegExp][] = [
      [aBardoMessage('PermissionRequest', inAnHour()), /^info: .*10 USDC.*7 days/],
      [
        aBardoMessage('ActionPermit', inAnHour(), {
          domain: { name: 'BardoWarden', version: '1', chainId: BASE },
        }),
        /^(info|warning): /,
      ],
      [aBardoMessage('IdentityAttestation', inAnHour()), /^(info|warning): /],
      [
        aBardoMessage('CladeChallenge', { issuedAt: now(), expiresAt: now() + 300 }),
        /^(info|warning): /,
      ],
      [aPayment(STRANGER), /^info: .*1\.5 USDC/],
      [aPermit(SESSION_KEY), /^danger: .*Atlas/],
      [aPermit2(SESSION_KEY), /^danger: .*Atlas/],
    ];
    for (const [data, line] of kinds) {
      const shown = await bardo.signature(aSignature(data), bardo.portal);
      expect(shown?.lines[0]).toMatch(line);
      expect(shown?.severity).toBe(shown?.lines[0]?.startsWith('danger') ? 'critical' : undefined);
    }
  });

  it('a Bardo message from another site, or of a type Bardo does not have, is never calm', async () => {
    const bardo = await watching();
    const foreign = await bardo.signature(
      aSignature(aBardoMessage('PermissionRequest')),
      ELSEWHERE,
    );
    expect(foreign?.severity).toBe('critical');
    const unknown = await bardo.signature(aSignature(aBardoMessage('Surrender')), bardo.portal);
    expect(unknown?.lines[0]).toMatch(/^(danger|warning): /);
    expect(unknown?.text).toMatch(/verify the origin/i);
  });

  it('a sign-in: calm at the Portal, critical when another site uses its name', async () => {
    const bardo = await watching();
    const data = signIn(new URL(bardo.portal).host);
    const here = await bardo.signature(aSignature(data, 'personal_sign'), bardo.portal);
    expect(here?.lines[0]).toMatch(/^info: Signs you in/);
    const there = await bardo.signature(aSignature(data, 'personal_sign'), ELSEWHERE);
    expect(there?.severity).toBe('critical');
  });

  it('is nothing for what does not concern Bardo', async () => {
    const bardo = await watching();
    expect(await bardo.signature(aSignature(mail), ELSEWHERE)).toBeNull();
    const hello = aSignature(stringToHex('Hello'), 'personal_sign');
    expect(await bardo.signature(hello, ELSEWHERE)).toBeNull();
    const list = aSignature([{ type: 'string', name: 'a', value: 'b' }], 'eth_signTypedData');
    expect(await bardo.signature(list, ELSEWHERE)).toBeNull();
  });

  it('is said also before it is connected', async () => {
    const bardo = await installBardo(await startPlane());
    const shown = await bardo.signature(aSignature(aBardoMessage('PermissionRequest')), ELSEWHERE);
    expect(shown?.severity).toBe('critical');
    expect(shown?.text).toContain('Bardo is not connected');
  });
});

describe("an ERC-7715 grant, asked through MetaMask's permission Snap", () => {
  const grant = (
    delegation = aDelegation({ caveats: grantCaveats({ expiry: START + 7 * DAY }) }),
  ) => aSignature(aGrantMessage(delegation));

  it('to the guardian of a Golem names the delegate, the budget, the end and the real site', async () => {
    const bardo = await installConnected(await startPlane(() => ({ permissions: [] })));
    await bardo.check();
    const shown = await bardo.signature(grant(), PERMISSION_SNAP);
    expect(shown?.lines[0]).toBe('info: Gives Atlas at most 10 USDC every day');
    expect(shown?.text).toContain("Delegate (Atlas's guardian): 0x");
    expect(shown?.text).toContain('https://bardo.ai');
    expect(shown?.text).toContain('Atlas lives on this');
  });

  it('to a stranger warns, and text of the site stays in a box', async () => {
    const bardo = await watching();
    const justification = '[Safe](http://evil.example) **really**';
    const data = aGrantMessage(aDelegation({ delegate: STRANGER }), {
      metadata: { origin: 'https://evil.example', justification },
    });
    const shown = await bardo.signature(aSignature(data), PERMISSION_SNAP);
    expect(shown?.lines[0]).toMatch(/^(danger|warning): /);
    expect(shown?.lines).toContain(`copy: ${justification}`);
  });
});

describe('digests of a signature', () => {
  it.each([
    ['typed data', () => aSignature(aPermit(SESSION_KEY)), /EIP-712 Digest\ncopy: 0x[0-9a-f]{64}/],
    [
      'a message',
      () => aSignature(stringToHex(`Key ${SESSION_KEY}`), 'personal_sign'),
      /EIP-191 message hash\ncopy: 0x[0-9a-f]{64}/,
    ],
  ])('%s', async (_name, signature, shownAs) => {
    const bardo = await watching();
    const shown = await bardo.signature(signature(), ELSEWHERE);
    await shown?.click('digests');
    expect(shown?.text).toMatch(shownAs);
  });
});

describe('whatever the wallet hands over', () => {
  it('never ends in an error, and what claims to be ours is never passed over', async () => {
    const bardo = await watching();
    const broken: unknown[] = [
      aBardoMessage('PermissionRequest', { amount: 'ten' }),
      aBardoMessage('PermissionRequest', { amount: { toString: 1 } }),
      aBardoMessage('ActionPermit', { riskTier: 300 }),
      aBardoMessage('PermissionRequest', {}, { types: {} }),
      aBardoMessage('PermissionRequest', {}, { primaryType: '__proto__' }),
      aBardoMessage('PermissionRequest', {}, { message: null }),
      { domain: { name: 'Bardo' } },
      { ...aGrantMessage(), message: { delegate: 'x' } },
      { ...aGrantMessage(), types: { Delegation: [] } },
      JSON.stringify(aBardoMessage('Surrender')),
    ];
    for (const data of broken) {
      const shown = await bardo.signature(aSignature(data), ELSEWHERE);
      expect(shown?.lines[0]).toMatch(/^(danger|warning): /);
    }
  });

  it('of no form at all is answered or passed over, but never thrown at the wallet', async () => {
    const bardo = await watching();
    const data: unknown[] = [null, 7, '', 'not json', '0x', '0xzz', [], {}, [[[[]]]], { types: 1 }];
    const methods = ['eth_signTypedData_v4', 'eth_signTypedData', 'personal_sign', 'eth_sign', 'x'];
    for (const one of data) {
      for (const method of methods) {
        const shown = await bardo.signature({ from: OWNER, data: one, signatureMethod: method });
        if (shown) expect(shown.lines[0]).toMatch(/^(danger|warning): /);
      }
    }
  });

  it('of a megabyte is answered in time', async () => {
    const bardo = await watching();
    const started = Date.now();
    const text = stringToHex(`${'x'.repeat(1_000_000)}${SESSION_KEY}`);
    await bardo.signature(aSignature(text, 'personal_sign'), ELSEWHERE);
    const wide = aBardoMessage('Surrender', { padding: 'x'.repeat(1_000_000) });
    const shown = await bardo.signature(aSignature(wide), ELSEWHERE);
    expect(shown?.severity).toBe('critical');
    expect(Date.now() - started).toBeLessThan(8_000);
  });
});
