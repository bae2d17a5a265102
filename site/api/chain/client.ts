// A chain's node for everything that is asked of contracts. Viem reads some failures of a node as answers of the
// contract: a call that the node could not run makes a signature "wrong", and null a call that "passed" or an account
// with code. Here a call has a result, or was reverted by the chain, or throws `Unheard`.
import {
  type CallParameters,
  createPublicClient,
  type GetCodeParameters,
  http,
  isHex,
  type PublicClient,
} from 'viem';
import { isRevert } from './reverts';

/** The node answered, and not to what was asked: nothing is known. */
export class Unheard extends Error {}

export function clientOn(rpcUrl: string): PublicClient {
  const client = createPublicClient({
    transport: http(rpcUrl, { retryCount: 1, timeout: 10_000 }),
  });
  const call = async (question: CallParameters) => {
    const answer = await client.call(question).catch((error: unknown) => {
      if (isRevert(error)) throw error;
      throw new Unheard('The node could not run the call.', { cause: error });
    });
    if (answer.data === undefined || isHex(answer.data)) return answer;
    throw new Unheard('The node gave no result of the call.');
  };
  const getCode = async (question: GetCodeParameters) => {
    const code = await client.getCode(question);
    if (code === undefined || isHex(code)) return code;
    throw new Unheard('The node did not tell the code.');
  };
  // Whatever viem builds on a call (contract reads, signatures of contracts) takes this one.
  return client.extend(() => ({ call, getCode })) as PublicClient;
}
