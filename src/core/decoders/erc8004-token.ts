// An ERC-8004 identity is an NFT: whoever holds it, or may move it, controls the agent's public record.
// Only at a known registry; everywhere else the same selectors are an ordinary token's.
import type { Address } from 'viem';
import { sameAddress } from '../chain/addresses';
import type { Call } from '../chain/call';
import { address, type Finding } from '../findings/finding';
import { isKnownParty } from '../findings/parties';
import type { Scene } from '../findings/scene';
import { type Decoder, functionReader } from './decoder';
import { idWords, registriesOn } from './erc8004';

export const erc8004Token: Decoder = {
  contract: 'ERC-8004 identity token',
  targets: registriesOn,
  exclusive: true,
  functions: [
    functionReader('0x23b872dd', 'transferFrom(address from, address to, uint256 agentId)', {
      explain: ([, to, id], call, scene) => [moved(call, scene, to, id)],
    }),
    functionReader('0x42842e0e', 'safeTransferFrom(address from, address to, uint256 agentId)', {
      explain: ([, to, id], call, scene) => [moved(call, scene, to, id)],
    }),
    functionReader(
      '0xb88d4fde',
      'safeTransferFrom(address from, address to, uint256 agentId, bytes data)',
      { explain: ([, to, id], call, scene) => [moved(call, scene, to, id)] },
    ),
    functionReader('0x095ea7b3', 'approve(address to, uint256 agentId)', {
      explain: ([to, id], call) => [
        sameAddress(to, NOBODY)
          ? ended(`Nobody else may move agent identity ${idWords(id)} any more`)
          : opened(`Lets another address move agent identity ${idWords(id)}`, call, to),
      ],
    }),
    functionReader('0xa22cb465', 'setApprovalForAll(address operator, bool approved)', {
      explain: ([operator, approved], call) => [
        approved
          ? opened('Lets another address move all your agent identities', call, operator)
          : ended('Ends an operator of your agent identities'),
      ],
    }),
  ],
};

const NOBODY = '0x0000000000000000000000000000000000000000';

function moved(call: Call, scene: Scene, to: Address, id: bigint): Finding {
  const known = isKnownParty(scene, call, to);
  return {
    level: known ? 'info' : 'warning',
    title: known
      ? `Moves agent identity ${idWords(id)}`
      : `Gives away agent identity ${idWords(id)}`,
    lines: ['Its new holder controls the public record of that agent.'],
    facts: [address(known ? 'New holder' : 'New holder (not known as yours)', to)],
  };
}

function opened(title: string, call: Call, who: Address): Finding {
  return {
    level: 'warning',
    title,
    lines: ['Anyone who moves an identity controls the public record of its agent.'],
    facts: [address('Who may move it', who), address('Registry', call.to ?? '')],
  };
}

function ended(title: string): Finding {
  return { level: 'info', title, lines: [], facts: [] };
}
