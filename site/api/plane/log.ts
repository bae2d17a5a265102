// One JSON object per line. Nothing a caller sent is logged: no header, no body, no query, and paths only
// as the pattern that matched. Errors of libraries may quote what they were given, hence `safeText`.
export type Level = 'info' | 'warn' | 'error';
export type Log = (level: Level, event: string, fields?: { [name: string]: unknown }) => void;

export function jsonLog(write: (line: string) => void, clock: () => number): Log {
  return (level, event, fields = {}) =>
    write(JSON.stringify({ at: new Date(clock() * 1000).toISOString(), level, event, ...fields }));
}

/** The name and first line of an error, without addresses of nodes, keys, tokens or signatures. */
export function safeText(error: unknown): string {
  if (!(error instanceof Error)) return 'something that is no error was thrown';
  const short = (error as { shortMessage?: string }).shortMessage ?? error.message;
  const line = short.split('\n')[0] ?? '';
  return `${error.name}: ${line
    .replace(/\b[a-z]+:\/\/\S+/gi, '<url>')
    .replace(/0x[0-9a-f]{64,}/gi, '<hex>')
    .replace(/[A-Za-z0-9_-]{40,}/g, '<secret>')
    .slice(0, 200)}`;
}
