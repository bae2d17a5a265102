// What a token transfer or approval means for the owner's Golems, whichever function makes it. Said only where
// a Golem of this owner is on either side: MetaMask already shows plain token moves.

import type { Address } from 'viem';
import { sameAddress, tokenOf } from '../chain/addresses';
import type { Call } from '../chain/call';
import { tokenAmount as amountOf, STRANGE_TOKEN, UNLIMITED } from '../chain/money';
import { exposureFindings } from '../findings/exposed';
import { address, type Finding, words } from '../findings/finding';
import {
  firstGolem,
  isKnownParty,
  landingLines,
  type Party,
  partyName,
  pastRunway,
  titleName,
} from '../findings/parties';
import type { Scene } from '../findings/scene';
import { nameOf } from '../protocol/status';

export type Transfer = { payer: Address; to: Address; amount: bigint };

export function explainTransfer(call: Call, scene: Scene, transfer: Transfer): Finding[] {
  const { to, amount } = transfer;
  const receiver = firstGolem(scene, [to]);
  if (receiver) return [transferInto(call, receiver, amount)];

  const payer = firstGolem(scene, [transfer.payer]);
  if (!payer) return [];
  return [
    {
      level: 'info',
      title: `Takes tokens out of ${titleName(payer.golem)}'s ${payer.role}`,
      lines: nftLines(call),
      facts: [...partyFacts(call, payer, 'Amount', amount), address('Goes to', to)],
    },
  ];
}

function transferInto(call: Call, receiver: Party, amount: bigint): Finding {
  return {
    level: 'warning',
    title: `Sends tokens to ${titleName(receiver.golem)}'s ${receiver.role}${pastRunway(call)}`,
    lines: [...landingLines(receiver, call), ...nftLines(call)],
    facts: partyFacts(call, receiver, 'Amount', amount),
  };
}

export type Approval = Transfer & {
  label?: string;
  /** Given by the holder's signature, whoever hands it in. */
  signed?: boolean;
};

export function explainApproval(call: Call, scene: Scene, approval: Approval): Finding[] {
  const { payer, to, amount, signed = false, label = 'Allowance' } = approval;
  const found = firstGolem(scene, [to]);
  if (!found) {
    return call.to ? exposureFindings({ payer, to, amount, token: call.to, signed }, scene) : [];
  }
  const facts = [
    ...partyFacts(call, found, label, amount),
    ...(sameAddress(payer, call.from) ? [] : [address('Tokens of', payer)]),
  ];
  if (amount === 0n) {
    const lines = nftLines(call);
    return [{ level: 'info', title: `Ends ${partyName(found)}'s token allowance`, lines, facts }];
  }
  if (!isKnownParty(scene, call, payer)) {
    const lines = ['The tokens belong to an account Bardo does not know as yours.'];
    return [
      { level: 'info', title: `Gives ${partyName(found)} an allowance of others`, lines, facts },
    ];
  }
  const bounds =
    found.role === 'session key' ? ' with no daily cap and no expiry' : ': no cap, no expiry';
  return [
    {
      level: 'critical',
      title: `Lets ${partyName(found)} take tokens${bounds}`,
      lines: [
        'An allowance bypasses the runway. Its limits, phases and end do not apply to it.',
        ...nftLines(call),
      ],
      facts,
    },
  ];
}

export function explainDecrease(
  call: Call,
  scene: Scene,
  spender: Address,
  less: bigint,
): Finding[] {
  const found = firstGolem(scene, [spender]);
  if (!found || less === 0n) return [];
  return [
    {
      level: 'info',
      title: `Lowers ${partyName(found)}'s token allowance`,
      lines: ['What is left of the allowance is still outside the runway.'],
      facts: partyFacts(call, found, 'Lowered by', less),
    },
  ];
}

function partyFacts(call: Call, party: Party, label: string, amount: bigint) {
  return [
    words(label, tokenAmount(call, amount)),
    address(`${nameOf(party.golem)}'s ${party.role}`, party.address),
  ];
}

/** ERC-721 shares these selectors, and there the number is not an amount. */
function nftLines(call: Call): string[] {
  if (call.to && tokenOf(call.chainId, call.to)) return [];
  return ['Bardo does not know this token. If it is an NFT collection, the number names one NFT.'];
}

/** The amount in the token's own words where we know its decimals ourselves, else base units. */
export function tokenAmount(call: { chainId: number; to: string | null }, amount: bigint): string {
  const token = call.to ? tokenOf(call.chainId, call.to) : null;
  if (amount >= UNLIMITED) return token ? `unlimited ${token.symbol}` : 'unlimited';
  return amountOf(token, amount, STRANGE_TOKEN);
}
