// `tsx site/api/certificates/command.ts <file or URL> --rpc <url>`: is this death certificate true?
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createPublicClient, http } from 'viem';
import { verifyCertificate } from '../../../src/core/certificates/verify';
import { CertificateStruct } from '../../../src/core/protocol/certificate';
import { check } from '../../../src/core/protocol/check';
import { nodeChain } from './node-chain';

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { rpc: { type: 'string' } },
  });
  const [source] = positionals;
  if (!source || !values.rpc) {
    process.stderr.write('usage: npm run -s verify -- <file or URL> --rpc <url>\n');
    return 2;
  }
  const text = /^https?:/.test(source)
    ? await (await fetch(source)).text()
    : readFileSync(source === '-' ? 0 : source, 'utf8');
  const json = jsonOf(text);
  const read = check(json, CertificateStruct);
  if (!read.ok) {
    const why = json === undefined ? 'it is not JSON' : `its field "${read.path.join('.')}"`;
    process.stderr.write(`This is no death certificate: ${why}.\n`);
    return 1;
  }
  const client = createPublicClient({ transport: http(values.rpc) });
  const { ok, steps, problems } = await verifyCertificate(read.value, nodeChain(client));
  const { golem, cause } = read.value;
  const line = ok ? `True: ${golem} is dead (${cause}); ${steps} steps checked.` : 'Not true.';
  process.stdout.write([line, ...problems, ''].join('\n'));
  return ok ? 0 : 1;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

main().then(
  (code) => process.exit(code),
  (error) => {
    process.stderr.write(`${error instanceof Error ? error.message.split('\n')[0] : error}\n`);
    process.exit(2);
  },
);
