// `@bardo/snap/agent`: what a Golem's runtime imports.
// biome-ignore-all lint/performance/noBarrelFile: the public entry of a package
export type { Phase } from '../core/protocol/status';
export { type AgentChain, type ChainOptions, connectChain } from './chain/chain';
export type { Foreign } from './chain/foreign';
export { type Refusal, reasonOf, refusalOf } from './chain/reverts';
export type { KeyFile } from './key/key-keeper';
export { ROTATION, type RotationRules } from './key/key-rules';
export { SessionKey, SessionKeyDestroyed } from './key/session-key';
export {
  keyFileStore,
  loadSessionKey,
  removeSessionKey,
  SESSION_KEY_FILE,
  saveSessionKey,
} from './key/session-key-file';
export { adoptGas, adoptRunway } from './life/adoption';
export type { Beat } from './life/beat';
export { DEATH_STEPS, type Death, type DeathOptions, die } from './life/death';
export type { DeathAccount } from './life/death-account';
export { keepGas, type ToppedUp, topUpGas } from './life/gas-keeping';
export {
  type Child,
  createGolem,
  type Golem,
  type GolemOptions,
  reconcile,
  type Vitals,
} from './life/golem';
export { Heartbeat, type HeartbeatOptions } from './life/heartbeat-loop';
export { introduce } from './life/introduction';
export { planReport } from './life/oracle';
export { connectPlane, type Plane, type PlaneOptions } from './life/plane';
export { endReplicant, type Slice, type Spawned, spawnReplicant } from './life/replicant';
export { type Resumed, type ResumeOptions, resumeGolem } from './life/resume';
export { type Rotation, rotateKey, rotateStep } from './life/rotation';
export { judgeStop, type StopOrder, type StopProof } from './life/stop';
export type { Sequence } from './memory/sequence';
export { bundledSender } from './payments/bundled-sender';
export type { BundledOptions } from './payments/bundler-fees';
export {
  Blocked,
  type Call,
  type Concluded,
  type Conclusion,
  NotMade,
  type Sender,
  type Sent,
  Unconfirmed,
} from './payments/call';
export { type Claim, type Journal, KeyTaken } from './payments/claims';
export { openJournal } from './payments/journal';
export { plainSender, type SenderOptions } from './payments/sender';
export { redeemable, runwayHealth, totalRemaining } from './runway/budget';
export { type GasLevel, readGas, sweepGas } from './runway/gas';
export { type Acted, act, type Mandate, planSteps, readMandate, type Step } from './runway/mandate';
export { type Pull, planPull } from './runway/pull';
export { type Identity, type Redeemed, redeem } from './runway/redeem';
export { type Runway, readRunway, runwayProblem } from './runway/runway';
export { type RunwayState, readRunwayState } from './runway/runway-state';
export {
  type AgentEvent,
  type AgentEvents,
  createEvents,
  type Events,
  type Waiting,
} from './store/events';
export { StoreInUse } from './store/hold-bid';
export { fileStore, memoryStore, type Store } from './store/store';
export { TOOL_DEFINITIONS } from './tools/definitions';
export { type Clade, type ToolDefinition, ToolFailed, ToolRefused } from './tools/tool';
export { createTools, type Tools } from './tools/tools';
