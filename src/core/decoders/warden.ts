// Warden: announce an action, wait, then commit or cancel. An owner may run another one than ours, so
// announcing and committing are read wherever they are sent, and every finding says whose contract it is.
// `cancel(bytes32)` is also a timelock's: elsewhere it is nobody's business here.
import type { Hex } from 'viem';
import { sameAddress, shortHex } from '../chain/addresses';
import { BARDO } from '../chain/bardo-addresses.generated';
import type { Call } from '../chain/call';
import { durationWords } from '../chain/time';
import { address, type Fact, type Finding, untrusted, words } from '../findings/finding';
import { type Decoder, functionReader } from './decoder';

/** Beyond this no number of minutes means anything to a person. */
const MAX_SECONDS = 10n * 365n * 86_400n;

/** What Bardo's Warden accepts. */
const MAX_ANNOUNCED = 30n * 86_400n;
const TOO_LONG = "Bardo's Warden refuses a delay of more than 30 days.";

export const warden: Decoder = {
  contract: 'Warden',
  targets: () => [BARDO.warden],
  functions: [
    functionReader('0x303074d2', 'announce(bytes32 actionHash, uint256 delay)', {
      explain: ([actionHash, delay], call) => [announcement(call, actionHash, delay)],
    }),
    functionReader('0xe751f271', 'execute(bytes32 actionHash)', {
      explain: ([actionHash], call) => [commitment(call, actionHash)],
    }),
    functionReader('0xc4d252f5', 'cancel(bytes32 actionHash)', {
      explain: ([actionHash], call) => (isOurs(call) ? [cancellation(call, actionHash)] : []),
    }),
  ],
};

function announcement(call: Call, actionHash: Hex, delay: bigint): Finding {
  const action = shortHex(actionHash);
  return {
    level: 'warning',
    title:
      delay === 0n
        ? 'Warden announcement: no time left to cancel'
        : `Warden announcement: cancel window ${windowWords(delay)}`,
    lines: [
      delay === 0n
        ? `Action ${action} may be committed in the same moment it is announced.`
        : `Action ${action} may be committed once the window is over, unless it is cancelled.`,
      'The call holds only the hash of the action, not what it does.',
      ...(isOurs(call) && delay > MAX_ANNOUNCED ? [TOO_LONG] : []),
    ],
    facts: [words('Delay', delayWords(delay)), ...wardenFacts(call, actionHash)],
  };
}

function commitment(call: Call, actionHash: Hex): Finding {
  return {
    level: 'critical',
    title: `Commits Warden action ${shortHex(actionHash)} if its delay elapsed`,
    lines: [
      'A Warden refuses while the delay still runs; Bardo cannot see from this call whether it does.',
      'It commits the action once the delay has elapsed. The call holds only its hash, not what it does.',
    ],
    facts: wardenFacts(call, actionHash),
  };
}

function cancellation(call: Call, actionHash: Hex): Finding {
  return {
    level: 'info',
    title: `Cancels Warden action ${shortHex(actionHash)}`,
    lines: ['A Warden then refuses to commit this action for the account that cancels it.'],
    facts: wardenFacts(call, actionHash),
  };
}

function wardenFacts(call: Call, actionHash: Hex): Fact[] {
  return [
    untrusted('Action hash', actionHash),
    address('Contract', call.to ?? ''),
    words(
      'Known to Bardo',
      isOurs(call) ? "yes, this is Bardo's Warden" : 'no, this contract is not on its record',
    ),
  ];
}

function isOurs({ to }: Call): boolean {
  return sameAddress(to, BARDO.warden);
}

/** Rounded down: a window is never shown longer than it is. */
function windowWords(delay: bigint): string {
  if (delay > MAX_SECONDS) return 'over 10 years';
  return delay < 60n ? `${delay} s` : `${delay / 60n} min`;
}

function delayWords(delay: bigint): string {
  if (delay > MAX_SECONDS) return 'more than 10 years';
  return `${delay} seconds (${durationWords(Number(delay))})`;
}
