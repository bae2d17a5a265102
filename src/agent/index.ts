// `@bardo/snap/agent`: what a Golem's runtime imports.
// biome-ignore-all lint/performance/noBarrelFile: the public entry of a package
export type { Phase } from '../core/protocol/status';
export { redeemable, runwayHealth, totalRemaining } from './budget';
export { type BundledOptions, bundledSender } from './bundled-sender';
export {
  Blocked,
  type Call,
  type Concluded,
  type Conclusion,
  NotMade,
  type Sender,
  type Sent,
  Unconfirmed,
} from './call';
export { type AgentChain, type ChainOptions, connectChain } from './chain';
export { DEATH_STEPS, type Death, type DeathOptions, die } from './death';
export { type AgentEvent, type AgentEvents, createEvents, type Events } from './events';
export type { Foreign } from './foreign';
export { type GasLevel, readGas, sweepGas } from './gas';
export { keepGas, type ToppedUp, topUpGas } from './gas-keeping';
export {
  adoptGas,
  adoptRunway,
  type Child,
  createGolem,
  type Golem,
  type GolemOptions,
  reconcile,
  type Sequence,
  type Vitals,
} from './golem';
export { type Beat, Heartbeat, type HeartbeatOptions } from './heartbeat';
export { StoreInUse } from './hold';
export { type Introduction, introduce, introductionOf } from './introduction';
export { type Claim, type Journal, KeyTaken, openJournal } from './journal';
export { ROTATION, type RotationRules } from './key-rules';
export { type Acted, act, type Mandate, planSteps, readMandate, type Step } from './mandate';
export { planReport } from './oracle';
export { connectPlane, type Plane, type PlaneOptions } from './plane';
export { type Identity, type Pull, planPull, type Redeemed, redeem } from './redeem';
export { endReplicant, type Slice, type Spawned, spawnReplicant } from './replicant';
export { type Refusal, reasonOf, refusalOf } from './reverts';
export { type Rotation, rotateKey, rotateStep } from './rotation';
export { type Runway, readRunway, runwayProblem } from './runway';
export { type RunwayState, readRunwayState } from './runway-state';
export { plainSender, type SenderOptions } from './sender';
export { SessionKey, SessionKeyDestroyed } from './session-key';
export {
  keyFileStore,
  loadSessionKey,
  removeSessionKey,
  SESSION_KEY_FILE,
  saveSessionKey,
} from './session-key-file';
export { judgeStop, type StopOrder, type StopProof } from './stop';
export { fileStore, memoryStore, type Store } from './store';
export { createTools, type Tools } from './tools';
export { TOOL_DEFINITIONS } from './tools/definitions';
export { type Clade, type ToolDefinition, ToolFailed, ToolRefused } from './tools/tool';
