// Our enforcers' terms, TypeScript against Solidity: on random terms the contract's own `getTermsInfo`
// says what our decoder says, and refuses what our decoder refuses.

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { createPublicClient, decodeFunctionResult, encodeFunctionData, type Hex, http } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deploy } from '../../contracts/deploy';
import { type Planned, planDeployment } from '../../contracts/deployment';
import { generated } from '../../contracts/tools/generate';
import { DEPLOYER } from '../../site/world/chain/anvil';
import { Unreadable } from '../../src/core/bytes/abi';
import { jsonOf } from '../../src/core/bytes/json';
import { BARDO_CAVEATS } from '../../src/core/caveats/bardo-list';
import type { CaveatSpec } from '../../src/core/caveats/caveat';
import { type Anvil, build, startAnvil } from './anvil';
import { TERMS } from './random-terms';

let anvil: Anvil;
let plan: Planned[];

beforeAll(async () => {
  build();
  plan = planDeployment();
  anvil = await startAnvil();
  await deploy({ rpc: anvil.rpc, send: true, out: null, key: DEPLOYER, say: () => {} });
});

afterAll(() => anvil?.stop());

describe.each(TERMS)('$spec.name', ({ spec, terms, onChain }) => {
  it('encodes what the contract reads as the same terms', async () => {
    const samples = fc.sample(terms, 40);
    const encoded = samples.map((sample) => spec.encode(sample));

    const answers = await Promise.all(encoded.map((bytes) => termsInfo(spec, bytes)));

    samples.forEach((sample, index) => {
      expect(lower(answers[index])).toEqual(lower(onChain(sample)));
      expect(lower(spec.decode(encoded[index] ?? '0x'))).toEqual(lower(sample));
      expect(spec.words(sample, { chainId: 8453, now: 1_790_000_000 }).text).not.toBe('');
      JSON.stringify(jsonOf(sample));
    });
  });

  it('refuses exactly the bytes the contract refuses', async () => {
    const valid = fc.sample(terms, 30).map((sample) => spec.encode(sample));
    const broken = valid.flatMap((bytes) => fc.sample(spoilt(bytes), 3));

    const refused = await Promise.all(broken.map((bytes) => isRefused(spec, bytes)));

    broken.forEach((bytes, index) => {
      expect(isUnreadable(spec, bytes), bytes).toBe(refused[index]);
    });
  });
});

it('has a case for every enforcer in the list, at its deployed address', () => {
  expect(TERMS.map(({ spec }) => spec.name).sort()).toEqual(
    BARDO_CAVEATS.map(({ name }) => name).sort(),
  );
  for (const { name, address } of BARDO_CAVEATS) {
    expect(planned(name).address.toLowerCase()).toBe(address);
  }
});

it('has generated addresses, ABIs and codes that are those of the compiled contracts', () => {
  for (const [name, text] of Object.entries(generated())) {
    const file = new URL(`../../${name}`, import.meta.url);
    expect(readFileSync(file, 'utf8'), `${name}: npx tsx contracts/tools/generate.ts`).toBe(text);
  }
});

/** One byte changed, cut off, or added: what a careless or hostile encoder might sign. */
function spoilt(bytes: Hex): fc.Arbitrary<Hex> {
  const raw = Buffer.from(bytes.slice(2), 'hex');
  const changed = fc.tuple(fc.nat(raw.length - 1), fc.nat(255)).map(([at, value]) => {
    const copy = Buffer.from(raw);
    copy[at] = value;
    return copy;
  });
  const cut = fc.nat(raw.length - 1).map((length) => raw.subarray(0, length));
  const longer = fc
    .uint8Array({ minLength: 1, maxLength: 40 })
    .map((more) => Buffer.concat([raw, more]));
  return fc.oneof(changed, cut, longer).map((buffer): Hex => `0x${buffer.toString('hex')}`);
}

function planned(name: string): Planned {
  const found = plan.find((one) => one.name === name);
  if (!found) throw new Error(`${name} is not deployed`);
  return found;
}

async function termsInfo(spec: CaveatSpec<never>, terms: Hex): Promise<unknown> {
  const { address, abi } = planned(spec.name);
  const data = encodeFunctionData({ abi, functionName: 'getTermsInfo', args: [terms] });
  const chain = createPublicClient({ transport: http(anvil.rpc) });
  const answer = await chain.call({ to: address, data });
  return decodeFunctionResult({ abi, functionName: 'getTermsInfo', data: answer.data ?? '0x' });
}

async function isRefused(spec: CaveatSpec<never>, terms: Hex): Promise<boolean> {
  return termsInfo(spec, terms).then(
    () => false,
    () => true,
  );
}

function isUnreadable(spec: CaveatSpec<never>, terms: Hex): boolean {
  try {
    spec.decode(terms);
    return false;
  } catch (error) {
    expect(error).toBeInstanceOf(Unreadable);
    return true;
  }
}

/** Addresses come back checksummed and small numbers as either kind: compare as lower-case text. */
function lower(value: unknown): unknown {
  const text = JSON.stringify(value, (_, item) =>
    typeof item === 'bigint' || typeof item === 'number' ? `${item}` : item,
  );
  return JSON.parse(text.toLowerCase());
}
