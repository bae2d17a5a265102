// The Golem's pulse. Each beat looks at the chain, keeps the oracle's word fresh, tells the control plane it
// lives, and hears whether it should stop. Plane or node may be gone: the loop backs off and goes on.
import { zeroAddress } from 'viem';
import { phaseRank } from '../core/permissions/phase';
import type { Phase } from '../core/protocol/status';
import { bardoTypedData } from '../core/protocol/typed-data';
import type { Head } from './chain';
import { type Golem, guardianOf, phaseOf, reconcile, signerOf, type Vitals } from './golem';
import { report, reportDue } from './oracle';
import type { PlaneAnswer } from './plane';
import { reasonOf } from './reverts';
import { rotateStep } from './rotation';
import type { RunwayState } from './runway-state';
import { chainStop, judgeStop, type StopOrder, type StopProof } from './stop';

export type HeartbeatOptions = {
  intervalSeconds: number;
  /** Called once, when the Golem must stop; the loop has ended by then. */
  onStop: (proof: StopProof) => Promise<void> | void;
  /** The work of a tick, after a beat that was heard. Beats go on meanwhile; work never overlaps work. */
  onBeat?: (phase: Phase) => Promise<unknown>;
};

export type Beat =
  | { ok: true; phase: Phase; stop: StopProof | null }
  | { ok: false; reason: string };

/** Signs and posts one heartbeat. Its number is saved before it is used, so that none is used twice. */
export async function sendHeartbeat(
  golem: Golem,
  vitals: Vitals,
  head: Head,
  intervalSeconds: number,
): Promise<PlaneAnswer<{ sequence: number; stop: StopOrder | null }>> {
  const { sequence, chain, key, id, plane } = golem;
  const number = sequence.last + 1;
  await sequence.save(number);
  sequence.last = number;
  const rank = phaseRank(vitals.phase);
  const guardian = guardianOf(golem) ?? zeroAddress;
  const issuedAt = golem.now();
  const blockNumber = Number(head.number);
  const told = {
    golem: id,
    guardian,
    phase: rank,
    vitality: vitals.vitality,
    blockHash: head.hash,
  };
  const signature = await key.signTypedData(
    bardoTypedData('Heartbeat', chain.chainId, {
      ...told,
      sequence: BigInt(number),
      issuedAt: BigInt(issuedAt),
      blockNumber: head.number,
    }),
  );
  // Told in whole seconds, rounded up: nobody should miss a beat that was never promised.
  const interval = { intervalSeconds: Math.ceil(intervalSeconds) };
  const rest = { chainId: chain.chainId, sequence: number, issuedAt, blockNumber, ...interval };
  const answer = await plane.ask('heartbeat', { body: { ...told, ...rest, signature } });
  if (answer.ok) {
    const { phase } = vitals;
    golem.events.emit('heartbeat:sent', { golem: id, sequence: number, phase, blockNumber });
  } else if (answer.code === 'replayed') await catchUp(golem);
  return answer;
}

/** The plane has seen higher numbers than we remember: a lost file must not make the Golem mute. */
async function catchUp(golem: Golem): Promise<void> {
  const state = await golem.plane.ask('agentState', { signer: signerOf(golem) });
  if (!state.ok || state.value.lastSequence === null) return;
  golem.sequence.last = Math.max(golem.sequence.last, state.value.lastSequence);
}

export class Heartbeat {
  readonly #golem: Golem;
  readonly #options: HeartbeatOptions;
  #running: Promise<void> | null = null;
  #beating: Promise<Beat> | null = null;
  #working: Promise<void> | null = null;
  #wake: (() => void) | null = null;
  #stopped = false;

  constructor(golem: Golem, options: HeartbeatOptions) {
    this.#golem = golem;
    this.#options = options;
  }

  start(): void {
    this.#running ??= this.#loop();
  }

  /** Resolves when the beat under way is over; no other follows. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake?.();
    await this.#running;
  }

  /** One beat now. While one is under way, its result is the answer: two never overlap. */
  beat(): Promise<Beat> {
    this.#beating ??= this.#beat().finally(() => {
      this.#beating = null;
    });
    return this.#beating;
  }

  async #loop(): Promise<void> {
    let failures = 0;
    while (!this.#stopped) {
      const beat = await this.beat();
      if (beat.ok && beat.stop) {
        this.#stopped = true;
        const by = beat.stop.by === 'chain' ? `chain: ${beat.stop.cause}` : beat.stop.by;
        this.#golem.events.emit('stop:obeyed', { golem: this.#golem.id, by });
        await this.#options.onStop(beat.stop);
        return;
      }
      if (beat.ok) this.#work(beat.phase);
      failures = beat.ok ? 0 : failures + 1;
      const pause = pauseMs(this.#options.intervalSeconds * 1000, failures);
      if (!beat.ok) {
        const { id, events } = this.#golem;
        events.emit('heartbeat:failed', { golem: id, reason: beat.reason, retryInMs: pause });
      }
      await this.#sleep(pause);
    }
  }

  #work(phase: Phase): void {
    const { onBeat } = this.#options;
    if (!onBeat || this.#working) return;
    const { id, events } = this.#golem;
    this.#working = Promise.resolve()
      .then(() => onBeat(phase))
      .then(
        () => undefined,
        (error) => events.emit('work:failed', { golem: id, reason: reasonOf(error) }),
      )
      .finally(() => {
        this.#working = null;
      });
  }

  async #beat(): Promise<Beat> {
    try {
      return await beatOnce(this.#golem, this.#options.intervalSeconds);
    } catch (error) {
      return { ok: false, reason: reasonOf(error) };
    }
  }

  #sleep(ms: number): Promise<void> {
    if (this.#stopped) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

async function beatOnce(golem: Golem, intervalSeconds: number): Promise<Beat> {
  const state = golem.runway ? await reconcile(golem, golem.runway) : null;
  const shown = state && chainStop(state);
  const phase = phaseOf(golem, state);
  if (shown) return { ok: true, phase, stop: shown };
  if (phase === 'terminal') return { ok: true, phase, stop: { by: 'itself' } };
  const vitals = { ...golem.vitals(), phase };
  if (state) await keepFresh(golem, state, vitals);
  // A rotation waits for the owner; each beat takes it one step further.
  if (golem.runway && golem.key.rotationDue()) await rotateStep(golem);
  const head = state?.block ?? (await golem.chain.head());
  const answer = await sendHeartbeat(golem, vitals, head, intervalSeconds);
  if (!answer.ok) return { ok: false, reason: answer.reason };
  return { ok: true, phase, stop: await heard(golem, answer.value.stop) };
}

/** A report that fails costs spending, not the heartbeat: the owner must see it all the more. */
async function keepFresh(golem: Golem, state: RunwayState, vitals: Vitals): Promise<void> {
  if (!reportDue(golem, state, vitals)) return;
  await report(golem, vitals).catch((error: unknown) => {
    golem.events.emit('oracle:failed', { golem: golem.id, reason: reasonOf(error) });
  });
}

async function heard(golem: Golem, order: StopOrder | null): Promise<StopProof | null> {
  if (!order) return null;
  const judged = await judgeStop(golem, order);
  if (judged.obey) return judged.proof;
  golem.events.emit('stop:refused', { golem: golem.id, reason: judged.reason });
  return null;
}

/** After a failure sooner than usual, then ever later up to twice the interval; never all at once. */
function pauseMs(intervalMs: number, failures: number): number {
  if (failures === 0) return intervalMs;
  const pause = Math.min((intervalMs / 4) * 2 ** (failures - 1), 2 * intervalMs);
  return Math.round(pause * (0.9 + Math.random() / 5));
}
