// The command as a person runs it: a real process, lines in, lines out.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { aStatus, OWNER, SESSION_KEY, USDC_ON_BASE } from '../vectors/builders';

function explain(...lines: (string | object)[]): Promise<Record<string, unknown>[]> {
  const child = spawn('node_modules/.bin/tsx', ['src/explain.ts'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  );
  return new Promise((resolve, reject) => {
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.on('error', reject);
    child.on('close', () =>
      resolve(
        out
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      ),
    );
  });
}

const gas = {
  kind: 'transaction',
  chainId: 'eip155:8453',
  origin: 'https://dapp.example',
  transaction: { from: OWNER, to: SESSION_KEY, value: '0x1', data: '0x' },
};
const { unreadable: _, ...status } = aStatus();

it('answers each line in order, and a bad one with an error, without losing the rest', async () => {
  const answers = await explain(
    '{',
    '[]',
    { kind: 'message' },
    { ...gas, chainId: 1 },
    { ...gas, transaction: { from: 'me' } },
    { ...gas, status: { version: 3 } },
    { ...gas, status: { ...status, golems: [{ id: 'x' }] } },
    { kind: 'signature', signature: { from: OWNER } },
    '',
    { ...gas, status },
  );

  expect(answers.slice(0, -1).map((answer) => Object.keys(answer))).toEqual(
    Array(8).fill(['error']),
  );
  expect(answers[5]?.error).toContain('version 3');
  expect(answers[6]?.error).toContain('golems.0');
  expect(answers.at(-1)).toEqual({
    insight: expect.objectContaining({ level: 'info', title: 'Gas money for Atlas' }),
    decoded: null,
    digests: {},
  });
});

it('knows no Golem without a status', async () => {
  const [answer] = await explain(gas);

  expect(answer).toEqual({ insight: null, decoded: null, digests: {} });
});

it('gives decoded calls and digests also where the Snap would show nothing', async () => {
  // ERC-8213's own test case.
  const data =
    '0xa9059cbb0000000000000000000000004675c7e5baafbffbca748158becba61ef3b0a2630000000000000000000000000000000000000000000000000de0b6b3a7640000';

  const [answer] = await explain({ ...gas, transaction: { from: OWNER, to: USDC_ON_BASE, data } });

  expect(answer?.insight).toBeNull();
  expect(answer?.decoded).toMatchObject({ contract: 'ERC-20', name: 'transfer' });
  expect(answer?.digests).toEqual({
    calldataDigest: '0x812cee5d9cc7461c04bbcd7b70af9c28b243ac5d74d3453b008b93b7dac69985',
  });
});

it('answers the example of its page', async () => {
  const example = /echo '(\{.*\})' \| npm run -s explain/.exec(
    readFileSync('src/README.md', 'utf8'),
  )?.[1];

  const [answer] = await explain(example ?? '');

  expect(answer?.insight).toMatchObject({
    level: 'warning',
    title: 'Bardo cannot read this DelegationManager call',
  });
});
