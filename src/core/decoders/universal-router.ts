// Uniswap's Universal Router: a list of commands run as one call, followed as a whole. Said where a Golem runs it, is
// paid by it, or is let into Permit2 by a permit carried inside.
import type { Hex } from 'viem';
import { byteLength } from '../bytes/abi';
import type { Call } from '../chain/call';
import { universalRoutersOn } from '../chain/uniswap';
import type { Allowance, Effect } from '../findings/effect';
import { type Finding, words } from '../findings/finding';
import { knownSpender } from '../findings/money';
import type { Scene } from '../findings/scene';
import { type Decoder, type FunctionReader, functionReader } from './decoder';
import type { StepJson } from './outcome';
import { explainAllowances, type Grant } from './permit2-words';
import { receiversOf, swapEffects } from './swap-effects';
import { flowFacts } from './swap-facts';
import { flowOf } from './swap-flow';
import { explainSwap } from './swap-words';
import { readSteps, type Step } from './universal-commands';

export const universalRouter: Decoder = {
  contract: 'Uniswap UniversalRouter',
  targets: universalRoutersOn,
  exclusive: true,
  functions: [
    untagged(
      functionReader('0x3593564c', 'execute(bytes commands, bytes[] inputs, uint256 deadline)', {
        steps: ([commands, inputs], call) => stepsIn(call, commands, inputs),
        effects: ([commands, inputs], call) => effectsOf(call, commands, inputs),
        explain: ([commands, inputs], call, scene) => explainPlan(call, scene, commands, inputs),
      }),
    ),
    untagged(
      functionReader('0x24856bc3', 'execute(bytes commands, bytes[] inputs)', {
        steps: ([commands, inputs], call) => stepsIn(call, commands, inputs),
        effects: ([commands, inputs], call) => effectsOf(call, commands, inputs),
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
  return beyondWords === 10 ? `0x${data.slice(2).replace(APP_TAG, '')}` : data;
}

function stepsIn(call: Call, commands: Hex, inputs: readonly Hex[]): StepJson[] {
  const steps = readSteps(call, commands, inputs);
  return steps.filter(({ depth }) => depth === 0).map(({ json }) => json);
}

function effectsOf(call: Call, commands: Hex, inputs: readonly Hex[]): Effect[] {
  const steps = readSteps(call, commands, inputs);
  const moves = steps.flatMap((step) => step.moves);
  return [...swapEffects(call, moves, flowOf(moves, call)), ...steps.flatMap(allowed(call))];
}

/** A permit inside is the caller's own, by a signature that is handed in with it. */
function allowed({ from: payer }: Call): (step: Step) => Allowance[] {
  return ({ permit }) =>
    (permit?.details ?? []).map(({ token, amount }) => ({
      ...{ kind: 'allows', payer, token, amount, to: permit?.spender ?? payer },
    }));
}

function explainPlan(call: Call, scene: Scene, commands: Hex, inputs: readonly Hex[]): Finding[] {
  const steps = readSteps(call, commands, inputs);
  const permits = steps.flatMap(({ permit }) =>
    permit ? explainAllowances(call, scene, grantOf(call, permit)) : [],
  );
  const moves = steps.flatMap((step) => step.moves);
  const flow = flowOf(moves, call);
  const swap = explainSwap(call, scene, {
    recipients: receiversOf(call, moves),
    facts: [...flowFacts(call, scene, flow), words('Steps', stepWords(steps))],
    anyPrice: flow.anyPrice,
    leaves: flow.left.length > 0,
    swaps: moves.some(({ kind }) => kind === 'swap'),
    unread: steps.filter(({ read }) => !read).length,
  });
  return [...permits, ...swap];
}

/** Every swap of Uniswap's app lets its router in; for anybody else the owner hears of it. */
function grantOf({ chainId, from: payer }: Call, permit: NonNullable<Step['permit']>): Grant {
  return { payer, ...permit, signed: knownSpender(chainId, permit.spender) === null };
}

function stepWords(steps: readonly Step[]): string {
  const shown = steps.slice(0, 8).map(({ name, read }) => (read ? name : `${name} (not read)`));
  const more = steps.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join('; ') || 'none';
}
