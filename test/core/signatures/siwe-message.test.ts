import { ParsedMessage } from '@spruceid/siwe-parser';
import fc from 'fast-check';
import { parseSiweMessage } from 'viem/siwe';
import { describe, expect, it } from 'vitest';
import { parseSignIn } from '../../../src/core/signatures/siwe-message';
import vectors from '../../vectors/signatures/sign-ins.json';

const example = vectors[0]!.lines;
const parse = (lines: string[]) => parseSignIn(lines.join('\n'));

describe('a sign-in message', () => {
  it.each(vectors)('of $source is read field by field', ({ lines, signIn }) => {
    expect(parse(lines)?.signIn).toEqual(signIn);
  });

  it.each(['https', 'http'])('may begin with a scheme and have a port (%s)', (scheme) => {
    const [first = '', ...rest] = example;

    const claim = parse([`${scheme}://${first.replace('.com', '.com:3388')}`, ...rest]);

    expect(claim).toMatchObject({ scheme, domain: 'example.com:3388' });
    expect(claim?.signIn).not.toBeNull();
  });

  it('may have no statement, with two empty lines and not with one', () => {
    const bare = [...example.slice(0, 3), ...example.slice(5)];

    expect(parse([...bare.slice(0, 3), '', ...bare.slice(3)])?.signIn?.statement).toBeNull();
    expect(parse(bare)).toMatchObject({ domain: 'example.com', signIn: null });
  });

  it.each([
    ['another version', 'Version: 1', 'Version: 2'],
    ['a short nonce', 'Nonce: 32891756', 'Nonce: 3289'],
    ['no chain', 'Chain ID: 1', 'Chain ID: one'],
    ['no such day', '2021-09-30', '2021-09-31'],
    ['no such hour', 'T16:', 'T24:'],
    ['a date without a zone', '24Z', '24'],
    ['a short address', '756Cc2', '756Cc'],
    ['an address without its checksum', '0xC02aaA', '0xc02aaA'],
    ['a statement in other letters', 'I accept', 'Ich bestätige'],
    ['a statement in quotes', 'I accept', '"I accept"'],
    ['a URI that is none', 'URI: https://example.com/login', 'URI: example.com/login'],
    ['two users in a resource', '- https://example.com', '- https://@@example.com'],
    ['other words around it', 'wants you to sign in', 'wants You to sign in'],
    ['something after its end', '- https://example.com/my', 'Pay: everything'],
    ['fields out of order', 'Version: 1\nChain ID: 1', 'Chain ID: 1\nVersion: 1'],
  ])('with %s claims to be one, but is not', (_, from, to) => {
    const claim = parseSignIn(example.join('\n').replace(from, to));

    expect(claim?.domain).toBe('example.com');
    expect(claim?.signIn).toBeNull();
  });

  it('names no user in its domain', () => {
    const [first = '', ...rest] = example;

    const claim = parse([first.replace('example.com', 'example.com@evil.example'), ...rest]);

    expect(claim).toMatchObject({ domain: 'example.com@evil.example', signIn: null });
  });

  it('is claimed, but not read, with blank space around its first line', () => {
    for (const text of [
      `\n${example.join('\n')}`,
      example.join('\r\n'),
      ` ${example.join('\n')}`,
    ]) {
      expect(parseSignIn(text)).toMatchObject({ domain: 'example.com', signIn: null });
    }
  });

  // The wallet checks the domain only of what this parser reads: whatever ours reads, it must read too.
  it('is read only where the wallet’s own parser reads the same', () => {
    const text = example.join('\n');
    const pieces = [
      '\n',
      ' ',
      '"',
      'é',
      '%',
      '%20',
      '[',
      '://',
      '@',
      '\r',
      '\t',
      'https',
      '#',
      '0',
      '',
    ];
    const edit = fc.tuple(
      fc.nat({ max: text.length }),
      fc.nat({ max: 3 }),
      fc.constantFrom(...pieces),
    );
    let read = 0;
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 2 }), (edits) => {
        const edited = edits.reduce(
          (now, [at, cut, piece]) => now.slice(0, at) + piece + now.slice(at + cut),
          text,
        );

        const ours = parseSignIn(edited)?.signIn;

        if (!ours) return;
        read += 1;
        const { domain, address, uri, nonce, chainId } = new ParsedMessage(edited);
        expect(ours).toMatchObject({ domain, address, uri, nonce, chainId });
      }),
      { numRuns: 3000 },
    );
    expect(read).toBeGreaterThan(300);
  });

  it('is nothing else', () => {
    expect(parseSignIn('')).toBeNull();
    expect(parseSignIn('please wants you to sign in')).toBeNull();
  });

  it('has the times viem reads in it, whatever they are', () => {
    const date = fc.date({
      min: new Date('1970-01-01'),
      max: new Date('9999-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(date, (issued) => {
        const text = example.join('\n').replace('2021-09-30T16:25:24Z', issued.toISOString());

        const seconds = Math.floor(
          (parseSiweMessage(text).issuedAt?.getTime() ?? Number.NaN) / 1000,
        );

        expect(parseSignIn(text)?.signIn?.issuedAt).toBe(seconds);
      }),
      { numRuns: 200 },
    );
  });
});
