// Errors a site gets, with the codes and sentences of MetaMask.

/** `data` is left out when there is none: an undefined one would make it no JSON-RPC error for the Snap. */
export class RpcError extends Error {
  declare readonly data?: unknown;
  constructor(
    readonly code: number,
    message: string,
    data?: unknown,
  ) {
    super(message);
    if (data !== undefined) this.data = data;
  }
}

export const rejected = () => new RpcError(4001, 'User rejected the request.');

export const unauthorized = () =>
  new RpcError(4100, 'The requested account and/or method has not been authorized by the user.');

export const invalidParams = (message: string) => new RpcError(-32602, message);

export const internal = (message: string) => new RpcError(-32603, message);

export const methodNotFound = (method: string) =>
  new RpcError(-32601, `The method "${method}" does not exist / is not available.`);

export const pending = (method: string, origin: string) =>
  new RpcError(
    -32002,
    `Request of type '${method}' already pending for origin ${origin}. Please wait.`,
  );

export const unknownChain = (chainId: string) =>
  new RpcError(
    4902,
    `Unrecognized chain ID "${chainId}". Try adding the chain using wallet_addEthereumChain first.`,
  );

export function errorOf(error: unknown): { code: number; message: string; data?: unknown } {
  if (error instanceof RpcError) {
    const { code, message, data } = error;
    return data === undefined ? { code, message } : { code, message, data };
  }
  const { code, message } = error as { code?: unknown; message?: unknown };
  return {
    code: typeof code === 'number' ? code : -32603,
    message: typeof message === 'string' ? message : 'Internal error',
  };
}
