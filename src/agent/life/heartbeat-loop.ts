// The Golem's pulse. Each beat looks at the chain, keeps the oracle's word fresh, tells the control plane it
// lives, and hears whether it should stop. Plane or node may be gone: the loop backs off and goes on.
import type { Phase } from '../../core/protocol/status';
import { reasonOf } from '../chain/reverts';
import { type Beat, beatOnce } from './beat';
import type { Golem } from './golem';
import type { StopProof } from './stop';

export type HeartbeatOptions = {
  intervalSeconds: number;
  /** Called once, when the Golem must stop; the loop has ended by then. */
  onStop: (proof: StopProof) => Promise<void> | void;
  /** The work of a tick, after a beat that was heard. Beats go on meanwhile; work never overlaps work. */
  onBeat?: (phase: Phase) => Promise<unknown>;
};

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

/** After a failure sooner than usual, then ever later up to twice the interval; never all at once. */
function pauseMs(intervalMs: number, failures: number): number {
  if (failures === 0) return intervalMs;
  const pause = Math.min((intervalMs / 4) * 2 ** (failures - 1), 2 * intervalMs);
  return Math.round(pause * (0.9 + Math.random() / 5));
}
