// ERC-20 transfers and approvals. Said only where a Golem of this owner is on either side:
// MetaMask already shows plain token moves.
import type { Address } from 'viem';
import { tokenOf } from '../chain/addresses';
import { amountUp } from '../chain/amounts';
import { address, type Finding, words } from '../insight/finding';
import { golemAt, type Scene } from '../insight/scene';
import { nameOf } from '../protocol/status';
import { type Call, type Decoder, functionReader } from './decoder';

/** At or above this an allowance is unlimited for every real token. */
const UNLIMITED = 2n ** 128n;

export const erc20: Decoder = {
  contract: 'ERC-20',
  functions: [
    functionReader({
      selector: '0xa9059cbb',
      signature: 'transfer(address,uint256)',
      params: [
        { name: 'to', type: 'address' },
        { name: 'amount', type: 'uint256' },
      ],
      explain: ([to, amount], call, scene) => explainTransfer(call, scene, to, amount),
    }),
    functionReader({
      selector: '0x23b872dd',
      signature: 'transferFrom(address,address,uint256)',
      params: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'amount', type: 'uint256' },
      ],
      explain: ([, to, amount], call, scene) => explainTransfer(call, scene, to, amount),
    }),
    functionReader({
      selector: '0x095ea7b3',
      signature: 'approve(address,uint256)',
      params: [
        { name: 'spender', type: 'address' },
        { name: 'amount', type: 'uint256' },
      ],
      explain: ([spender, amount], call, scene) => explainApproval(call, scene, spender, amount),
    }),
    functionReader({
      selector: '0x39509351',
      signature: 'increaseAllowance(address,uint256)',
      params: [
        { name: 'spender', type: 'address' },
        { name: 'addedValue', type: 'uint256' },
      ],
      explain: ([spender, added], call, scene) => explainApproval(call, scene, spender, added),
    }),
  ],
};

function explainTransfer(call: Call, scene: Scene, to: Address, amount: bigint): Finding[] {
  const found = golemAt(scene, to);
  if (!found) return [];
  const name = nameOf(found.golem);
  return [
    {
      level: 'warning',
      title: `Sends tokens to ${name}'s ${found.role}, outside its runway`,
      lines: [
        `No daily cap or expiry binds what is sent directly: ${name}'s key alone decides over it.`,
      ],
      facts: [words('Amount', tokenAmount(call, amount)), address(`${name}'s ${found.role}`, to)],
    },
  ];
}

function explainApproval(call: Call, scene: Scene, spender: Address, amount: bigint): Finding[] {
  const found = golemAt(scene, spender);
  if (!found) return [];
  const name = nameOf(found.golem);
  const facts = [
    words('Allowance', tokenAmount(call, amount)),
    address(`${name}'s ${found.role}`, spender),
  ];
  if (amount === 0n) {
    return [{ level: 'info', title: `Ends ${name}'s token allowance`, lines: [], facts }];
  }
  return [
    {
      level: 'critical',
      title: `Lets ${name} take tokens with no daily cap and no expiry`,
      lines: ['An allowance bypasses the runway: its limits, phases and end do not apply to it.'],
      facts,
    },
  ];
}

/** The amount in the token's own words where we know its decimals ourselves, else base units. */
export function tokenAmount(call: Pick<Call, 'chainId' | 'to'>, amount: bigint): string {
  const token = call.to ? tokenOf(call.chainId, call.to) : null;
  if (amount >= UNLIMITED) return token ? `unlimited ${token.symbol}` : 'unlimited';
  if (token) return `${amountUp(amount, token.decimals)} ${token.symbol}`;
  return `${amount} base units of a token Bardo does not know`;
}
