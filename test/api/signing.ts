// What agents, guardians and owners sign, for tests.
import type { Address, Hex } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { lower } from '../../src/core/bytes/hex';
import { BARDO } from '../../src/core/chain/bardo-addresses.generated';
import type { HeartbeatBody } from '../../src/core/protocol/agent-shapes';
import { endingTypedData } from '../../src/core/protocol/last-words';
import { contractTypedData, golemIdOf, stopTypedData } from '../../src/core/protocol/messages';
import { runwayDigest } from '../../src/core/protocol/runway-ask';
import { bardoTypedData } from '../../src/core/protocol/typed-data';

export const CHAIN = 84_532;

export async function aHeartbeat(
  key: PrivateKeyAccount,
  about: Partial<HeartbeatBody> & {
    owner: Hex;
    golem: string;
    guardian: Hex;
    issuedAt: number;
  },
): Promise<HeartbeatBody> {
  const body = {
    chainId: CHAIN,
    sequence: 1,
    phase: 0,
    vitality: 9500,
    // One that no index has seen: what it is called there is not held against it.
    blockNumber: 900_000_000,
    blockHash: `0x${'b1'.repeat(32)}` as const,
    intervalSeconds: 60,
    ...about,
    guardian: lower(about.guardian),
  };
  const signature = await key.signTypedData(
    bardoTypedData('Heartbeat', body.chainId, {
      golem: body.golem,
      guardian: body.guardian,
      sequence: BigInt(body.sequence),
      issuedAt: BigInt(body.issuedAt),
      phase: body.phase,
      vitality: body.vitality,
      blockNumber: BigInt(body.blockNumber),
      blockHash: body.blockHash,
    }),
  );
  return { ...body, signature };
}

export async function aRunwayAsk(
  key: PrivateKeyAccount,
  about: {
    golem: string;
    owner: Address;
    token: Address;
    deadline: number;
    chainId?: number;
    payees?: Address[];
  },
) {
  const words = { name: 'Atlas', reason: 'to live' };
  const terms = { amount: '10000000', days: 7, nonce: `0x${'4e'.repeat(32)}` as const };
  const body = { chainId: CHAIN, sessionKey: key.address, ...about, ...terms, ...words };
  return { ...body, signature: await key.sign({ hash: runwayDigest(body) ?? '0x' }) };
}

export async function aStop(
  signer: PrivateKeyAccount,
  about: {
    /** Orders of older Snaps name none. */
    owner?: Address;
    golem: string;
    guardian: Address;
    issuedAt: number;
    chainId?: number;
  },
) {
  const { owner, golem, guardian, issuedAt, chainId = CHAIN } = about;
  const reason = 'enough';
  const message = { golem, guardian, issuedAt: BigInt(issuedAt), reason };
  const signature = await signer.signTypedData(stopTypedData(chainId, message));
  const order = { golem, chainId, guardian, issuedAt, reason, signature };
  return owner ? { owner, ...order } : order;
}

export async function aRegistration(
  guardian: PrivateKeyAccount,
  about: { golem: string; reporter: Address; deadline: number; nonce?: bigint },
) {
  const { golem, reporter, deadline, nonce = 0n } = about;
  const place = { chainId: CHAIN, contract: BARDO.vitalityOracle };
  const message = { guardian: guardian.address, golemId: golemIdOf(golem), reporter, nonce };
  const signature = await guardian.signTypedData(
    contractTypedData('Register', place, { ...message, deadline: BigInt(deadline) }),
  );
  const order = { chainId: CHAIN, act: 'register', guardian: guardian.address };
  return { ...order, golem, reporter, deadline, signature };
}

export async function lastWords(
  key: PrivateKeyAccount,
  about: {
    owner: Hex;
    golem: string;
    at: number;
    reason?: string;
    knowledgeRecord?: string | null;
    chainId?: number;
  },
) {
  const { owner, golem, at, reason = 'terminal', knowledgeRecord = null, chainId = CHAIN } = about;
  const words = { reason, at, knowledgeRecord };
  const whose = { owner: lower(owner), golem, chainId };
  return { ...words, signature: await key.signTypedData(endingTypedData(whose, words)) };
}

/** The guardian's order to heal, as the Snap hands it over. */
export async function aHeal(
  guardian: PrivateKeyAccount,
  about: { golem: string; phase: number; score: number; deadline: number; nonce: bigint },
) {
  const { golem, phase, score, deadline, nonce } = about;
  const place = { chainId: CHAIN, contract: BARDO.vitalityOracle };
  const message = { guardian: guardian.address, golemId: golemIdOf(golem), phase, score, nonce };
  const signature = await guardian.signTypedData(
    contractTypedData('Heal', place, { ...message, deadline: BigInt(deadline) }),
  );
  const order = { chainId: CHAIN, act: 'heal', guardian: guardian.address };
  return { ...order, golem, phase, score, deadline, signature };
}
