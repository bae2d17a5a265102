// A store of before requests named payees, opened by a control plane of today.
import { PGlite } from '@electric-sql/pglite';
import { expect, it } from 'vitest';
import { recordOf, requestRow } from '../../../site/api/runway/request-rows';
import { MIGRATIONS } from '../../../site/api/store/migrations';
import { storeOn } from '../../../site/api/store/pglite';
import { check } from '../../../src/core/protocol/check';
import { isSignedRunway } from '../../../src/core/protocol/runway-ask';
import { RunwayAnswer } from '../../../src/core/protocol/runway-shapes';

const BEFORE = 2;
const DEADLINE = 1_900_000_000;

it('tells a request of before as one that names no payees and proves nothing', async () => {
  const db = new PGlite();
  await db.exec('create table migrations (step integer primary key)');
  for (const [step, statements] of MIGRATIONS.slice(0, BEFORE).entries()) {
    for (const statement of statements) await db.exec(statement);
    await db.query('insert into migrations (step) values ($1)', [step]);
  }
  const hex = (byte: string, bytes: number) => `0x${byte.repeat(bytes)}`;
  await db.query(
    `insert into requests (id, golem, name, chain_id, owner, session_key, token, amount, days, deadline, reason,
       signature, asked_at, state)
     values ('old', 'atlas', 'Atlas', 84532, $1, $2, $3, '10000000', 7, $4, '', $5, $4, 'open')`,
    [hex('0a', 20), hex('0b', 20), hex('0c', 20), DEADLINE, hex('11', 65)],
  );

  const store = await storeOn(db);

  const plane = { store, origins: ['https://bardo.ai'] };
  const told = await recordOf(plane, await requestRow(store, 'old'), DEADLINE - 1);
  const read = check(told, RunwayAnswer);
  expect(read).toMatchObject({
    ok: true,
    value: { golem: 'atlas', payees: [], state: 'open', kind: 'runway' },
  });
  expect(told).not.toHaveProperty('code');
  expect(isSignedRunway(told)).toBe(false);
  await store.close();
});
