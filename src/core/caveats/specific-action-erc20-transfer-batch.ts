// SpecificActionERC20TransferBatchEnforcer: once, one given call and then one given transfer of a token, as a batch.
//
// terms, at least 124 bytes: token 20 · recipient 20 · amount 32 · target 20 · value 32 (wei) · calldata rest
//
// An older version of the contract had no `value`, and MetaMask's own encoder still writes terms for that one. What
// the deployed contract makes of them counts: below 124 bytes it refuses them, above it takes the first 32 bytes
// of the calldata for an amount that no account holds.

import type { Address, Hex } from 'viem';
import { byteLength, Unreadable } from '../bytes/abi';
import type { Execution } from '../chain/execution';
import { limitWords, nativeName, UNLIMITED } from '../chain/money';
import { type Bounds, type CaveatScene, type CaveatWords, caveat } from './caveat';
import { executionWords } from './execution-words';
import { layout } from './layout';
import { bytesAt, hexadecimal, packed, uintAt, uintBytes } from './terms';

export type SpecificActionTerms = {
  token: Address;
  recipient: Address;
  amount: bigint;
  target: Address;
  /** null = the terms have no room for it. */
  value: bigint | null;
  calldata: Hex;
};

const HEAD = layout('address token, address recipient, uint256 amount, address target');
const WORD = 32;

export const specificActionErc20TransferBatch = caveat<SpecificActionTerms>({
  name: 'SpecificActionERC20TransferBatchEnforcer',
  address: '0x6649b61c873f6f9686a1e1ae9ee98ac380c7ba13',
  decode: (terms) => {
    hexadecimal(terms);
    const rest = byteLength(terms) - HEAD.size;
    if (rest < 0) {
      throw new Unreadable(`its terms are ${byteLength(terms)} bytes long, not at least 124`);
    }
    const size = rest < WORD ? 0 : WORD;
    return {
      ...HEAD.read(terms),
      value: size === 0 ? null : uintAt(terms, HEAD.size),
      calldata: bytesAt(terms, HEAD.size + size, rest - size),
    };
  },
  encode: ({ value, calldata, ...head }) =>
    packed(HEAD.write(head), value === null ? '0x' : uintBytes(value), calldata),
  words: actionWords,
  bounds: actionBounds,
});

function actionWords(terms: SpecificActionTerms, scene: CaveatScene): CaveatWords {
  const first = firstOf(terms);
  if (first === null) {
    const why =
      terms.value === null
        ? 'the enforcer refuses terms below 124 bytes'
        : `its first call would have to send more ${nativeName(scene.chainId)} than there is`;
    return { text: `nothing: ${why}`, level: 'warning' };
  }
  const amount = limitWords(scene.chainId, terms.token)(terms.amount);
  const text = `once only, these two calls together: ${executionWords(first, scene)}; transfer ${amount} to ${terms.recipient}`;
  return terms.amount >= UNLIMITED ? { text, level: 'warning' } : { text };
}

/** The first call is given but may be anything, an approval too: only with no calldata does it move no token. */
function actionBounds(terms: SpecificActionTerms): Bounds {
  const first = firstOf(terms);
  if (first === null) return { nothing: true };
  const { token, amount } = terms;
  const bounded = first.data === '0x' && amount < UNLIMITED;
  return {
    calls: true,
    uses: 1n,
    fixed: [first, transferOf(terms)],
    value: first.value === 0n ? 'none' : 'limited',
    ...(bounded ? { tokens: 'limited' } : {}),
    budgets: [
      ...(bounded ? [{ token, amount, every: null }] : []),
      ...(first.value === 0n ? [] : [{ token: null, amount: first.value, every: null }]),
    ],
  };
}

/** null = the contract refuses the terms, or nobody has the money for it. */
function firstOf({ target, value, calldata }: SpecificActionTerms): Execution | null {
  return value === null || value >= UNLIMITED ? null : { target, value, data: calldata };
}

function transferOf({ token, recipient, amount }: SpecificActionTerms): Execution {
  const payee = recipient.slice(2).toLowerCase().padStart(64, '0');
  return { target: token, value: 0n, data: packed('0xa9059cbb', `0x${payee}`, uintBytes(amount)) };
}
