// The one error boundary. In the wallet a plain Error ends the Snap, and its message may carry
// payloads: only what we threw for the site passes, anything else becomes "internal error" without details.
import { SnapError } from './errors';

export function guarded<Args extends unknown[], Result>(
  handler: (...args: Args) => Promise<Result>,
) {
  return async (...args: Args): Promise<Result> => {
    try {
      return await handler(...args);
    } catch (error) {
      if (error instanceof SnapError) throw error;
      throw new SnapError('internal', 'Bardo met an internal error. Nothing was changed.');
    }
  };
}
