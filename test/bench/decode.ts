// `npm run bench`: what strict reading costs, as ratios measured in one run (machines are noisy, ratios are not).
import { decode } from '@metamask/abi-utils';
import { decodeFunctionData, type Hex, hexToBytes, parseAbiItem } from 'viem';
import { DECODERS, decodeCall } from '../../src/core/decoders';
import { explainTransaction } from '../../src/core/insight/transaction';
import { aScene, OWNER, SESSION_KEY, USDC_ON_BASE } from '../vectors/builders';

const ROUNDS = 2000;
const data: Hex = `0x095ea7b3${SESSION_KEY.slice(2).padStart(64, '0')}${'f'.repeat(64)}`;
const call = { chainId: 8453, from: OWNER, to: USDC_ON_BASE, value: 0n, data };
const abi = DECODERS.flatMap(({ functions }) =>
  functions.map(({ signature }) => parseAbiItem(`function ${signature}` as 'function f()')),
);

const contenders: { [name: string]: () => unknown } = {
  'abi-utils, loose': () => decode(['address', 'uint256'], hexToBytes(`0x${data.slice(10)}`)),
  [`viem decodeFunctionData over ${abi.length} functions, loose`]: () =>
    decodeFunctionData({ abi, data }),
  'Bardo, selector table, strict': () => decodeCall(call),
  'Bardo, whole insight': () => explainTransaction({ ...call, authorizations: null }, aScene()),
};

/** Interleaved, so that a busy moment hits all alike; the median is compared. */
function measure(): { [name: string]: number } {
  const times: { [name: string]: number[] } = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, run] of Object.entries(contenders)) {
      const started = process.hrtime.bigint();
      run();
      const list = times[name] ?? [];
      list.push(Number(process.hrtime.bigint() - started) / 1000);
      times[name] = list;
    }
  }
  return Object.fromEntries(
    Object.entries(times).map(([name, list]) => [
      name,
      list.sort((a, b) => a - b)[ROUNDS / 2] ?? 0,
    ]),
  );
}

console.log(`ERC-20 approve, ${data.length / 2 - 1} bytes, median of ${ROUNDS} interleaved rounds`);
const medians = measure();
const base = medians['Bardo, selector table, strict'] ?? 1;
for (const [name, median] of Object.entries(medians)) {
  console.log(
    `${median.toFixed(1).padStart(8)} µs  ${(median / base).toFixed(2).padStart(7)} ×  ${name}`,
  );
}
