import { stringToHex } from 'viem';
import { createSiweMessage } from 'viem/siwe';
import { describe, expect, it } from 'vitest';
import { explainSignature } from '../../../src/core/insight/signature';
import { aScene, BASE, NOW, OWNER, SESSION_KEY, STRANGER } from '../../vectors/builders';
import { aSignature, ELSEWHERE, explain, PORTAL } from '../../vectors/signatures/builders';

const at = (seconds: number) => new Date(seconds * 1000);

function aSignIn(over: Partial<Parameters<typeof createSiweMessage>[0]> = {}): string {
  return createSiweMessage({
    domain: 'bardo.ai',
    address: OWNER,
    uri: 'https://bardo.ai/login',
    version: '1',
    chainId: BASE,
    nonce: 'abcdefgh12345678',
    issuedAt: at(NOW),
    expirationTime: at(NOW + 600),
    ...over,
  });
}

const sign = (text: string, origin: string | null = PORTAL) =>
  explain(stringToHex(text), { origin }, 'personal_sign');

describe('a sign-in at the Portal', () => {
  it('is welcomed with chain and expiry', () => {
    const insight = sign(aSignIn({ statement: 'Watch your Golems.' }));

    expect(insight).toMatchObject({
      level: 'info',
      title: 'Signs you in to bardo.ai',
      lines: ['It moves no money and grants no permission.'],
    });
    expect(insight?.facts).toEqual([
      { label: 'Chain', value: 'Base', kind: 'words' },
      { label: 'Expires', value: '21 Sep 2026 14:23 UTC', kind: 'words' },
      { label: 'Statement', value: 'Watch your Golems.', kind: 'untrusted' },
    ]);
  });

  it('without an expiry says so', () => {
    const text = aSignIn().replace(/\nExpiration Time: .*/, '');

    expect(sign(text)?.facts[1]?.value).toBe('never by itself');
  });

  it('with resources claims no more than that no money moves', () => {
    const insight = sign(aSignIn({ resources: ['https://bardo.ai/x'] }));

    expect(insight?.lines).toEqual(['It moves no money.']);
  });

  it.each([
    ['expired', { expirationTime: at(NOW) }, 'This sign-in has expired'],
    ['early', { notBefore: at(NOW + 60) }, 'This sign-in is not valid yet'],
    [
      'for another place',
      { uri: `${PORTAL}.evil.example/` },
      'This sign-in is for something outside the Portal',
    ],
  ])('that is %s warns', (_, over, title) => {
    expect(sign(aSignIn(over))).toMatchObject({ level: 'warning', title });
  });

  it('that does not follow the standard is not taken for one', () => {
    const insight = sign(aSignIn().replace('Version: 1', 'Version: 2'));

    expect(insight).toMatchObject({
      level: 'warning',
      title: 'A sign-in Bardo cannot read: check it before signing',
    });
  });

  it('reads dates with an offset, fractions and leap days', () => {
    const text = aSignIn().replace(/Time: .*/, 'Time: 2028-02-29T23:30:00.5-01:30');

    expect(sign(text)?.facts[1]?.value).toBe('1 Mar 2028 01:00 UTC');
    expect(sign(text.replace('2028-02-29', '2027-02-29'))?.title).toContain('cannot read');
  });
});

