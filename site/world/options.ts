// What may be said after `npm start --`. A mistake is answered with what was wrong and what there is, and nothing starts.
import { parseArgs } from 'node:util';
import type { Ports } from './ports';

export type Options = {
  folder: string;
  fresh: boolean;
  verbose: boolean;
  ports: Partial<Ports>;
};

export const HELP = `npm start [-- options]     Bardo’s demo world on this computer, until Ctrl-C.

  --fresh                  starts over instead of going on from the folder
  --folder <path>          where it lives between two starts (.bardo)
  --portal-port <number>   the Portal and the control plane (3003)
  --snap-port <number>     the Snap (8080)
  --chain-port <number>    the chain (8545, or a free one)
  --verbose                prints all of an error that ends the start
  --help                   this

A port of 0 is any free one.`;

/** A sentence for a person. */
export class BadOptions extends Error {}

/** null: help was asked for. */
export function readOptions(words: readonly string[]): Options | null {
  const values = valuesIn(words);
  if (values.help) return null;
  if (values.folder === '') throw new BadOptions('--folder wants a path.');
  const ports: Partial<Ports> = {};
  for (const name of ['portal', 'snap', 'chain'] as const) {
    const text = values[`${name}-port`];
    if (text !== undefined) ports[name] = portIn(name, text);
  }
  const named = Object.values(ports).filter((port) => port !== 0);
  if (new Set(named).size < named.length) {
    throw new BadOptions('Portal, Snap and chain cannot share a port.');
  }
  const { folder, fresh, verbose } = values;
  return { folder, fresh, verbose, ports };
}

function valuesIn(words: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        fresh: { type: 'boolean', default: false },
        verbose: { type: 'boolean', default: false },
        folder: { type: 'string', default: '.bardo' },
        'portal-port': text,
        'snap-port': text,
        'chain-port': text,
      },
    });
    return values;
  } catch (error) {
    // Its first sentence says what was wrong; the others are for programmers.
    const [said = ''] = (error as Error).message.split(/(?:\. |\n)/);
    throw new BadOptions(`${said.replace(/\.$/, '')}.`);
  }
}

function portIn(name: string, text: string): number {
  const number = Number(text);
  if (/^\d{1,5}$/.test(text) && number <= 65_535) return number;
  throw new BadOptions(`--${name}-port wants a number up to 65535, not “${text.slice(0, 40)}”.`);
}
