// Who stands between owner and Golem. The real one is the Snap, asked by its RPC; this one keeps the same
// contract with keys of the world's own, for worlds without a wallet.

import { type Address, createPublicClient, http, keccak256, stringToHex, zeroAddress } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { lower } from '../../../src/core/bytes/hex';
import { golemPolicy } from '../../../src/core/caveats/golem-policy';
import { FRAMEWORK, sameAddress, usdcOf } from '../../../src/core/chain/addresses';
import {
  golemPolicyEnforcerAbi,
  vitalityOracleAbi,
} from '../../../src/core/chain/bardo-abis.generated';
import { BARDO } from '../../../src/core/chain/bardo-addresses.generated';
import {
  decodeContext,
  encodeContext,
  hashDelegation,
} from '../../../src/core/delegations/delegation';
import { contractTypedData, golemIdOf } from '../../../src/core/protocol/messages';
import type { RpcAnswers, RpcParams } from '../../../src/core/protocol/rpc';
import { CHAIN_ID } from '../chain/anvil';
import { signEndOrder } from '../people/end-order';
import { signDelegation } from '../people/grants';

type GuardianMethod = 'getGuardian' | 'issueLease';

export type AskGuardian = <M extends GuardianMethod>(
  method: M,
  params: RpcParams<M>,
) => Promise<RpcAnswers[M]>;

const BUDGET = 1n;
/** Of oracle orders: the relay is quick here. */
const ORDER_SECONDS = 3600;

export function worldGuardians(rpcUrl: string): AskGuardian {
  const client = createPublicClient({ transport: http(rpcUrl) });
  const budgetOf = (guardian: Address) =>
    client.readContract({
      address: BARDO.golemPolicyEnforcer,
      abi: golemPolicyEnforcerAbi,
      functionName: 'getBudget',
      args: [FRAMEWORK.delegationManager, guardian, BUDGET],
    });
  const highest = new Map<string, number>();

  async function issueLease(asked: RpcParams<'issueLease'>): Promise<RpcAnswers['issueLease']> {
    const guardian = keyOf(asked.golem);
    const [grant] = decodeContext(asked.grant);
    if (!grant) return { approved: false, reason: 'There is no grant.' };
    const [floor] = await budgetOf(guardian.address);
    const before = Math.max(Number(floor), highest.get(asked.golem) ?? 0);
    const generation = before + 1;
    highest.set(asked.golem, generation);
    const epoch = await client.readContract({
      address: BARDO.golemPolicyEnforcer,
      abi: golemPolicyEnforcerAbi,
      functionName: 'epochs',
      args: [grant.delegator],
    });
    const terms = golemPolicy.encode({
      token: usdcOf(asked.chainId),
      cap: BigInt(asked.cap),
      unitExponent: 2,
      replicantCap: BigInt(asked.replicantCap),
      expiry: BigInt(asked.expiresAt),
      owner: grant.delegator,
      epoch,
      budgetId: BUDGET,
      generation: BigInt(generation),
      golemId: golemIdOf(asked.golem),
      maxAge: BigInt(asked.maxAgeSeconds),
      sessionKey: asked.sessionKey,
      payees: asked.payees,
    });
    const lease = await signDelegation(guardian, {
      delegate: asked.sessionKey,
      delegator: guardian.address,
      authority: hashDelegation(grant),
      caveats: [{ enforcer: golemPolicy.address, terms, args: '0x' }],
    });
    return {
      approved: true,
      guardian: lower(guardian.address),
      context: encodeContext([lease, grant]),
      generation,
      budgetId: `${BUDGET}`,
      raise: before > 0 ? await signEndOrder(guardian, { budgetId: BUDGET, generation }) : null,
      oracle: await oracleOrder(guardian, asked),
    };
  }

  async function oracleOrder(guardian: PrivateKeyAccount, asked: RpcParams<'issueLease'>) {
    const golemId = golemIdOf(asked.golem);
    const [current, nonce] = await client.readContract({
      address: BARDO.vitalityOracle,
      abi: vitalityOracleAbi,
      functionName: 'recordOf',
      args: [guardian.address, golemId],
    });
    const reporter = asked.sessionKey;
    if (sameAddress(current, reporter)) return null;
    const fresh = current === zeroAddress;
    const deadline = Math.floor(Date.now() / 1000) + ORDER_SECONDS;
    const signature = await guardian.signTypedData(
      contractTypedData(
        fresh ? 'Register' : 'SetReporter',
        { chainId: CHAIN_ID, contract: BARDO.vitalityOracle },
        {
          guardian: guardian.address,
          golemId,
          reporter,
          nonce,
          deadline: BigInt(deadline),
        },
      ),
    );
    const act = fresh ? ('register' as const) : ('setReporter' as const);
    const order = { chainId: CHAIN_ID, act, golem: asked.golem, deadline, signature };
    return { ...order, guardian: lower(guardian.address), reporter: lower(reporter) };
  }

  const answers = {
    getGuardian: async ({ golem }: RpcParams<'getGuardian'>) => ({
      guardian: lower(keyOf(golem).address),
    }),
    issueLease,
  };
  return ((method: GuardianMethod, params: never) => answers[method](params)) as AskGuardian;
}

function keyOf(golem: string): PrivateKeyAccount {
  return privateKeyToAccount(keccak256(stringToHex(`the demo world’s guardian of ${golem}`)));
}
