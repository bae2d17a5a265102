// ERC-4626 vaults: deposit, mint, withdraw, redeem. Read anywhere, said only where one of the owner's
// Golems takes part or the owner's account acts through a delegation. Amounts stay base units: which
// asset a vault holds is not in the call.

import type { Address, Hex } from 'viem';
import { sameAddress } from '../chain/addresses';
import type { Call } from '../chain/call';
import { tokenAmount, UNLIMITED } from '../chain/money';
import { address, type Fact, type Finding, words } from '../findings/finding';
import {
  actingGolem,
  firstGolem,
  inOwnersName,
  isKnownParty,
  landingLines,
  type Party,
  pastRunway,
  titleName,
} from '../findings/parties';
import type { Scene } from '../findings/scene';
import { nameOf } from '../protocol/status';
import { type Decoder, type FunctionReader, functionReader, type Values } from './decoder';

type Move = {
  way: 'in' | 'out';
  /** What `amount` counts: the vault's asset or its shares. */
  unit: 'assets' | 'shares';
  amount: bigint;
  receiver: Address;
  /** Whose shares are burned; on the way in, the payer. */
  holder: Address;
};

export const erc4626: Decoder = {
  contract: 'ERC-4626',
  functions: [
    mover(
      '0x6e553f65',
      'deposit(uint256 assets, address receiver)',
      ([amount, receiver], call) => ({
        way: 'in',
        unit: 'assets',
        amount,
        receiver,
        holder: call.from,
      }),
    ),
    mover('0x94bf804d', 'mint(uint256 shares, address receiver)', ([amount, receiver], call) => ({
      way: 'in',
      unit: 'shares',
      amount,
      receiver,
      holder: call.from,
    })),
    mover(
      '0xb460af94',
      'withdraw(uint256 assets, address receiver, address owner)',
      ([amount, receiver, holder]) => ({ way: 'out', unit: 'assets', amount, receiver, holder }),
    ),
    mover(
      '0xba087652',
      'redeem(uint256 shares, address receiver, address owner)',
      ([amount, receiver, holder]) => ({ way: 'out', unit: 'shares', amount, receiver, holder }),
    ),
  ],
};

/** What the holder pays for and another receives has left the holder, in units of the vault. */
function mover<const Text extends string>(
  selector: Hex,
  text: Text,
  read: (values: Values<Text>, call: Call) => Move,
): FunctionReader {
  return functionReader(selector, text, {
    effects: (values, call) => {
      const { holder, receiver, amount } = read(values, call);
      if (call.to === null || sameAddress(holder, receiver)) return [];
      return [{ kind: 'pays', payer: holder, token: call.to, amount, to: receiver }];
    },
    explain: (values, call, scene) => explainMove(call, scene, read(values, call)),
  });
}

function explainMove(call: Call, scene: Scene, move: Move): Finding[] {
  const receiver = firstGolem(scene, [move.receiver]);
  const actor = actingGolem(scene, call) ?? firstGolem(scene, [move.holder]);
  if (!receiver && !actor && !inOwnersName(scene, call)) return [];

  const facts = moveFacts(call, scene, move);
  if (!isKnownParty(scene, call, move.receiver)) return [toStranger(move, facts)];
  if (receiver && !sameAddress(move.holder, move.receiver)) {
    return [toGolem(call, move, receiver, facts)];
  }
  return actor ? [byGolem(move, actor, facts)] : [];
}

function toStranger(move: Move, facts: Fact[]): Finding {
  const what = move.way === 'in' ? 'Vault shares go' : 'Vault payout goes';
  return {
    level: 'warning',
    title: `${what} to an address Bardo does not know as yours`,
    lines: ['The holder of that address owns what this call pays for. Check it before signing.'],
    facts,
  };
}

function toGolem(call: Call, move: Move, receiver: Party, facts: Fact[]): Finding {
  const what = move.way === 'in' ? 'Vault shares' : 'Vault payout';
  return {
    level: 'warning',
    title: `${what} to ${titleName(receiver.golem)}'s ${receiver.role}${pastRunway(call)}`,
    lines: landingLines(receiver, call),
    facts,
  };
}

function byGolem(move: Move, actor: Party, facts: Fact[]): Finding {
  const name = titleName(actor.golem);
  return {
    level: 'info',
    title:
      move.way === 'in' ? `${name} puts money into a vault` : `${name} takes money out of a vault`,
    lines: ['Bardo does not know this vault: who runs it and what it holds are not in the call.'],
    facts: [...facts, words('Policy tier', `${actor.golem.policyTier}`)],
  };
}

function moveFacts(call: Call, scene: Scene, move: Move): Fact[] {
  return [
    words('Amount', moveWords(move)),
    address(roleLabel(scene, call, move.receiver, 'Receiver'), move.receiver),
    address(move.way === 'in' ? 'Payer' : 'Share owner', move.holder),
    address('Vault', call.to ?? ''),
  ];
}

function moveWords({ unit, amount }: Move): string {
  const what = unit === 'assets' ? "the vault's asset" : 'vault shares';
  return amount >= UNLIMITED ? `unlimited ${what}` : tokenAmount(null, amount, what);
}

function roleLabel(scene: Scene, call: Call, who: Address, label: string): string {
  const golem = firstGolem(scene, [who]);
  if (golem) return `${label} (${nameOf(golem.golem)}'s ${golem.role})`;
  return sameAddress(who, call.from) ? `${label} (the executing account)` : label;
}
