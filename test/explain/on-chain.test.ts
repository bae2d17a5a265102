// What Bardo says of a transaction against what MetaMask's and our contracts do with it.
import { type Address, getAddress, type Hex, parseAbi, zeroHash } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Chain, startChain } from '../../site/world/chain/chain';
import { FRAMEWORK } from '../../src/core/chain/addresses';
import { BARDO } from '../../src/core/chain/bardo-addresses.generated';
import { type Execution, encodeMode, encodeSingle } from '../../src/core/chain/execution';
import {
  type Delegation,
  encodeContext,
  hashDelegation,
} from '../../src/core/delegations/delegation';
import type { Permission } from '../../src/core/protocol/status';
import { aStage, register, type Stage, USDC } from '../agent/stage';
import { batch, explainRaw, redeemAll, token, toManager } from '../vectors/batches';
import { aGolem, aPermission, aStatus } from '../vectors/builders';
import { encode } from '../vectors/manager-calls';

const DM = FRAMEWORK.delegationManager;
const THIEF: Address = '0x6666666666666666666666666666666666666666';
const PAYEE: Address = '0xcacacacacacacacacacacacacacacacacacacaca';
const SINGLE = encodeMode({ calls: 'single', onFailure: 'revert' });
const managerAbi = parseAbi(['function disabledDelegations(bytes32) view returns (bool)']);

let chain: Chain;
let stage: Stage;

beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain?.stop());
beforeEach(async () => {
  stage = await aStage(chain);
});

async function said(raw: { to: Address; data: Hex }, permissions: Permission[] = []) {
  const now = await stage.now();
  const golems = [
    aGolem({
      id: stage.golem,
      name: 'Atlas',
      chainId: chain.chainId,
      guardian: stage.guardian.address,
    }),
    aGolem({ id: 'bare', name: 'Bare', chainId: chain.chainId, guardian: null }),
  ];
  const watched = aStatus({ owner: stage.owner.address, golems, permissions });
  const scene = { chainId: chain.chainId, signer: stage.owner.address, origin: null, watched, now };
  const { insight } = explainRaw({ from: stage.owner.address, ...raw }, scene);
  return { level: insight?.level, text: [insight?.title, ...(insight?.lines ?? [])].join('\n') };
}

const permissionOn = (grant: Delegation, over: Partial<Permission> = {}): Permission =>
  aPermission({
    golem: stage.golem,
    chainId: chain.chainId,
    token: chain.usdc,
    delegationHashes: [hashDelegation(grant)],
    expiresAt: 4_000_000_000,
    ...over,
  });

const isDisabled = (grant: Delegation) =>
  stage.link.client.readContract({
    address: DM,
    abi: managerAbi,
    functionName: 'disabledDelegations',
    args: [hashDelegation(grant)],
  });

const pay = (to: Address, amount: bigint): Execution => token(chain.usdc, 'transfer', to, amount);

it('calls a redemption without a permission what it is: the account paying', async () => {
  const data = redeemAll([{ calls: [pay(THIEF, USDC), pay(THIEF, 899n * USDC)] }]);

  const { level, text } = await said({ to: DM, data });
  await stage.send(stage.owner, { to: DM, data });

  expect(level).toBe('critical');
  expect(text).toContain('Moves 900 USDC out of your account to 0x6666…6666');
  expect(await stage.usdcOf(stage.owner.address)).toBe(100n * USDC);
});

describe('a batch of switches', () => {
  it('that ends both grants leaves none, as it says', async () => {
    const [one, two] = [await stage.grant(), await stage.grant()];
    const permissions = [permissionOn(one), permissionOn(two, { id: 'two' })];
    const data = batch([toManager('disableDelegation', one), toManager('disableDelegation', two)]);

    const { text } = await said({ to: stage.owner.address, data }, permissions);
    await stage.send(stage.owner, { to: stage.owner.address, data });

    expect(text).toContain('Ends all live permissions of Atlas');
    expect(text).not.toContain('keeps');
    expect([await isDisabled(one), await isDisabled(two)]).toEqual([true, true]);
  });

  it('that ends a grant and re-opens it leaves it open, as it says', async () => {
    const grant = await stage.grant();
    const calls = [toManager('disableDelegation', grant), toManager('enableDelegation', grant)];
    const data = batch(calls);

    const { level, text } = await said({ to: stage.owner.address, data }, [permissionOn(grant)]);
    await stage.send(stage.owner, { to: stage.owner.address, data });

    expect(level).toBe('critical');
    expect(text).toContain('Ends nothing: a later call in it re-opens the permission');
    expect(await isDisabled(grant)).toBe(false);
  });
});

it('names who stops and who goes on when all leases end', async () => {
  const [leasedKey, bareKey] = [0, 0].map(() => privateKeyToAccount(generatePrivateKey()));
  if (!leasedKey || !bareKey) throw new Error('no keys');
  await register(stage, leasedKey.address);
  const [leasedGrant, bareGrant] = [
    await stage.grant(),
    await stage.grant({ to: bareKey.address }),
  ];
  const context = await stage.lease(leasedGrant, leasedKey.address);
  const lease = {
    generation: 1,
    budgetId: '1',
    sessionKey: getAddress(leasedKey.address),
    cap: '1',
    expiresAt: 4_000_000_000,
  };
  const hashes = [zeroHash, hashDelegation(leasedGrant)];
  const permissions = [
    permissionOn(leasedGrant, { lease, delegationHashes: hashes }),
    permissionOn(bareGrant, { id: 'bare', golem: 'bare' }),
  ];
  const pull = (from: Address, links: Hex) => {
    const data = encode('redeemDelegations', [[links], [SINGLE], [encodeSingle(pay(PAYEE, USDC))]]);
    const asked = stage.link.client.call({ account: from, to: DM, data });
    return asked.then(() => 'paid').catch(() => 'refused');
  };
  const pulls = async () => [
    await pull(leasedKey.address, context),
    await pull(bareKey.address, encodeContext([bareGrant])),
  ];
  expect(await pulls()).toEqual(['paid', 'paid']);

  const { text } = await said({ to: BARDO.golemPolicyEnforcer, data: '0x07f24dd7' }, permissions);
  await stage.send(stage.owner, { to: BARDO.golemPolicyEnforcer, data: '0x07f24dd7' });

  expect(text).toContain('Atlas can no longer spend.');
  expect(text).toContain('Bare goes on: 1 permission without a lease on Base Sepolia.');
  expect(await pulls()).toEqual(['refused', 'paid']);
});
