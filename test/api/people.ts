// One owner with a Golem on the twin, and what they do on the chain.

import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import type { Chain } from '../../site/world/chain/chain';
import { signEndOrder } from '../../site/world/people/end-order';
import type { GolemPolicyTerms } from '../../src/core/caveats/golem-policy';
import { MANAGER_ABI } from '../../src/core/certificates/framework-abis';
import { FRAMEWORK } from '../../src/core/chain/addresses';
import {
  golemPolicyEnforcerAbi,
  vitalityOracleAbi,
} from '../../src/core/chain/bardo-abis.generated';
import { BARDO } from '../../src/core/chain/bardo-addresses.generated';
import { encodeMode, encodeSingle } from '../../src/core/chain/execution';
import {
  DELEGATION_PARAM,
  type Delegation,
  encodeContext,
} from '../../src/core/delegations/delegation';
import { golemIdOf } from '../../src/core/protocol/messages';
import { aStage, PAYEE, register, type Stage } from '../agent/stage';
import type { Guest } from './house';

export const MANAGER = FRAMEWORK.delegationManager;
const SWITCH_ABI = [
  {
    type: 'function',
    name: 'disableDelegation',
    stateMutability: 'nonpayable',
    inputs: [DELEGATION_PARAM],
    outputs: [],
  },
] as const;

export type People = Stage & {
  house: Guest;
  session: PrivateKeyAccount;
  cookie: string;
  context: (delegation: Delegation) => Hex;
  redeem: (context: Hex, amount: bigint, key?: PrivateKeyAccount) => Promise<void>;
  disable: (link: Delegation, giver?: PrivateKeyAccount) => Promise<void>;
  bumpNonce: () => Promise<void>;
  endAllLeases: () => Promise<void>;
  report: (phase: number, score: number) => Promise<void>;
  raise: (over?: { budgetId?: bigint; generation?: number }) => ReturnType<typeof signEndOrder>;
  leaseOf: (grant: Delegation, key: Address, over?: Partial<GolemPolicyTerms>) => Promise<Hex>;
};

/** Signed in, with a Golem; granted and leased as far as `upTo` says. */
export async function somePeople(chain: Chain, house: Guest, id?: string): Promise<People> {
  const staged = await aStage(chain);
  const stage = { ...staged, golem: id ?? staged.golem };
  const session = privateKeyToAccount(generatePrivateKey());
  await stage.fund(session.address);
  const { owner, guardian, send, golem } = stage;
  const redeem: People['redeem'] = (context, amount, key = session) => {
    const transfer = parseAbi(['function transfer(address to, uint256 amount)']);
    const data = encodeFunctionData({
      abi: transfer,
      functionName: 'transfer',
      args: [PAYEE, amount],
    });
    const execution = encodeSingle({ target: chain.usdc, value: 0n, data });
    const mode = encodeMode({ calls: 'single', onFailure: 'revert' });
    const args = [[context], [mode], [execution]] as const;
    return send(key, {
      to: MANAGER,
      data: encodeFunctionData({ abi: MANAGER_ABI, functionName: 'redeemDelegations', args }),
    });
  };
  const nonceAbi = parseAbi(['function incrementNonce(address manager)']);
  return {
    ...stage,
    house,
    session,
    cookie: await house.signIn(owner),
    context: (delegation) => encodeContext([delegation]),
    redeem,
    disable: (link, giver = owner) =>
      send(giver, {
        to: MANAGER,
        data: encodeFunctionData({
          abi: SWITCH_ABI,
          functionName: 'disableDelegation',
          args: [link],
        }),
      }),
    bumpNonce: () =>
      send(owner, {
        to: FRAMEWORK.nonceEnforcer,
        data: encodeFunctionData({
          abi: nonceAbi,
          functionName: 'incrementNonce',
          args: [MANAGER],
        }),
      }),
    endAllLeases: () =>
      send(owner, {
        to: BARDO.golemPolicyEnforcer,
        data: encodeFunctionData({ abi: golemPolicyEnforcerAbi, functionName: 'endAllLeases' }),
      }),
    report: (phase, score) =>
      send(session, {
        to: BARDO.vitalityOracle,
        data: encodeFunctionData({
          abi: vitalityOracleAbi,
          functionName: 'report',
          args: [guardian.address, golemIdOf(golem), phase, score],
        }),
      }),
    raise: (over) => signEndOrder(guardian, over),
    leaseOf: (grant, key, over) => stage.lease(grant, key, { golemId: golemIdOf(golem), ...over }),
  };
}

/** Golem, grant and lease registered, oracle record opened: ready to spend. */
export async function leased(
  people: People,
): Promise<{ grant: Delegation; lease: Hex; permission: string }> {
  const { house, cookie, golem, guardian, chain, session } = people;
  const born = { id: golem, name: 'Atlas', chainId: chain.chainId, policyTier: 2 };
  await expectOk(house.ask('newGolem', { cookie, body: { ...born, guardian: guardian.address } }));
  const grant = await people.grant();
  const granted = await expectOk(
    house.ask('grant', {
      cookie,
      body: { golem, chainId: chain.chainId, context: people.context(grant) },
    }),
  );
  await register(people, session.address);
  const lease = await people.leaseOf(grant, session.address);
  await expectOk(house.ask('lease', { cookie, body: { golem, context: lease } }));
  return { grant, lease, permission: granted.body.permission.id };
}

export async function expectOk<T extends { status: number; body: unknown }>(
  answering: Promise<T>,
): Promise<T> {
  const answer = await answering;
  if (answer.status !== 200)
    throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
}
