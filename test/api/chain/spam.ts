// A contract that makes one call over and over: any number of logs in one block, by anybody, for little money.
import {
  type Address,
  concat,
  encodeFunctionData,
  type Hex,
  numberToHex,
  pad,
  parseAbi,
} from 'viem';
import type { Chain } from '../../../site/world/chain/chain';
import { FRAMEWORK } from '../../../src/core/chain/addresses';

const SPAMMER: Address = '0x00000000000000000000000000000000005ba330';
/** Input: times (32 bytes), target (32 bytes), what it is called with. */
const CODE = '0x604036038060406000376000355b6000600083600060006020355af1506001900380600d5700';

/** `logs` times UsedNonce, all in one new block. */
export async function spam({ cheat, accounts }: Chain, logs: number): Promise<number> {
  const nonces = parseAbi(['function incrementNonce(address manager)']);
  const call = encodeFunctionData({
    abi: nonces,
    functionName: 'incrementNonce',
    args: [FRAMEWORK.delegationManager],
  });
  return repeat({ cheat, accounts }, { times: logs, target: FRAMEWORK.nonceEnforcer, call });
}

type Repeated = { times: number; target: Address; call: Hex };

export async function repeat(
  { cheat, accounts }: Pick<Chain, 'cheat' | 'accounts'>,
  { times, target, call }: Repeated,
): Promise<number> {
  await cheat('anvil_setCode', [SPAMMER, CODE]);
  await cheat('evm_setBlockGasLimit', ['0x2540be400']);
  const data = concat([pad(numberToHex(times)), pad(target), call]);
  const from = accounts[8]?.address;
  const gas = numberToHex(60_000 * times + 1_000_000);
  const hash = await cheat('eth_sendTransaction', [{ from, to: SPAMMER, data, gas }]);
  const receipt = (await cheat('eth_getTransactionReceipt', [hash])) as {
    blockNumber: Hex;
    status: Hex;
    logs: unknown[];
  };
  if (receipt.logs.length !== times) throw new Error(`only ${receipt.logs.length} logs`);
  return Number(receipt.blockNumber);
}
