// POST /api/agent/heartbeats: a signed sign of life. It is bound to chain, Golem, guardian and the key in
// force, and its sequence only rises, so nothing can be played again here or elsewhere.
import { type Hex, recoverTypedDataAddress, zeroAddress } from 'viem';
import { lower } from '../../../src/core/bytes/hex';
import type { HeartbeatBody } from '../../../src/core/protocol/agent-shapes';
import { bardoTypedData } from '../../../src/core/protocol/typed-data';
import { chainOf, type Handler, type Plane } from '../plane/plane';
import { demand } from '../plane/problem';
import { type Estate, estateOfGolem } from '../records/estate';
import { recordOf, sessionKeyOf } from '../records/golems';
import { type GolemRow, golemRow, type HeartbeatRow, lockGolem } from '../records/rows';
import { stopFor } from '../records/stops';
import { one } from '../store/store';

const OLDEST = 600;
const EARLIEST = 120;

export const heartbeat: Handler<'heartbeat'> = async ({ plane, body, now }) => {
  chainOf(plane, body.chainId);
  const golem = await golemRow(plane.store, { owner: body.owner, id: body.golem });
  demand(golem, 'not_found', 'This owner has no Golem of this id here.');
  demand(golem.chain_id === body.chainId, 'wrong_chain', 'This Golem lives on another chain.');
  demand(
    body.guardian === (golem.guardian ?? zeroAddress),
    'bad_request',
    'The heartbeat names another guardian.',
  );
  demand(
    body.issuedAt >= now - OLDEST && body.issuedAt <= now + EARLIEST,
    'expired',
    'The heartbeat is too old, or from the future.',
  );
  const estate = await estateOfGolem(plane.store, golem, now);
  const key = sessionKeyOf(estate, golem);
  demand(key !== null, 'conflict', 'This Golem has no lease yet, so no key may speak for it.');
  const signer = await signerOf(body);
  demand(signer === key, 'bad_signature', 'The heartbeat is not signed by the key in force.');
  await checkBlock(plane, body);
  await save(plane, body, { golem, estate, key }, now);
  return { sequence: body.sequence, stop: await stopFor(plane.store, golem, estate) };
};

async function signerOf(body: HeartbeatBody): Promise<Hex | null> {
  const { golem, phase, vitality } = body;
  const typed = bardoTypedData('Heartbeat', body.chainId, {
    golem,
    guardian: body.guardian,
    sequence: BigInt(body.sequence),
    issuedAt: BigInt(body.issuedAt),
    phase,
    vitality,
    blockNumber: BigInt(body.blockNumber),
    blockHash: body.blockHash,
  });
  const signature = body.signature;
  const signer = await recoverTypedDataAddress({ ...typed, signature }).catch(() => null);
  return signer && lower(signer);
}

/**
 * A block we know under another hash is of another chain, or was reorganised away: from the Golem's view or from
 * ours, so we look again before we refuse.
 */
async function checkBlock(plane: Plane, body: HeartbeatBody): Promise<void> {
  if (await isOfOurChain(plane, body)) return;
  await plane.catchUp(body.chainId);
  demand(await isOfOurChain(plane, body), 'wrong_chain', 'The heartbeat saw another chain.');
}

async function isOfOurChain(plane: Plane, body: HeartbeatBody): Promise<boolean> {
  const block = await one<{ hash: string }>(
    plane.store,
    'select hash from blocks where chain_id = $1 and number = $2',
    [body.chainId, body.blockNumber],
  );
  return !block || block.hash === body.blockHash;
}

/** A key counts its own: one that was stolen and rotated out cannot use up the numbers of the next. */
function isOlder(body: HeartbeatBody, before: HeartbeatRow, key: string): boolean {
  if (before.session_key === key) return body.sequence <= before.sequence;
  return body.issuedAt < before.issued_at;
}

type Known = { golem: GolemRow; estate: Estate; key: string };

async function save(plane: Plane, body: HeartbeatBody, known: Known, now: number): Promise<void> {
  const { golem, estate, key } = known;
  const saved = await plane.store.transaction(async (sql) => {
    await lockGolem(sql, golem);
    const before = await one<HeartbeatRow>(
      sql,
      'select * from heartbeats where owner = $1 and golem = $2',
      [golem.owner, golem.id],
    );
    if (before && isOlder(body, before, key)) return false;
    const record = recordOf(estate, golem);
    const healed = record?.event === 'healed' && before && record.at > before.issued_at;
    const worst = before && !healed ? Math.max(before.worst, body.phase) : body.phase;
    await sql.query(
      `insert into heartbeats (owner, golem, session_key, sequence, issued_at, interval_seconds, phase, worst, vitality,
         block_number, block_hash, signature, received_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
       on conflict (owner, golem) do update set session_key = $3, sequence = $4, issued_at = $5,
         interval_seconds = $6, phase = $7, worst = $8, vitality = $9, block_number = $10, block_hash = $11,
         signature = $12, received_at = $13`,
      [
        ...[golem.owner, golem.id, key, body.sequence, body.issuedAt, body.intervalSeconds],
        ...[
          body.phase,
          worst,
          body.vitality,
          body.blockNumber,
          body.blockHash,
          body.signature,
          now,
        ],
      ],
    );
    return true;
  });
  demand(saved, 'replayed', 'A heartbeat of this or a higher sequence was seen before.');
}
