// Where Bardo's contracts live: the same address on every chain, because CREATE2 through the canonical
// proxy depends only on salt and init code, and the init code only on sources and pinned compiler.
import { readFileSync } from 'node:fs';
import { concat, encodeAbiParameters, getContractAddress, type Abi, type Address, type Hex } from 'viem';
import { keccak256, stringToHex, zeroAddress } from 'viem';

/** The deterministic-deployment proxy: call data = salt, then init code. anvil ships it. */
export const PROXY: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
export const SALT: Hex = keccak256(stringToHex('Bardo 1'));

export type Planned = { name: string; address: Address; initCode: Hex; abi: Abi };

/** No constructor; what the perimeter consists of. */
const CORNERSTONES = ['VitalityOracle', 'DreamOracle', 'DaimonOracle', 'Warden'] as const;
const POLICY = 'GolemPolicyEnforcer';
const ENFORCERS = [
  'GolemPhaseEnforcer',
  'MortalityTimeWindowEnforcer',
  'DreamModeEnforcer',
  'VaultNAVEnforcer',
  'ReplicantBudgetEnforcer',
  'MaxSlippageEnforcer',
  'DailySpendLimitEnforcer',
  'EmotionalStateEnforcer',
  'KnowledgeRoyaltyEnforcer',
  'ThresholdEnforcer',
  'WardenEnforcer',
] as const;

const PERIMETER = [
  {
    type: 'tuple',
    components: ['vitality', 'dream', 'daimon', 'warden', 'policy'].map((name) => ({
      name,
      type: 'address',
    })),
  },
] as const;

type Compiled = { abi: Abi; code: Hex };

/** All contracts in the order in which they must be deployed. */
export function planDeployment(read: (name: string) => Compiled = compiled): Planned[] {
  const planned = (name: string, args: Hex): Planned => {
    const { abi, code } = read(name);
    const initCode = concat([code, args]);
    const address = getContractAddress({ opcode: 'CREATE2', from: PROXY, salt: SALT, bytecode: initCode });
    return { name, address, initCode, abi };
  };
  const cornerstones = CORNERSTONES.map((name) => planned(name, '0x'));
  const inside = cornerstones.map(({ address }) => address);
  const policy = planned(POLICY, perimeter(inside, zeroAddress));
  const enforcers = ENFORCERS.map((name) => planned(name, perimeter(inside, policy.address)));
  return [...cornerstones, policy, ...enforcers];
}

/** From the last build. */
export function compiled(name: string): Compiled {
  const file = new URL(`out/${name}.sol/${name}.json`, import.meta.url);
  const artifact = JSON.parse(readFileSync(file, 'utf8')) as { abi: Abi; bytecode: { object: Hex } };
  return { abi: artifact.abi, code: artifact.bytecode.object };
}

/**
 * From the repository, so that a chain of one's own needs no compiler. An address is a hash of the code: what is not
 * the code behind core's addresses would arrive elsewhere.
 */
export function shipped(name: string): Compiled {
  codes ??= JSON.parse(readFileSync(new URL('creation-codes.generated.json', import.meta.url), 'utf8'));
  const code = codes?.[name];
  if (!code) throw new Error(`${name} is not shipped: npx tsx contracts/tools/generate.ts`);
  return { abi: [], code };
}

let codes: { [name: string]: Hex } | undefined;

function perimeter(inside: readonly Address[], policy: Address): Hex {
  const [vitality, dream, daimon, warden] = inside;
  return encodeAbiParameters(PERIMETER, [{ vitality, dream, daimon, warden, policy }] as never);
}
