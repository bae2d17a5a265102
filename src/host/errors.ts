// Errors the wallet hands to the site without ending the Snap: it knows them by what `serialize` gives
// (a plain Error ends the Snap). The SDK's own classes give the same, but bring a serialiser and the texts of
// every code there is along: 12 KB of the bundle.

/** JSON-RPC 2.0, EIP-1474 and EIP-1193. */
const CODES = {
  internal: -32603,
  invalidParams: -32602,
  methodNotFound: -32601,
  resourceUnavailable: -32002,
  unauthorized: 4100,
} as const;

export class SnapError extends Error {
  readonly code: number;

  constructor(kind: keyof typeof CODES, message: string) {
    super(message);
    this.name = 'SnapError';
    this.code = CODES[kind];
  }

  /** -31002 and its text mark a Snap's own error for the wallet, which shows the cause. */
  serialize() {
    const { code, message, stack = '' } = this;
    return { code: -31002, message: 'Snap Error', data: { cause: { code, message, stack } } };
  }
}
