// ERC-8004 identity registry: an agent's public identity is an NFT whose holder controls its record.
// Registering concerns Bardo at every known registry; the same selectors elsewhere mean little.
import type { Address } from 'viem';
import { base64ToHex } from '../bytes/base64';
import { hexToString } from '../bytes/hex';
import { chainName } from '../chain/addresses';
import type { Call } from '../chain/call';
import { chainOf } from '../chain/known';
import { address, type Fact, type Finding, untrusted, words } from '../findings/finding';
import { actingGolem, firstGolem, isKnownParty, titleName } from '../findings/parties';
import type { Scene } from '../findings/scene';
import { nameOf } from '../protocol/status';
import { type Decoder, functionReader } from './decoder';

/** More metadata entries than this are counted, not listed. */
const LISTED = 4;

export const erc8004: Decoder = {
  contract: 'ERC-8004 IdentityRegistry',
  targets: registriesOn,
  functions: [
    functionReader('0x1aa3a008', 'register()', {
      explain: (_values, call, scene) => explainRegister(call, scene, { facts: [] }),
    }),
    functionReader('0xf2c298be', 'register(string agentURI)', {
      explain: ([uri], call, scene) =>
        explainRegister(call, scene, { facts: [fileFact('Agent file', uri)] }),
    }),
    functionReader(
      '0x8ea42286',
      'register(string agentURI, (string metadataKey, bytes metadataValue)[] metadata)',
      {
        explain: ([uri, metadata], call, scene) =>
          explainRegister(call, scene, {
            facts: [fileFact('Agent file', uri), ...metadataFacts(metadata)],
            onlyErc8004: true,
          }),
      },
    ),
    functionReader('0x0af28bd3', 'setAgentURI(uint256 agentId, string newURI)', {
      explain: ([id, uri], call) =>
        atRegistry(call, `Changes the public file of agent identity ${idWords(id)}`, [
          fileFact('New agent file', uri),
        ]),
    }),
    functionReader(
      '0x466648da',
      'setMetadata(uint256 agentId, string metadataKey, bytes metadataValue)',
      {
        explain: ([id, key], call) =>
          atRegistry(call, `Changes public metadata of agent identity ${idWords(id)}`, [
            untrusted('Metadata entry', key),
          ]),
      },
    ),
    functionReader(
      '0x2d1ef5ae',
      'setAgentWallet(uint256 agentId, address newWallet, uint256 deadline, bytes signature)',
      { explain: ([id, wallet], call, scene) => explainWallet(call, scene, id, wallet) },
    ),
    functionReader('0x3fddcf19', 'unsetAgentWallet(uint256 agentId)', {
      explain: ([id], call) =>
        atRegistry(call, `Removes the wallet of agent identity ${idWords(id)}`, []),
    }),
  ],
};

export function registriesOn(chainId: number): readonly Address[] {
  const registry = chainOf(chainId)?.agents;
  return registry ? [registry] : [];
}

function isRegistry(call: Call): boolean {
  return registriesOn(call.chainId).some((one) => one === call.to?.toLowerCase());
}

type Registration = {
  facts: readonly Fact[];
  /** No other known contract has this function: the selector alone shows what is meant. */
  onlyErc8004?: boolean;
};

function explainRegister(call: Call, scene: Scene, registration: Registration): Finding[] {
  if (!isRegistry(call)) return elsewhere(call, scene, registration);
  const actor = firstGolem(scene, [call.from]);
  const facts = [
    address('Holder and agent wallet', call.from),
    ...registration.facts,
    ...registryFacts(call),
  ];
  const publicLine = `Anyone can read on ${chainName(call.chainId)} that this account holds it.`;
  if (!actor) {
    const title = 'Registers an on-chain identity held by this account';
    return [{ level: 'info', title, lines: [publicLine], facts }];
  }
  return [
    {
      level: 'warning',
      title: `Registers an on-chain identity of ${titleName(actor.golem)}'s ${actor.role}`,
      lines: [
        `${nameOf(actor.golem)}'s key is replaced and destroyed in time; the identity stays with it.`,
        publicLine,
      ],
      facts,
    },
  ];
}

/** `register` is a common word: at an unknown contract it is said only when it concerns a Golem. */
function elsewhere(call: Call, scene: Scene, registration: Registration): Finding[] {
  const actor = actingGolem(scene, call);
  const hasGolems = (scene.watched?.golems.length ?? 0) > 0;
  if (!actor && !(registration.onlyErc8004 && hasGolems)) return [];
  return [
    {
      level: 'warning',
      title: actor
        ? `${titleName(actor.golem)} registers at a contract Bardo does not know`
        : 'Registers an agent identity at a contract Bardo does not know',
      lines: ['It is not an ERC-8004 identity registry on record: others may not look there.'],
      facts: [...registration.facts, address('Contract', call.to ?? '')],
    },
  ];
}

const INLINE = 'data:application/json;base64,';

/** A file that the registry holds whole is shown as it reads; any other by its address. */
function fileFact(label: string, uri: string): Fact {
  const file = uri.startsWith(INLINE) ? base64ToHex(uri.slice(INLINE.length)) : null;
  return untrusted(`${label} (its own words)`, file ? hexToString(file) : uri);
}

function metadataFacts(metadata: readonly { metadataKey: string }[]): Fact[] {
  const more = metadata.length - LISTED;
  return [
    ...metadata.slice(0, LISTED).map(({ metadataKey }) => untrusted('Metadata entry', metadataKey)),
    ...(more > 0 ? [words('Not listed', `${more} more entries`)] : []),
  ];
}

function explainWallet(call: Call, scene: Scene, id: bigint, wallet: Address): Finding[] {
  const facts = [address('New agent wallet', wallet)];
  const title = `Changes the wallet of agent identity ${idWords(id)}`;
  if (isKnownParty(scene, call, wallet)) return atRegistry(call, title, facts);
  return atRegistry(call, title, facts).map((finding) => ({
    ...finding,
    level: 'warning',
    lines: ['What is paid to the agent goes to an address Bardo does not know as yours.'],
  }));
}

function atRegistry(call: Call, title: string, facts: readonly Fact[]): Finding[] {
  if (!isRegistry(call)) return [];
  return [{ level: 'info', title, lines: [], facts: [...facts, ...registryFacts(call)] }];
}

function registryFacts(call: Call): Fact[] {
  return [address('Registry', call.to ?? '')];
}

/** Real ids are small counts; anything longer would only break the title. */
export function idWords(id: bigint): string {
  return id < 10n ** 12n ? `${id}` : 'with a very long number';
}
