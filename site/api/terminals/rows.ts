// A terminal as it is stored. `open` until the owner answers; `approved` until it has fetched its token; then `live`.
import type { Hex } from 'viem';
import type { AskingTerminalRecord } from '../../../src/core/protocol/terminal-shapes';
import { callerOf, isNear } from '../guard/caller';
import type { Plane } from '../plane/plane';

export type TerminalRow = {
  id: string;
  device_hash: string;
  name: string;
  code: string;
  /** Of a hand-off by the browser. */
  port: number | null;
  return_state: string | null;
  challenge: string | null;
  caller: string;
  state: 'open' | 'approved' | 'denied' | 'live' | 'ended';
  owner: Hex | null;
  asked_at: number;
  deadline: number;
  approved_at: number | null;
  used_at: number | null;
  expires_at: number | null;
};

export function askingTerminal(
  { secret }: Plane,
  row: TerminalRow,
  peer: string,
): AskingTerminalRecord {
  return {
    id: row.id,
    name: row.name,
    code: row.code,
    way: row.challenge === null ? 'device' : 'browser',
    askedAt: row.asked_at,
    deadline: row.deadline,
    near: isNear(row.caller, callerOf(secret, peer)),
  };
}
