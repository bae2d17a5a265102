// What the command says, and how: sentences for people, one JSON object a line for machines (`--json`), errors on standard
// error. Colours and drawings only where somebody looks at them.

import type { ExitName } from './exit';
import { drawn } from './qr/draw';
import { qrOf } from './qr/qr';

export type Environment = { readonly [name: string]: string | undefined };
export type Facts = { [name: string]: unknown };

export type Output = {
  /** `event` and facts for machines, lines for people. */
  tell: (event: string, facts: Facts, lines: readonly string[]) => void;
  /** Replaced by what comes next, on a terminal; said once elsewhere. */
  progress: (line: string) => void;
  fail: (code: ExitName, message: string) => void;
  qr: (text: string) => void;
  bold: (text: string) => string;
  /** Somebody can answer questions here. */
  interactive: boolean;
};

export function openOutput(words: readonly string[], env: Environment): Output {
  const json = words.includes('--json');
  const terminal = process.stdout.isTTY === true;
  const colour = terminal && !json && (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb';
  const draws =
    words.includes('--qr') || (terminal && env.TERM !== 'dumb' && !words.includes('--no-qr'));
  let fleeting = '';
  const clear = () => {
    if (fleeting !== '' && terminal) process.stdout.write('\r\u001b[K');
  };
  const print = (line: string) => process.stdout.write(`${line}\n`);
  return {
    interactive: terminal && process.stdin.isTTY === true && !json,
    bold: (text) => (colour ? `\u001b[1m${text}\u001b[22m` : text),
    tell: (event, facts, lines) => {
      clear();
      fleeting = '';
      if (json) print(JSON.stringify({ event, ...facts }));
      else for (const line of lines) print(line);
    },
    progress: (line) => {
      if (json || line === fleeting) return;
      if (terminal) {
        clear();
        process.stdout.write(line);
      } else if (fleeting === '') print(line);
      fleeting = line;
    },
    fail: (code, message) => {
      clear();
      fleeting = '';
      if (json) print(JSON.stringify({ event: 'error', code, message }));
      else process.stderr.write(`bardo-agent: ${message}\n`);
    },
    qr: (text) => {
      const code = json || !draws ? null : qrOf(text);
      if (code) print(drawn(code, colour));
    },
  };
}
