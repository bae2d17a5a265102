// The chain between two lives, in one file. anvil would write all of its past there, a megabyte a minute; what a world
// goes on from is its accounts and the last few blocks, without the steps of every call in them, which are most of it.
// Written beside and renamed, so it is never half a chain.
import { renameSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** Half an hour of Base: enough for receipts somebody still waits for, and for any reorganisation. */
export const KEPT_BLOCKS = 900;

type Block = { header: { number: string } };
type Mined = { block_number: number; info: { traces: unknown[] } };
type State = { blocks?: Block[]; transactions?: Mined[] };

/** `dumped`: what `anvil_dumpState` answers. */
export function saveChain(dumped: string, file: string): void {
  const dump = Buffer.from(dumped.slice(2), 'hex');
  const state = JSON.parse(`${gunzipSync(dump)}`) as State;
  writeFileSync(`${file}.new`, JSON.stringify(shortened(state)), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function shortened(state: State): State {
  const { blocks = [], transactions = [] } = state;
  const head = blocks.reduce((most, { header }) => Math.max(most, Number(header.number)), 0);
  const first = head - KEPT_BLOCKS;
  return {
    ...state,
    blocks: blocks.filter(({ header }) => Number(header.number) > first),
    transactions: transactions
      .filter(({ block_number }) => block_number > first)
      .map((one) => ({ ...one, info: { ...one.info, traces: [] } })),
  };
}
