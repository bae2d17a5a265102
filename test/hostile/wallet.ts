// The wallet around the Snap's own handlers: state in memory, MetaMask's rules and limits for notices, and networks that
// are real nodes. Only what belongs to a window is missing: no check may need one.

import { linesOf } from '../../site/world/wallet/rules/screen';
import { noticeFaults } from '../../site/world/wallet/rules/strict';
import { emptyState, type State } from '../../src/core/memory/state';
import type { Networks } from '../snap/networks';

export type Told = { type: 'native' | 'inApp'; at: number; text: string };

const LIMITS = { native: { most: 2, ms: 300_000 }, inApp: { most: 5, ms: 60_000 } };

export function aWallet(networks: Networks) {
  let state: State = emptyState();
  const told: Told[] = [];
  const notify = (params: { type: 'native' | 'inApp'; message: string; content?: unknown }) => {
    const faults = noticeFaults(params);
    if (faults.length > 0) throw new Error(faults.join('; '));
    const { most, ms } = LIMITS[params.type];
    const recent = told.filter(({ type, at }) => type === params.type && at > Date.now() - ms);
    if (recent.length >= most) throw Object.assign(new Error('rate-limited'), { code: -32005 });
    const page = params.content ? linesOf(JSON.parse(JSON.stringify(params.content))) : [];
    told.push({ type: params.type, at: Date.now(), text: [params.message, ...page].join('\n') });
  };
  const answers: { [method: string]: (params: never) => unknown } = {
    snap_getState: () => structuredClone(state),
    snap_setState: ({ value }: { value: State }) => {
      state = JSON.parse(JSON.stringify(value));
      return null;
    },
    snap_getClientStatus: () => ({ locked: true }),
    snap_notify: notify,
  };
  return {
    told,
    state: () => state,
    /** What the owner does in a window between two checks. */
    change: (by: (state: State) => State) => {
      state = by(state);
    },
    reset: (next: State) => {
      state = next;
      told.length = 0;
    },
    snap: {
      request: async ({ method, params }: { method: string; params?: unknown }) => {
        const answer = answers[method];
        if (!answer) throw new Error(`a check asked for ${method}`);
        return answer(params as never) ?? null;
      },
    },
    ethereum: {
      request: ({ method, params }: { method: string; params?: unknown }) =>
        networks.answer(method, (params ?? []) as never),
    },
  };
}
