// ERC-20 transfers and approvals. Said only where a Golem of this owner is on either side:
// MetaMask already shows plain token moves.
import type { Address } from 'viem';
import { sameAddress, tokenOf } from '../chain/addresses';
import { amountUp } from '../chain/amounts';
import { address, type Finding, words } from '../findings/finding';
import {
  firstGolem,
  isKnownParty,
  landingLines,
  type Party,
  partyName,
  pastRunway,
  titleName,
  UNLIMITED,
} from '../findings/parties';
import type { Scene } from '../findings/scene';
import { nameOf } from '../protocol/status';
import { type Call, type Decoder, functionReader } from './decoder';

export const erc20: Decoder = {
  contract: 'ERC-20',
  functions: [
    functionReader('0xa9059cbb', 'transfer(address to, uint256 amount)', {
      explain: ([to, amount], call, scene) =>
        explainTransfer(call, scene, { from: call.from, to, amount }),
    }),
    functionReader('0x23b872dd', 'transferFrom(address from, address to, uint256 amount)', {
      explain: ([from, to, amount], call, scene) =>
        explainTransfer(call, scene, { from, to, amount }),
    }),
    functionReader('0x095ea7b3', 'approve(address spender, uint256 amount)', {
      explain: ([spender, amount], call, scene) =>
        explainApproval(call, scene, { payer: call.from, spender, amount }),
    }),
    functionReader(
      '0xd505accf',
      'permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
      {
        explain: ([payer, spender, amount], call, scene) =>
          explainApproval(call, scene, { payer, spender, amount }),
      },
    ),
    functionReader('0x39509351', 'increaseAllowance(address spender, uint256 addedValue)', {
      // Adding nothing changes nothing; it does not end what was allowed before.
      explain: ([spender, added], call, scene) =>
        added === 0n
          ? []
          : explainApproval(call, scene, {
              payer: call.from,
              spender,
              amount: added,
              label: 'Allowance raised by',
            }),
    }),
    functionReader('0xa457c2d7', 'decreaseAllowance(address spender, uint256 subtractedValue)', {
      explain: ([spender, less], call, scene) => explainDecrease(call, scene, spender, less),
    }),
  ],
};

function explainTransfer(
  call: Call,
  scene: Scene,
  { from, to, amount }: { from: Address; to: Address; amount: bigint },
): Finding[] {
  const receiver = firstGolem(scene, [to]);
  if (receiver) return [transferInto(call, receiver, amount)];

  const payer = firstGolem(scene, [from]);
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

type Approval = { payer: Address; spender: Address; amount: bigint; label?: string };

function explainApproval(call: Call, scene: Scene, approval: Approval): Finding[] {
  const { payer, spender, amount, label = 'Allowance' } = approval;
  const found = firstGolem(scene, [spender]);
  if (!found) return [];
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
        'An allowance bypasses the runway: its limits, phases and end do not apply to it.',
        ...nftLines(call),
      ],
      facts,
    },
  ];
}

function explainDecrease(call: Call, scene: Scene, spender: Address, less: bigint): Finding[] {
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
export function tokenAmount(call: Pick<Call, 'chainId' | 'to'>, amount: bigint): string {
  const token = call.to ? tokenOf(call.chainId, call.to) : null;
  if (amount >= UNLIMITED) return token ? `unlimited ${token.symbol}` : 'unlimited';
  if (token) return `${amountUp(amount, token.decimals)} ${token.symbol}`;
  return `${amount} base units of a token Bardo does not know`;
}
