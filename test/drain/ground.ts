// What every case stands on: the enforcers of MetaMask's deployment record in place of those that its package has in an
// older version or not at all, and a Golem that each signer guards.
import { type Address, encodeFunctionData, type Hex } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import type { Chain } from '../../site/world/chain/chain';
import { FRAMEWORK_CAVEATS } from '../../src/core/caveats/framework-list';
import { vitalityOracleAbi } from '../../src/core/chain/bardo-abis.generated';
import { BARDO } from '../../src/core/chain/bardo-addresses.generated';
import type { Stage } from '../agent/stage';
import recorded from '../vectors/framework-codes.json';
import { GOLEM } from './side-rules';

export async function installRecorded({ cheat }: Chain): Promise<void> {
  for (const [name, creation] of Object.entries(recorded)) {
    const { address } = FRAMEWORK_CAVEATS.find((one) => one.name === name) ?? {};
    if (!address) throw new Error(`Core does not know ${name}.`);
    await cheat('anvil_setCode', [address, creation]);
    // None of their constructors writes to storage.
    const code = (await cheat('eth_call', [{ to: address }, 'latest'])) as Hex;
    await cheat('anvil_setCode', [address, code]);
  }
}

export async function guard(stage: Stage, guardians: readonly PrivateKeyAccount[]): Promise<void> {
  for (const guardian of guardians) {
    const args = [GOLEM, guardian.address] as const;
    const data = encodeFunctionData({ abi: vitalityOracleAbi, functionName: 'register', args });
    await stage.send(guardian, { to: BARDO.vitalityOracle as Address, data });
  }
}
