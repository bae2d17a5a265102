import { describe, expect, it } from '@jest/globals';
import {
  InternalError,
  InvalidParamsError,
  isSnapError,
  MethodNotFoundError,
  ResourceUnavailableError,
  UnauthorizedError,
} from '@metamask/snaps-sdk';
import { SnapError } from '../../src/host/errors';

describe('the errors Bardo throws', () => {
  it.each([
    { kind: 'internal', SdkError: InternalError },
    { kind: 'invalidParams', SdkError: InvalidParamsError },
    { kind: 'methodNotFound', SdkError: MethodNotFoundError },
    { kind: 'resourceUnavailable', SdkError: ResourceUnavailableError },
    { kind: 'unauthorized', SdkError: UnauthorizedError },
  ] as const)('reach the wallet as the SDK would send them: $kind', ({ kind, SdkError }) => {
    const [ours, theirs] = [new SnapError(kind, 'Not so.'), new SdkError('Not so.')];

    expect(isSnapError(ours)).toBe(true);
    expect(unstacked(ours)).toEqual(unstacked(theirs));
  });
});

function unstacked(error: { serialize: () => object }) {
  return JSON.parse(
    JSON.stringify(error.serialize(), (key, value) =>
      key === 'stack' ? typeof value : (value as unknown),
    ),
  );
}
