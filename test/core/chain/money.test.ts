import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { amountWords, limitWords, nativeName, UNLIMITED } from '../../../src/core/chain/money';
import { STRANGER, USDC_ON_BASE } from '../../vectors/builders';

const ROOT = new URL('../../../', import.meta.url);

describe('Money in words', () => {
  it('is the token by what Bardo knows of it, else its base units', () => {
    expect(amountWords({ chainId: 8453, token: USDC_ON_BASE }, 10_500_000n)).toBe('10.5 USDC');
    expect(amountWords({ chainId: 1, token: USDC_ON_BASE }, 5n)).toBe('5 base units');
    expect(amountWords({ chainId: 8453, token: STRANGER }, 5n, 'down', 'something')).toBe(
      '5 base units of something',
    );
    expect(limitWords(8453, STRANGER)(5n)).toBe(`5 base units of the token ${STRANGER}`);
  });

  it.each([
    [8453, '0.5 ETH'],
    [137, '0.5 POL'],
    [42_220, '0.5 CELO'],
    [56, '0.5 BNB'],
    [146, '0.5 S'],
    [4217, '0.5 units of native currency'],
    [31_337, '0.5 units of native currency'],
  ])('is native money of chain %i by its own currency', (chainId, text) => {
    expect(amountWords({ chainId, token: null }, 5n * 10n ** 17n)).toBe(text);
  });

  it('rounds what may be lost up and what is left down, and never shows something as nothing', () => {
    const ether = { chainId: 8453, token: null };

    expect(amountWords(ether, 10n ** 18n + 1n)).toBe('1.000001 ETH');
    expect(amountWords(ether, 10n ** 18n + 1n, 'down')).toBe('1 ETH');
    expect(amountWords(ether, 1n, 'up')).toBe('less than 0.000001 ETH');
    expect(amountWords(ether, 1n, 'down')).toBe('less than 0.000001 ETH');
  });

  it('keeps thousands apart, and the digits behind the point together', () => {
    const usdc = { chainId: 8453, token: USDC_ON_BASE };

    expect(amountWords(usdc, 999_000_000n)).toBe('999 USDC');
    expect(amountWords(usdc, 1_000_000_000n)).toBe('1,000 USDC');
    expect(amountWords(usdc, 1_234_567_123_456n)).toBe('1,234,567.123456 USDC');
    expect(amountWords({ chainId: 8453, token: STRANGER }, 1_500_000n)).toBe(
      '1,500,000 base units',
    );
    expect(amountWords({ chainId: 8453, token: null }, 1n)).toBe('less than 0.000001 ETH');
  });

  it('without a limit says so, whatever the money', () => {
    expect(limitWords(8453, USDC_ON_BASE)(UNLIMITED)).toBe('any amount of USDC');
    expect(limitWords(137, null)(UNLIMITED)).toBe('any amount of POL');
    expect(limitWords(31_337, null)(UNLIMITED)).toBe('any amount of native currency');
    expect(limitWords(1, STRANGER)(UNLIMITED)).toBe(`any amount of the token ${STRANGER}`);
    expect(nativeName(42_220)).toBe('CELO');
  });
});

it('is put into words in one file alone', () => {
  const saying = ['src', 'site'].flatMap((house) =>
    readdirSync(new URL(house, ROOT), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.twin|^world|^dist/.test(file))
      .map((file) => `${house}/${file}`)
      .filter((file) => TEMPLATE.test(readFileSync(new URL(file, ROOT), 'utf8'))),
  );

  expect(saying).toEqual(['src/core/chain/money.ts']);
});

/** An amount before "base units", a figure before a symbol, or a currency's name behind an amount. */
const TEMPLATE =
  /\} base units|['`]base units|\} \$\{\w+\.symbol\}|\} (ETH|native (currency|coin))\b/;

it('is called by the chain’s own coin in what the site says', () => {
  const named = readdirSync(new URL('site', ROOT), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.words\.ts$/.test(file) && !/^(world|dist)/.test(file))
    .filter((file) => /\bETH\b/.test(readFileSync(new URL(`site/${file}`, ROOT), 'utf8')));

  expect(named).toEqual([]);
});
