// Uniswap's Universal Router: a list of commands run as one call. Said where a Golem runs it, is paid
// by it, or is let into Permit2 by a permit carried inside.
import type { Address, Hex } from 'viem';
import { byteLength } from '../bytes/abi';
import { UNIVERSAL_ROUTERS } from '../chain/uniswap';
import { type Finding, words } from '../findings/finding';
import type { Scene } from '../findings/scene';
import { type Call, type Decoder, type FunctionReader, functionReader } from './decoder';
import { explainAllowances } from './permit2-words';
import { explainSwap, swapFacts } from './swap-words';
import { readSteps, type Step } from './universal-commands';

/** More swaps than this are counted with the steps, not listed with amounts. */
const LISTED = 3;

export const universalRouter: Decoder = {
  contract: 'Uniswap UniversalRouter',
  targets: (chainId) => UNIVERSAL_ROUTERS[chainId] ?? [],
  exclusive: true,
  functions: [
    untagged(
      functionReader('0x3593564c', 'execute(bytes commands, bytes[] inputs, uint256 deadline)', {
        explain: ([commands, inputs], call, scene) => explainPlan(call, scene, commands, inputs),
      }),
    ),
    untagged(
      functionReader('0x24856bc3', 'execute(bytes commands, bytes[] inputs)', {
        explain: ([commands, inputs], call, scene) => explainPlan(call, scene, commands, inputs),
      }),
    ),
  ],
};

/**
 * Uniswap's own app ends its calldata with "unix" and six bytes of origin. The router never reads them,
 * and without them every call of that app would pass for malformed.
 */
const APP_TAG = /756e6978[0-9a-f]{12}$/i;

function untagged(reader: FunctionReader): FunctionReader {
  return {
    ...reader,
    read: (call) => {
      const data = withoutTag(call.data);
      const reading = reader.read({ ...call, data });
      if (data === call.data) return reading;
      return { ...reading, args: { ...reading.args, suffix: 'Uniswap app tag, 10 bytes' } };
    },
  };
}

function withoutTag(data: Hex): Hex {
  const beyondWords = (byteLength(data) - 4) % 32;
  return beyondWords === 10 ? (data.replace(APP_TAG, '') as Hex) : data;
}

function explainPlan(call: Call, scene: Scene, commands: Hex, inputs: readonly Hex[]): Finding[] {
  const steps = readSteps(call, commands, inputs);
  const permits = steps.flatMap(({ permit }) =>
    permit ? explainAllowances(call, scene, { payer: call.from, ...permit }) : [],
  );
  const recipients = distinct(steps.flatMap(({ pays }) => pays ?? []));
  const swaps = steps.flatMap(({ swap }) => (swap ? [swap] : []));
  const swap = explainSwap(call, scene, {
    recipients,
    facts: [
      ...swaps.slice(0, LISTED).flatMap(({ pays, gets }) => swapFacts(call, pays, gets)),
      words('Steps', stepWords(steps)),
    ],
    anyPrice: swaps.some(({ anyPrice }) => anyPrice),
    unread: steps.filter(({ read }) => !read).length,
  });
  return [...permits, ...swap];
}

function distinct(addresses: readonly Address[]): Address[] {
  return [...new Map(addresses.map((one) => [one.toLowerCase(), one])).values()];
}

function stepWords(steps: readonly Step[]): string {
  const shown = steps.slice(0, 8).map(({ name, read }) => (read ? name : `${name} (not read)`));
  const more = steps.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join('; ') || 'none';
}
