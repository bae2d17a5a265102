// The words after the command, held to what that command takes.
import { parseArgs } from 'node:util';
import { Stop } from './exit';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const COMMON = { plane: text, json: flag, qr: flag, 'no-qr': flag } as const;

const OPTIONS = {
  request: {
    ...COMMON,
    ...{
      golem: text,
      owner: text,
      amount: text,
      days: text,
      chain: text,
      name: text,
      reason: text,
    },
    ...{ 'key-file': text, 'passphrase-file': text, wait: text },
    payee: { type: 'string', multiple: true },
    unusual: flag,
    'no-wait': flag,
  },
  login: { ...COMMON, device: flag, name: text },
  logout: COMMON,
  status: COMMON,
} as const;

export type CommandName = keyof typeof OPTIONS;

/** What stands more than once counts where that means something; else the last word does. */
export type Options = {
  text: (name: string) => string | undefined;
  needed: (name: string) => string;
  list: (name: string) => string[];
  has: (name: string) => boolean;
};

export function parsedAs(command: CommandName, words: readonly string[]): Options {
  const values = parsed(command, words);
  const one = (name: string) => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    text: one,
    needed: (name) => {
      const value = one(name);
      if (value) return value;
      throw new Stop('usage', `Say --${name}. “bardo-agent --help” lists what ${command} needs.`);
    },
    list: (name) => {
      const value = values[name];
      return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
    },
    has: (name) => values[name] === true,
  };
}

function parsed(command: CommandName, words: readonly string[]): { [name: string]: unknown } {
  try {
    return parseArgs({ args: [...words], options: OPTIONS[command], strict: true }).values;
  } catch (error) {
    const why = error instanceof Error ? error.message.split('. ')[0] : 'not understood';
    throw new Stop('usage', `${why}. Try “bardo-agent --help”.`);
  }
}
