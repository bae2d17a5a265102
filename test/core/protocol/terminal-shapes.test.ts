import { describe, expect, it } from 'vitest';
import { check } from '../../../src/core/protocol/check';
import {
  DeviceAnswer,
  TerminalNew,
  TerminalTokenAsk,
} from '../../../src/core/protocol/terminal-shapes';

const browser = { port: 49_152, state: 's'.repeat(22), challenge: 'c'.repeat(43) };
const holds = (value: unknown) => check(value, TerminalNew).ok;

describe('a terminal that asks', () => {
  it('is led back to by a port of this computer, never by an address', () => {
    expect(holds({ name: 'laptop', browser })).toBe(true);
    for (const port of [80, 0, 65_536, -1, 1.5, '49152', '49152@evil.example']) {
      expect(holds({ name: 'laptop', browser: { ...browser, port } })).toBe(false);
    }
    expect(holds({ name: 'laptop', browser: { ...browser, host: 'evil.example' } })).toBe(false);
  });

  it('brings a state and a challenge that change no address', () => {
    for (const wrong of [{ state: 'a&code=b'.repeat(3) }, { state: '' }, { challenge: 'x' }]) {
      expect(holds({ name: 'laptop', browser: { ...browser, ...wrong } })).toBe(false);
    }
  });

  it('has a name of one line', () => {
    expect(holds({ name: 'Ana’s laptop' })).toBe(true);
    for (const name of ['', 'a\nb', '\u001b[2J', 'a\u202eb', 'x'.repeat(65), 7]) {
      expect(holds({ name })).toBe(false);
    }
  });

  it('hands its verifier in whole, or not at all', () => {
    const device_code = 'd'.repeat(43);
    const whole = { device_code, browser: { code: 'k'.repeat(43), verifier: 'v'.repeat(43) } };

    expect(check(whole, TerminalTokenAsk).ok).toBe(true);
    expect(check({ device_code }, TerminalTokenAsk).ok).toBe(true);
    expect(check({ device_code, browser: { code: 'k'.repeat(43) } }, TerminalTokenAsk).ok).toBe(
      false,
    );
  });
});

it('leads to pages alone: a link that is none is not printed', () => {
  const answer = {
    device_code: 'd'.repeat(43),
    user_code: 'BARD-7F3A-K9QX',
    verification_uri: 'https://bardo.ai/device',
    verification_uri_complete: 'https://bardo.ai/device?code=BARD-7F3A-K9QX',
    ...{ expires_in: 600, interval: 3 },
  };

  expect(check(answer, DeviceAnswer).ok).toBe(true);
  for (const uri of ['javascript:alert(1)', 'https://a b', 'https://a/\u001b[2J', 'file:///etc']) {
    expect(check({ ...answer, verification_uri: uri }, DeviceAnswer).ok).toBe(false);
  }
});
