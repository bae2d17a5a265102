// Why the world did not wake up, for a person: one sentence. What programmers need is behind --verbose.

const MAX_LENGTH = 200;

export function failureWords(error: unknown): string {
  return `Bardo’s world did not wake up: ${causeOf(error)}. Start it again; with “npm start -- --verbose” the details are printed.`;
}

/** The first line alone: a node's error goes on with the whole request, bytecode and all. */
function causeOf(error: unknown): string {
  const { shortMessage, message } = (error ?? {}) as { shortMessage?: unknown; message?: unknown };
  const said = [shortMessage, message, error].find((one) => typeof one === 'string' && one !== '');
  const [line = ''] = String(said ?? 'an error without words')
    .trim()
    .split('\n');
  const cut = line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
  return cut.replace(/\.$/, '');
}
