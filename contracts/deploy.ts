// Deploys Bardo's contracts to any chain, to the same addresses everywhere.
//   npx tsx contracts/deploy.ts --rpc <url>           dry run: says what is there and what is missing
//   DEPLOYER_KEY=0x… npx tsx contracts/deploy.ts --rpc <url> --send
// Safe to repeat: what has code is left alone. `--out <file>` (default contracts/deployments.json) records
// the addresses, and the chain once everything is there. Build first: npx forge build.
import { mined } from './mined';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { concat, createPublicClient, createWalletClient, formatEther, http, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { type Planned, planDeployment, PROXY, SALT } from './deployment';

export type Deployments = { addresses: { [name: string]: Hex }; chains: { [chainId: string]: number } };
type Options = {
  rpc: string;
  send: boolean;
  out: string | null;
  key: string | undefined;
  say: (line: string) => void;
  /** What to deploy; else what was built last. */
  plan?: Planned[];
};

/** Resolves to the names of the contracts that were missing before. */
export async function deploy({ rpc, send, out, key, say, ...rest }: Options): Promise<string[]> {
  const chain = createPublicClient({ transport: patient(rpc) });
  const chainId = await chain.getChainId();
  if (!(await chain.getCode({ address: PROXY }))) {
    throw new Error(`chain ${chainId} has no deterministic-deployment proxy at ${PROXY}`);
  }
  const plan = rest.plan ?? planDeployment();
  const codes = await Promise.all(plan.map(({ address }) => chain.getCode({ address })));
  const missing = plan.filter((_, index) => !codes[index]);
  say(`chain ${chainId}: ${plan.length - missing.length} of ${plan.length} contracts are there`);
  for (const { name, address } of plan) say(`${address}  ${name}${isIn(missing, name) ? '  missing' : ''}`);

  if (!send) {
    if (missing.length > 0) say('dry run: nothing was sent. Repeat with --send and DEPLOYER_KEY.');
    return missing.map(({ name }) => name);
  }
  if (missing.length > 0) await sendAll({ rpc, key, say }, missing);
  if (out !== null) record(out, plan, chainId, Number(await chain.getBlockNumber()));
  return missing.map(({ name }) => name);
}

/** A local node on a busy machine may take longer than viem's ten seconds for one transaction. */
function patient(rpc: string) {
  return http(rpc, { timeout: 120_000 });
}

async function sendAll(options: Pick<Options, 'rpc' | 'key' | 'say'>, missing: Planned[]): Promise<void> {
  if (!options.key) throw new Error('DEPLOYER_KEY is not set');
  const account = privateKeyToAccount(options.key as Hex);
  const chain = createPublicClient({ transport: patient(options.rpc) });
  const wallet = createWalletClient({ account, transport: patient(options.rpc) });
  for (const { name, address, initCode } of missing) {
    const data = concat([SALT, initCode]);
    const hash = await wallet.sendTransaction({ to: PROXY, data, chain: null });
    const receipt = await mined(chain, hash);
    if (receipt.status !== 'success' || !(await chain.getCode({ address }))) {
      throw new Error(`${name} did not arrive at ${address} (transaction ${hash})`);
    }
    const paid = formatEther(receipt.gasUsed * receipt.effectiveGasPrice);
    options.say(`deployed ${name} for ${receipt.gasUsed} gas (${paid})`);
  }
}

function record(out: string, plan: Planned[], chainId: number, block: number): void {
  const addresses = Object.fromEntries(plan.map(({ name, address }) => [name, address]));
  const before: Deployments | null = existsSync(out) ? JSON.parse(readFileSync(out, 'utf8')) : null;
  // Chains recorded under other addresses hold other code: they are not carried over.
  const same = before !== null && JSON.stringify(before.addresses) === JSON.stringify(addresses);
  const known = same ? before.chains : {};
  const chains = { ...known, [chainId]: known[chainId] ?? block };
  writeFileSync(out, `${JSON.stringify({ addresses, chains }, null, 2)}\n`);
}

function isIn(list: Planned[], name: string): boolean {
  return list.some((planned) => planned.name === name);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: { rpc: { type: 'string' }, send: { type: 'boolean', default: false }, out: { type: 'string' } },
  });
  if (!values.rpc) throw new Error('usage: npx tsx contracts/deploy.ts --rpc <url> [--send] [--out <file>]');
  const out = values.out ?? fileURLToPath(new URL('deployments.json', import.meta.url));
  const say = (line: string) => console.log(line);
  await deploy({ rpc: values.rpc, send: values.send, out, key: process.env.DEPLOYER_KEY, say });
}