describe('a sign-in asked by the wrong site', () => {
  it('is critical when it is for the Portal', () => {
    expect(sign(aSignIn(), ELSEWHERE)).toMatchObject({
      level: 'critical',
      title: 'Not from bardo.ai: someone wants to sign in there as you',
    });
  });

  it('is critical for any other site, named as foreign text', () => {
    const insight = sign(aSignIn({ domain: 'bank.example' }), ELSEWHERE);

    expect(insight?.level).toBe('critical');
    expect(insight?.title).toBe('This sign-in is for another site than the one asking');
    expect(insight?.facts).toEqual([
      { label: 'Signs in to', value: 'bank.example', kind: 'untrusted' },
      { label: 'Asked by', value: ELSEWHERE, kind: 'untrusted' },
    ]);
  });

  it.each([
    ['a user in front of the host', 'elsewhere.example@bank.example'],
    ['a port of its own', 'elsewhere.example:8443'],
    ['a subdomain', 'login.elsewhere.example'],
  ])('sees through %s', (_, domain) => {
    const text = aSignIn().replace('bardo.ai wants', `${domain} wants`);

    expect(sign(text.replaceAll('bardo.ai', 'x.example'), ELSEWHERE)?.level).toBe('critical');
  });

  it('sees the scheme', () => {
    expect(sign(aSignIn({ scheme: 'http' }))?.level).toBe('critical');
    expect(sign(aSignIn({ scheme: 'https' }))?.level).toBe('info');
  });

  it('is critical for the Portal when the wallet does not say who asks', () => {
    expect(sign(aSignIn(), null)?.title).toBe(
      'Bardo cannot see who asks: sign in to bardo.ai only on it',
    );
    expect(sign(aSignIn({ domain: 'bank.example', uri: 'https://bank.example' }), null)).toBeNull();
  });
});

describe('a sign-in of another account', () => {
  it('is critical', () => {
    expect(sign(aSignIn({ address: STRANGER }))).toMatchObject({
      level: 'critical',
      title: 'This sign-in names another account than the one that signs',
    });
  });
});

describe('a personal message', () => {
  const own = { domain: 'elsewhere.example', uri: ELSEWHERE };

  it('that signs in to the asking site is not our business, but decoded', () => {
    const input = aSignature(stringToHex(aSignIn(own)), 'personal_sign');

    const report = explainSignature(input, aScene({ origin: ELSEWHERE }), PORTAL);

    expect(report.insight).toBeNull();
    expect(report.decoded).toMatchObject({
      contract: 'ERC-4361',
      args: { domain: 'elsewhere.example', chainId: BASE, expiresAt: NOW + 600 },
    });
  });

  it('that names another host which only begins like the Portal’s is not ours', () => {
    expect(sign('Claim your bardo.airdrop', ELSEWHERE)).toBeNull();
  });

  it.each([
    'Please confirm your account at https://bardo.ai/',
    'BARDO.AI security check',
    'b\u0430rd\u043e.ai needs you',
    'bar\u200bdo.ai',
    'see www.bardo.ai.',
    `${'x '.repeat(9000)}notbardo.ai bardo.ai`,
    aSignIn({ ...own, statement: 'for bardo.ai' }),
    'go to bardo.ai-login.example',
    'bardo.ai.evil.example',
  ])('that names the Portal from elsewhere is critical: %.40o', (text) => {
    expect(sign(text, ELSEWHERE)).toMatchObject({
      level: 'critical',
      title: 'Not from bardo.ai, but names it: someone imitates Bardo',
    });
  });

  it.each(['hello', 'notbardo.ai', 'bardo', '', '0x', '\u202eevil', 'a'.repeat(100_000)])(
    'that does not touch Bardo is silent: %.20o',
    (text) => {
      expect(sign(text, ELSEWHERE)).toBeNull();
    },
  );

  it("that names a Golem's key warns, as text and as raw bytes", () => {
    const title = "Names Atlas's session key; Bardo cannot explain it";

    expect(sign(`pay ${SESSION_KEY.toUpperCase()}`, ELSEWHERE)).toMatchObject({
      level: 'warning',
      title,
    });
    const bytes = `0xff${SESSION_KEY.slice(2)}ff`;
    expect(explain(bytes, { origin: ELSEWHERE }, 'personal_sign')?.title).toBe(title);
  });

  it('from the Portal that is no sign-in is said to be unknown', () => {
    expect(sign('I agree')?.title).toBe('bardo.ai asks for a signature Bardo does not know');
  });

  it('from the Portal that is no text is critical', () => {
    expect(explain(`0x${'ff'.repeat(32)}`, {}, 'personal_sign')).toMatchObject({
      level: 'critical',
      title: 'bardo.ai asks you to sign bytes nobody can read',
    });
  });
});
