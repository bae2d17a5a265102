// The release build as published (dist/, committed manifest) in MetaMask's simulator, which checks the
// checksum like the wallet. It knows one owner's clade from the state it is given; no server is asked.
import type { Json, SnapId } from '@metamask/snaps-sdk';
import { installSnap } from '@metamask/snaps-simulation';
import { readSnapFiles, serveSnap } from '../../site/world/builds/snap-server';
import { emptyState } from '../../src/core/memory/state';
import type { Golem, Permission, Status } from '../../src/core/protocol/status';
import { absorb } from '../../src/core/watch/absorb';
import { aGolem, anAddress, aPermission, aStatus, OWNER } from '../vectors/builders';

const DAY = 86_400;

export async function installRelease() {
  const { server, port } = await serveSnap(readSnapFiles('.'), 0);
  const id = `local:http://localhost:${port}` as SnapId;
  const unencryptedState = cladeState() as unknown as { [key: string]: Json };
  const snap = await installSnap(id, { options: { unencryptedState } });
  const close = async () => {
    server.close();
    await snap.executionService.terminateAllSnaps();
  };
  return { snap, close };
}

/** Four Golems in four phases, as a heartbeat a minute ago would have left them. */
function cladeState() {
  const now = Math.floor(Date.now() / 1000) - 60;
  const token = 'watch-token-for-the-picture';
  const connected = { ...emptyState(), auth_token: token };
  const visit = { token, startedAt: now, now, rotates: true };
  const state = absorb(connected, { ok: true, status: clade(now) }, visit);
  return { ...state, alert_history: state.alert_history.map((one) => ({ ...one, pending: [] })) };
}

export function clade(now: number): Status {
  const beat = (minutes: number) =>
    ({ ...aGolem().heartbeat, at: now - minutes * 60 }) as Golem['heartbeat'];
  const golem = (id: string, over: Partial<Golem>) =>
    aGolem({ id, name: `${id[0]?.toUpperCase()}${id.slice(1)}`, heartbeat: beat(3), ...over });
  const runway = (id: string, over: Partial<Permission>) =>
    aPermission({ id: `${id}-runway`, golem: id, startAt: now - 3 * DAY, ...over });
  return aStatus({
    serverTime: now,
    owner: OWNER,
    golems: [
      golem('atlas', { vitality: 98 }),
      golem('echo', {
        phase: 'conservation',
        vitality: 61,
        heartbeat: beat(8),
        sessionKey: anAddress(0x5f),
      }),
      golem('sable', { phase: 'declining', vitality: 17, sessionKey: anAddress(0x60) }),
      golem('orin', {
        phase: 'terminal',
        vitality: 0,
        heartbeat: beat(95),
        knowledgeRecord: 'grimoire-orin-7',
      }),
    ],
    permissions: [
      runway('atlas', { left: '8200000', expiresAt: now + 4 * DAY + 3600 }),
      runway('echo', { left: '2100000', expiresAt: now + 5 * DAY }),
      runway('sable', { left: '400000', expiresAt: now + 2 * DAY }),
      runway('orin', { revokedAt: now - 5000, expiresAt: now + 2 * DAY }),
    ],
  });
}
