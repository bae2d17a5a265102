// The Snap itself as guardian, in the demo wallet: it reads the chain, keeps its own memory of what it signed, and
// so knows its leases when the visitor asks. Its dialogs are approved in the demo owner's name.
import type { AskGuardian } from './guardians';

type Ask = (method: string, params?: unknown) => Promise<unknown>;

const ATTEMPTS = 3;

/** `tokenFor`: a watch token of the owner, by which the Snap learns whose it is. */
export function snapGuardian(ask: Ask, tokenFor: () => Promise<string>): AskGuardian {
  let bound: Promise<void> | null = null;
  const bind = async () => {
    const { connected } = (await ask('handshake', {})) as { connected: boolean };
    if (!connected) await ask('updateAuthToken', { token: await tokenFor() });
  };
  const asked = async (method: string, params: unknown): Promise<unknown> => {
    if (method !== 'issueLease') return ask(method, params);
    bound ??= bind();
    await bound;
    for (let attempt = 1; ; attempt += 1) {
      const answer = (await ask(method, params)) as { approved: boolean; reason?: string };
      // It gives the chain a few seconds; a busy computer may need more.
      const late = !answer.approved && answer.reason?.includes('the chain could not be read');
      if (!late || attempt === ATTEMPTS) return answer;
    }
  };
  return asked as AskGuardian;
}
