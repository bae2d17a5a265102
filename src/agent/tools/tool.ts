// What the four tools share: who they are for, how they announce their work, and how they refuse.
import type { Phase } from '../../core/protocol/status';
import type { Foreign } from '../chain/foreign';
import { reasonOf } from '../chain/reverts';
import type { Golem } from '../life/golem';
import type { ToolName } from '../store/events';
import type { Schema } from './schema';

/** What an agent runtime shows its model. */
export type ToolDefinition = {
  name: ToolName;
  description: string;
  /** JSON Schema; the tool holds what it is given to it. */
  parameters: Schema;
  capability: 'read' | 'write' | 'privileged';
  /** 1 = may be called freely, 2 = moves money or ends permissions. */
  riskLayer: 1 | 2;
  steps: readonly string[];
  guidance: Readonly<Record<Phase, string>>;
};

/** A check that failed before anything was done; the message is ours, and fit for the model and the owner. */
export class ToolRefused extends Error {
  /** What somebody else said about it, marked as theirs. */
  readonly said: Foreign | null;

  constructor(reason: string, said: Foreign | null = null) {
    super(reason);
    this.name = 'ToolRefused';
    this.said = said;
  }
}

/** The chain or the machine failed while the tool worked. What it did before, the events say; it may be called again. */
export class ToolFailed extends Error {
  constructor(tool: ToolName, reason: string) {
    super(`${tool} could not finish: ${reason}.`);
    this.name = 'ToolFailed';
  }
}

export type Clade = {
  golems: readonly Golem[];
  /** Where the Golem keeps what it knows; without one, `stored_in_grimoire` is false. */
  grimoire?: { put: (key: string, value: unknown) => Promise<void> };
};

export function golemOf({ golems }: Clade, id: string): Golem {
  const golem = golems.find((one) => one.id === id);
  if (!golem) {
    const known = golems.map((one) => one.id).join(', ') || 'none';
    throw new ToolRefused(`There is no Golem "${id}" in this process. Here are: ${known}.`);
  }
  return golem;
}

type Work<R> = {
  tool: ToolName;
  golem: Golem;
  start: { [parameter: string]: unknown };
  /** What of the result goes into the event. */
  end: (result: R) => { [field: string]: unknown };
  run: (progress: (step: string) => void) => Promise<R>;
};

export async function announced<R>({ tool, golem, start, end, run }: Work<R>): Promise<R> {
  const { events } = golem;
  events.emit('tool:start', { tool, ...start });
  try {
    const result = await run((step) => events.emit('tool:progress', { tool, step }));
    events.emit('tool:end', { tool, ...end(result) });
    return result;
  } catch (error) {
    const reason = reasonOf(error);
    events.emit('tool:failed', { tool, reason });
    // A library's error names its functions and the whole request.
    throw error instanceof ToolRefused ? error : new ToolFailed(tool, reason);
  }
}
