// EIP-3009: a payment by signature that anybody may hand in (x402 settles with it), in both forms that USDC
// takes. Said where the payer or the payee is a Golem, and where the owner's own account pays.
import type { Address, Hex } from 'viem';
import { sameAddress } from '../chain/addresses';
import type { Call } from '../chain/call';
import { dateWords } from '../chain/time';
import { address, type Finding, titled, words } from '../findings/finding';
import { moneyWords } from '../findings/money';
import { firstGolem, isKnownParty, titleName } from '../findings/parties';
import type { Scene } from '../findings/scene';
import { type Decoder, type FunctionReader, functionReader } from './decoder';
import { explainTransfer } from './erc20-words';

const PAYMENT =
  'address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce';
const CANCELLED = 'address authorizer, bytes32 nonce';
const SPLIT = 'uint8 v, bytes32 r, bytes32 s';
const WHOLE = 'bytes signature';

export const eip3009: Decoder = {
  contract: 'EIP-3009',
  functions: [
    payment('0xe3ee160e', `transferWithAuthorization(${PAYMENT}, ${SPLIT})`),
    payment('0xcf092995', `transferWithAuthorization(${PAYMENT}, ${WHOLE})`),
    payment('0xef55bec6', `receiveWithAuthorization(${PAYMENT}, ${SPLIT})`),
    payment('0x88b7ab63', `receiveWithAuthorization(${PAYMENT}, ${WHOLE})`),
    cancellation('0x5a049a70', `cancelAuthorization(${CANCELLED}, ${SPLIT})`),
    cancellation('0xb7b72899', `cancelAuthorization(${CANCELLED}, ${WHOLE})`),
  ],
};

type Payment = { payer: Address; to: Address; amount: bigint; before: bigint };

function payment(selector: Hex, text: string): FunctionReader {
  return functionReader(selector, text, {
    effects: (values, call) => {
      const { payer, to, amount } = paymentOf(values as readonly unknown[]);
      return call.to ? [{ kind: 'pays', payer, token: call.to, amount, to }] : [];
    },
    explain: (values, call, scene) =>
      explainPayment(paymentOf(values as readonly unknown[]), call, scene),
  });
}

function cancellation(selector: Hex, text: string): FunctionReader {
  return functionReader(selector, text, {
    explain: (values, call, scene) => {
      const found = firstGolem(scene, [paymentOf(values as readonly unknown[]).payer]);
      if (!found) return [];
      const title = `Voids a signed payment of ${titleName(found.golem)}'s ${found.role}`;
      const lines = ['Other payments it signed, and all permissions, stay as they are.'];
      return [{ level: 'info', title, lines, facts: [address('Token', call.to ?? '')] }];
    },
  });
}

/** The values follow the parameters written above, in their order. */
function paymentOf(values: readonly unknown[]): Payment {
  const [payer, to, amount, , before] = values as [Address, Address, bigint, bigint, bigint];
  return { payer, to, amount, before };
}

function explainPayment(paid: Payment, call: Call, scene: Scene): Finding[] {
  const { payer, to, amount, before } = paid;
  const golem = firstGolem(scene, [payer]);
  const own = sameAddress(payer, scene.watched?.owner);
  if (!golem && !own) return explainTransfer(call, scene, { payer, to, amount });
  const who = golem ? `${titleName(golem.golem)}'s ${golem.role}` : 'your account';
  const money = call.to ? moneyWords(call.chainId, call.to, amount) : '';
  const facts = [
    words('Amount', money),
    address('Paid by', payer),
    address('Goes to', to),
    words('Signed until', dateWords(before)),
  ];
  return [
    {
      level: isKnownParty(scene, call, to) ? 'info' : 'warning',
      title: titled(
        `Collects ${money} from ${who} by its signature`,
        `Collects a signed payment from ${who}`,
      ),
      lines: ['Anybody may hand in a payment that its account has signed; it counts once.'],
      facts,
    },
    ...(golem ? [] : explainTransfer(call, scene, { payer, to, amount })),
  ];
}
