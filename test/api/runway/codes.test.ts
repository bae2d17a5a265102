// The code of a request is drawn by the control plane: unique among those that are open, and nobody's choice.
import { type Hex, toHex } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { insertRequest } from '../../../site/api/runway/request-room';
import { requestRow } from '../../../site/api/runway/request-rows';
import { parseUserCode, userCodeOf } from '../../../src/core/protocol/user-code';
import { CHAIN } from '../signing';
import { type Opened, openMemory } from '../stores';

const NOW = 1_800_000_000;
const OWNER: Hex = `0x${'0a'.repeat(20)}`;
let opened: Opened;

beforeAll(async () => {
  opened = await openMemory();
});
beforeEach(async () => {
  await opened.store.query('delete from requests');
  await opened.store.query('delete from displaced');
});
afterAll(() => opened?.stop());

const idOf = (number: number) => toHex(number, { size: 32 }).slice(2);

async function insert(number: number, draw?: () => Hex) {
  const terms = { golem: 'x', chainId: CHAIN, token: OWNER, amount: '1', days: 1 };
  const words = { name: 'x', reason: '', payees: [], nonce: toHex(number, { size: 32 }) };
  const signed = { sessionKey: OWNER, signature: `0x${'11'.repeat(65)}` as Hex };
  const body = { ...terms, ...words, ...signed, owner: OWNER, deadline: NOW + 600 };
  await insertRequest(opened.store, { id: idOf(number), body, caller: 'x', now: NOW }, draw);
  return requestRow(opened.store, idOf(number));
}

it('is drawn anew for every request, and the same for one that is asked again', async () => {
  const rows = [];
  for (let number = 0; number < 20; number += 1) rows.push(await insert(number));
  const again = await insert(3);

  expect(new Set(rows.map(({ code_nonce }) => code_nonce)).size).toBe(20);
  for (const { id, code, code_nonce } of rows) {
    expect(code).toBe(userCodeOf(`0x${id}`, code_nonce ?? '0x'));
    expect(parseUserCode(`${code}`)).toBe(code);
  }
  expect(again).toEqual(rows[3]);
});

it('is drawn again until no open request has it', async () => {
  const { code } = await insert(1);
  const drawn: Hex[] = [];
  // Chance would take 2^40 draws: the digits of another's code are taken from the store instead.
  const taken = userCodeOf(`0x${idOf(2)}`, toHex(7, { size: 32 }));
  await opened.store.query('update requests set code = $1', [taken]);
  const second = await insert(2, () => {
    drawn.push(toHex(drawn.length < 3 ? 7 : 8, { size: 32 }));
    return drawn.at(-1) ?? '0x';
  });

  expect(drawn).toHaveLength(4);
  expect(second.code).toBe(userCodeOf(`0x${idOf(2)}`, toHex(8, { size: 32 })));
  expect(code).not.toBe(taken);
});

it('is no terminal’s either, while that waits', async () => {
  const taken = userCodeOf(`0x${idOf(2)}`, toHex(7, { size: 32 }));
  await opened.store.query(
    `insert into terminals (id, device_hash, name, code, caller, state, asked_at, deadline)
       values ('t', 'd', 'x', $1, 'x', 'open', $2, $3)`,
    [taken, NOW, NOW + 600],
  );
  let draws = 0;
  const draw = (): Hex => {
    draws += 1;
    return toHex(6 + draws, { size: 32 });
  };

  expect((await insert(2, draw)).code).not.toBe(taken);
  expect(draws).toBe(2);
  await opened.store.query('delete from terminals');
});

it('may be had again once the other request is answered', async () => {
  await insert(1);
  const taken = userCodeOf(`0x${idOf(2)}`, toHex(7, { size: 32 }));
  await opened.store.query(`update requests set code = $1, state = 'refused'`, [taken]);

  expect((await insert(2, () => toHex(7, { size: 32 }))).code).toBe(taken);
});

it('is kept by the store itself: two open requests of one code cannot be', async () => {
  await insert(1);
  await insert(2);

  const both = opened.store.query(`update requests set code = 'BARD-0000-0000'`);

  await expect(both).rejects.toThrow(/requests_code/);
});

it('comes back with a request that had to make room', async () => {
  const first = await insert(0);
  for (let number = 1; number < 40; number += 1) await insert(number);
  await expect(requestRow(opened.store, idOf(0))).rejects.toThrow('made room');

  const back = await insert(0);

  expect([back.code, back.code_nonce]).toEqual([first.code, first.code_nonce]);
});
