// x402 payments: an EIP-3009 authorisation that whoever receives it may hand in to move USDC once.
// Said for payments to a Golem's key and for those the Portal asks for; the rest is not ours.
import { abiParameters } from '../bytes/abi-text';
import { sameAddress, shortHex, tokenOf } from '../chain/addresses';
import { dateWords } from '../chain/time';
import { tokenAmount } from '../decoders/erc20-words';
import { address, type Finding, MAX_TITLE, titled, words } from '../findings/finding';
import { type KeyHolder, keyHolder, shortName } from '../findings/scene';
import { addressFact, fromPortal, type PortalScene, type Reader, readStandard } from './reader';
import type { TypedMessage } from './typed-message';
import { argsOf, type TypedStruct } from './typed-values';

const AUTHORIZATION = abiParameters(
  'address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce',
);
const KINDS = ['TransferWithAuthorization', 'ReceiveWithAuthorization'];

export const x402Reader: Reader = {
  contract: 'EIP-3009',
  recognises: (typed) => KINDS.includes(typed.primaryType),
  read: (typed) => ({
    name: typed.primaryType,
    args: argsOf(typed),
    explain: (scene) => explainPayment(typed, scene),
  }),
};

type Payment = { from: string; to: string; value: bigint; after: bigint; before: bigint };

function explainPayment(typed: TypedMessage, scene: PortalScene): Finding[] {
  const reading = readStandard(typed, { [typed.primaryType]: AUTHORIZATION });
  if (!reading.ok) {
    return [
      {
        level: 'warning',
        title: 'Bardo cannot read this payment authorisation',
        lines: [`It can move tokens by signature alone, and ${reading.reason}.`],
        facts: [],
      },
    ];
  }
  const payment = paymentOf(reading.values);
  const holder = keyHolder(scene, payment.to);
  const payer = keyHolder(scene, payment.from);
  if (payer) return [byGolem(typed, payment, payer, scene), ...doubts(payment, scene)];
  if (!holder && !fromPortal(scene)) return [];
  return [explained(typed, payment, holder, scene), ...doubts(payment, scene)];
}

function explained(
  typed: TypedMessage,
  payment: Payment,
  holder: KeyHolder | null,
  scene: PortalScene,
): Finding {
  const token = typed.domain.verifyingContract;
  const { chainId } = scene;
  const amount = tokenAmount({ chainId, to: token ?? null }, payment.value);
  const payee = holder ? `${shortName(holder.golem)}'s ${holder.role}` : shortHex(payment.to);
  const title = `An x402 payment of ${amount} to ${payee}`;
  const known = token !== undefined && tokenOf(chainId, token) !== null;
  return {
    level: holder ? 'warning' : 'info',
    title: title.length <= MAX_TITLE ? title : `An x402 payment to ${payee}`,
    lines: [
      `Moves ${amount} once, valid until ${dateWords(payment.before)}.`,
      ...(holder ? ['It goes to the key directly: no daily cap or expiry binds it there.'] : []),
      ...(known ? [] : ['Bardo does not know this token, whatever the message calls it.']),
    ],
    facts: [
      words('Amount', amount),
      address(holder ? payee : 'Pays', payment.to),
      ...(token === undefined ? [] : [addressFact('Token', token)]),
      words('Valid until', dateWords(payment.before)),
    ],
  };
}

/** The Golem's own tokens leave its key, wherever they go. */
function byGolem(
  typed: TypedMessage,
  payment: Payment,
  { golem, role }: KeyHolder,
  scene: PortalScene,
): Finding {
  const token = typed.domain.verifyingContract;
  const to = token ?? null;
  const amount = tokenAmount({ chainId: scene.chainId, to }, payment.value);
  const who = `${shortName(golem)}'s ${role}`;
  const known =
    keyHolder(scene, payment.to) !== null || sameAddress(payment.to, scene.watched?.owner);
  return {
    level: known ? 'info' : 'warning',
    title: titled(`A signed payment of ${amount} by ${who}`, `A signed payment by ${who}`),
    lines: [
      `Moves ${amount} once, valid until ${dateWords(payment.before)}.`,
      'Anybody may hand it in once it is signed.',
    ],
    facts: [
      words('Amount', amount),
      address('Paid by', payment.from),
      address('Goes to', payment.to),
      ...(token === undefined ? [] : [addressFact('Token', token)]),
      words('Valid until', dateWords(payment.before)),
    ],
  };
}

function doubts(payment: Payment, scene: PortalScene): Finding[] {
  const { now, signer } = scene;
  const found: string[] = [];
  if (!sameAddress(payment.from, signer)) found.push('It pays from another account than yours');
  if (payment.before <= BigInt(now)) found.push('This payment has expired: nobody can collect it');
  else if (payment.after > BigInt(now)) {
    found.push(`It cannot be collected before ${dateWords(payment.after)}`);
  }
  return found.map((title) => ({ level: 'warning', title, lines: [], facts: [] }));
}

function paymentOf(values: TypedStruct): Payment {
  return {
    from: values.from as string,
    to: values.to as string,
    value: values.value as bigint,
    after: values.validAfter as bigint,
    before: values.validBefore as bigint,
  };
}
