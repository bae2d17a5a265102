// POST /api/codes: a signed-in owner types what an agent or a terminal has printed. Wrong, foreign, answered and expired are
// one answer: nobody learns which codes there are. A few wrong entries a minute, for each owner and for each network.
import { parseUserCode } from '../../../src/core/protocol/user-code';
import { attempt, type Count } from '../guard/attempts';
import { callerOf, NETWORK } from '../guard/caller';
import type { Call, Handler } from '../plane/plane';
import { demand } from '../plane/problem';
import { one } from '../store/store';
import { askingTerminal, type TerminalRow } from '../terminals/rows';

const OF_OWNER = 6;
const OF_CALLER = 20;
const OF_NETWORK = 60;

export const enterCode: Handler<'enterCode'> = async (call) => {
  const { plane, body, caller, now } = call;
  const code = parseUserCode(body.code);
  const found = await attempt(plane.store, countsOf(call), now, async () => {
    const request = await requestOf(call, code ?? '');
    const terminal = await terminalOf(call, code ?? '');
    return request || terminal ? { request, terminal } : null;
  });
  demand(
    found,
    'not_found',
    'Nothing of yours waits under this code. Compare it letter by letter.',
  );
  const { request, terminal } = found;
  if (request) return { request: request.id, terminal: null };
  return {
    request: null,
    terminal: terminal && askingTerminal(plane, terminal, caller.peer),
  };
};

function countsOf({ plane, caller }: Call<'enterCode'>): Count[] {
  const from = callerOf(plane.secret, caller.peer);
  return [
    { of: `owner ${caller.owner}`, most: OF_OWNER },
    { of: `caller ${from}`, most: OF_CALLER },
    { of: `network ${from.slice(0, NETWORK)}`, most: OF_NETWORK },
  ];
}

function requestOf({ plane, caller, now }: Call<'enterCode'>, code: string) {
  return one<{ id: string }>(
    plane.store,
    `select id from requests where code = $1 and owner = $2 and state in ('open', 'intended') and deadline > $3`,
    [code, caller.owner, now],
  );
}

/** It is nobody's until somebody approves it. */
function terminalOf({ plane, now }: Call<'enterCode'>, code: string) {
  return one<TerminalRow>(
    plane.store,
    `select * from terminals where code = $1 and state = 'open' and deadline > $2`,
    [code, now],
  );
}
