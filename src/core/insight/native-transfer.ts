// Native money sent along with a call: gas for a Golem is normal, but it is said whose key gets it.
import { amountUp } from '../chain/amounts';
import type { Call } from '../decoders/decoder';
import { nameOf } from '../protocol/status';
import { address, type Finding, words } from './finding';
import { golemAt, type Scene } from './scene';

export function nativeTransferFindings(call: Call, scene: Scene): Finding[] {
  if (call.value === 0n || call.to === null) return [];
  const found = golemAt(scene, call.to);
  if (!found) return [];
  const name = nameOf(found.golem);
  const amount = words('Amount', `${amountUp(call.value, 18)} of the native token`);
  if (found.role === 'session key' && call.data === '0x') {
    return [
      {
        level: 'info',
        title: `Gas money for ${name}`,
        lines: [`${name}'s session key alone decides over what is sent to it.`],
        facts: [amount, address(`${name}'s session key`, call.to)],
      },
    ];
  }
  return [
    {
      level: 'warning',
      title: `Sends money to ${name}'s ${found.role}`,
      lines: [
        found.role === 'guardian'
          ? 'A guardian key lives inside Bardo and sends no transactions: money sent to it is stuck.'
          : 'The call carries data that a plain key ignores.',
      ],
      facts: [amount, address(`${name}'s ${found.role}`, call.to)],
    },
  ];
}
