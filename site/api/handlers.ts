// Which file answers which route. A route of the protocol without a line here does not compile.
import type { RouteName } from '../../src/core/protocol/api';
import { end } from './agent/endings';
import { heartbeat } from './agent/heartbeats';
import { purpose } from './agent/purposes';
import { replicant } from './agent/replicants';
import { rotate } from './agent/rotations';
import { agentState } from './agent/state';
import {
  addTarget,
  alerts,
  limitSpending,
  pauseTarget,
  removeTarget,
  testTarget,
} from './alerts/alerts';
import { nonce } from './auth/nonce';
import { session, signIn, signOut } from './auth/session';
import { certificate } from './certificates/certificate';
import { enterCode } from './codes/codes';
import { golem, golems, newGolem } from './golems/golem';
import { history } from './golems/history';
import { spending } from './golems/spending';
import { succession } from './golems/succession';
import { grant } from './grants';
import { health } from './health';
import { lease } from './leases';
import { relay } from './orders/relays';
import type { Handler } from './plane/plane';
import { revocation } from './revocations';
import { runwayOutcome } from './runway/outcome';
import { askRunway, intend, refuse, runwayRequest, runwayRequests } from './runway/requests';
import { snapGolems } from './snap/golems';
import { oracle } from './snap/oracle';
import { raise } from './snap/raises';
import { status } from './snap/status';
import { stop } from './snap/stops';
import { approveTerminal, denyTerminal } from './terminals/approval';
import { renewTerminal, terminalToken } from './terminals/sign-in';
import { startTerminal } from './terminals/start';
import { endTerminal, leaveTerminal, terminals } from './terminals/terminals';
import { endTokens, watchToken } from './tokens';

export const HANDLERS: { [R in RouteName]: Handler<R> } = {
  health,
  nonce,
  signIn,
  session,
  signOut,
  startTerminal,
  terminalToken,
  renewTerminal,
  leaveTerminal,
  terminals,
  approveTerminal,
  denyTerminal,
  endTerminal,
  enterCode,
  watchToken,
  endTokens,
  status,
  snapGolems,
  stop,
  raise,
  oracle,
  relay,
  golems,
  newGolem,
  golem,
  history,
  spending,
  succession,
  certificate,
  askRunway,
  runwayRequests,
  runwayRequest,
  runwayOutcome,
  intend,
  refuse,
  grant,
  lease,
  alerts,
  addTarget,
  pauseTarget,
  removeTarget,
  testTarget,
  limitSpending,
  revocation,
  heartbeat,
  agentState,
  rotate,
  replicant,
  purpose,
  end,
};
