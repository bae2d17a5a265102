// Native money sent along with a call: gas for a Golem is normal, but it is said whose key gets it.
import { nativeWords } from '../caveats/budget-words';
import { chainName } from '../chain/addresses';
import type { Call } from '../decoders/decoder';
import { isOnlySuffix } from '../decoders/suffix';
import { address, type Finding, words } from '../findings/finding';
import { keyHolder, type Scene, shortName } from '../findings/scene';

export function nativeTransferFindings(call: Call, scene: Scene): Finding[] {
  if (call.value === 0n || call.to === null) return [];
  const found = keyHolder(scene, call.to);
  if (!found) return [];
  const name = shortName(found.golem);
  const plain = call.data === '0x' || isOnlySuffix(call.data);
  const here = found.golem.chainId === scene.chainId;
  const facts = [
    words('Amount', nativeWords(scene.chainId)(call.value)),
    address(`${name}'s ${found.role}`, call.to),
  ];
  if (found.role === 'session key' && plain && here) {
    const lines = [`${name}'s session key alone decides over what is sent to it.`];
    return [{ level: 'info', title: `Gas money for ${name}`, lines, facts }];
  }
  return [
    {
      level: 'warning',
      title: here
        ? `Sends money to ${name}'s ${found.role}`
        : `Money for ${name}'s key on another chain than its own`,
      lines: [
        ...(here ? [] : [`${name} lives on ${chainName(found.golem.chainId)}.`]),
        ...(found.role === 'guardian' ? [STUCK] : []),
        ...(found.role === 'session key' && !plain ? [IGNORED] : []),
      ],
      facts,
    },
  ];
}

const STUCK =
  'A guardian key lives inside Bardo and sends no transactions: money sent to it is stuck.';
const IGNORED = 'The call carries data that a plain key ignores.';
