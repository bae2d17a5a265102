// NFTs (ERC-721) and their relatives with amounts (ERC-1155): transfers that only they have, and the operator
// who may move all of them. Said where a Golem is on either side; the rest is counted with the whole.
import type { Address } from 'viem';
import type { Call } from '../chain/call';
import { address, type Finding } from '../findings/finding';
import { firstGolem, landingLines, partyName, pastRunway, titleName } from '../findings/parties';
import type { Scene } from '../findings/scene';
import { type Decoder, functionReader } from './decoder';

/** An operator moves everything there is, also what comes later. */
const ALL = 2n ** 256n - 1n;

const PARTIES = 'address from, address to';

export const nft: Decoder = {
  contract: 'NFT',
  functions: [
    functionReader('0x42842e0e', `safeTransferFrom(${PARTIES}, uint256 tokenId)`, {
      effects: ([payer, to, amount], call) => moved(call, payer, to, amount),
      explain: ([from, to], call, scene) => explainMove(call, scene, from, to),
    }),
    functionReader('0xb88d4fde', `safeTransferFrom(${PARTIES}, uint256 tokenId, bytes data)`, {
      effects: ([payer, to, amount], call) => moved(call, payer, to, amount),
      explain: ([from, to], call, scene) => explainMove(call, scene, from, to),
    }),
    functionReader(
      '0xf242432a',
      `safeTransferFrom(${PARTIES}, uint256 id, uint256 amount, bytes data)`,
      {
        effects: ([payer, to, , amount], call) => moved(call, payer, to, amount),
        explain: ([from, to], call, scene) => explainMove(call, scene, from, to),
      },
    ),
    functionReader(
      '0x2eb2c2d6',
      `safeBatchTransferFrom(${PARTIES}, uint256[] ids, uint256[] amounts, bytes data)`,
      {
        effects: ([payer, to, , amounts], call) =>
          amounts.flatMap((amount) => moved(call, payer, to, amount)),
        explain: ([from, to], call, scene) => explainMove(call, scene, from, to),
      },
    ),
    functionReader('0xa22cb465', 'setApprovalForAll(address operator, bool approved)', {
      effects: ([to, approved], { from, to: token }) =>
        token ? [{ kind: 'allows', payer: from, token, amount: approved ? ALL : 0n, to }] : [],
      explain: ([operator, approved], call, scene) =>
        explainOperator(call, scene, operator, approved),
    }),
  ],
};

function moved({ to: token }: Call, payer: Address, to: Address, amount: bigint) {
  return token ? [{ kind: 'pays' as const, payer, token, amount, to }] : [];
}

function explainMove(call: Call, scene: Scene, from: Address, to: Address): Finding[] {
  const facts = [address('Collection', call.to ?? ''), address('Goes to', to)];
  const receiver = firstGolem(scene, [to]);
  if (receiver) {
    const title = `Sends NFTs to ${titleName(receiver.golem)}'s ${receiver.role}${pastRunway(call)}`;
    return [{ level: 'warning', title, lines: landingLines(receiver, call), facts }];
  }
  const payer = firstGolem(scene, [from]);
  if (!payer) return [];
  const title = `Takes NFTs out of ${titleName(payer.golem)}'s ${payer.role}`;
  return [{ level: 'info', title, lines: [], facts }];
}

function explainOperator(
  call: Call,
  scene: Scene,
  operator: Address,
  approved: boolean,
): Finding[] {
  const facts = [address('Collection', call.to ?? ''), address('Who may move them', operator)];
  const found = firstGolem(scene, [operator]);
  if (found && !approved) {
    const title = `Ends what ${partyName(found)} may move of a collection`;
    return [{ level: 'info', title, lines: [], facts }];
  }
  if (found) {
    const title = `Lets ${partyName(found)} move every NFT of a collection`;
    const lines = ['It also covers what you receive later. No daily cap or expiry limits it.'];
    return [{ level: 'critical', title, lines, facts }];
  }
  const holder = firstGolem(scene, [call.from]);
  if (!holder || !approved) return [];
  const title = `Lets another move every NFT of ${titleName(holder.golem)}'s ${holder.role}`;
  return [{ level: 'critical', title, lines: [], facts }];
}
