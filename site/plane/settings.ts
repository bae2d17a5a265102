// What differs between the places this site is served at. It is no secret: /settings.json beside the page,
// so that one build serves production and the demo world alike.

import { chainName } from '../../src/core/chain/addresses';
import { chainOf } from '../../src/core/chain/known';
import { check } from '../../src/core/protocol/check';
import { ChainId } from '../../src/core/protocol/fields';
import type { Infer } from '../../src/core/protocol/schema';
import { document, list, orAbsent, orNull, text, yesNo } from '../../src/core/protocol/schema';

const Url = text(/^https?:\/\/[A-Za-z0-9.:/_-]{1,200}$/);

const SettingsStruct = document({
  /** Which Snap is Bardo here. */
  snapId: text(/^(npm:[@a-z0-9/._-]{1,200}|local:http:\/\/localhost:\d{2,5})$/),
  /** A version, or a range with ^ or ~. */
  snapVersion: text(/^[\^~]?\d{1,4}\.\d{1,4}\.\d{1,4}$/),
  /** The demo world: what is signed here is valid on the real test chain. */
  demo: yesNo(),
  /** Where knowledge records can be read: a record's page is below it, by owner and id. null = nowhere. */
  knowledge: orAbsent(orNull(Url)),
  /** The first one is where new Golems live. */
  chains: list(
    document({
      chainId: ChainId,
      rpcUrl: Url,
      // Only where it is not what core knows of the chain: a twin has another name, and no explorer.
      name: orAbsent(text(/^[A-Za-z0-9 ()-]{1,40}$/)),
      explorer: orAbsent(orNull(Url)),
    }),
    1,
    16,
  ),
});

export type Settings = Infer<typeof SettingsStruct>;
export type ChainSettings = Settings['chains'][number];

export function parseSettings(input: unknown): Settings {
  const read = check(input, SettingsStruct);
  if (!read.ok) throw new Error(`settings.json: "${read.path.join('.')}" is missing or wrong`);
  return read.value;
}

export function chainSettings(settings: Settings, chainId: number): ChainSettings | null {
  return settings.chains.find((chain) => chain.chainId === chainId) ?? null;
}

/** As this site and the wallet call it. */
export function nameOfChain({ chainId, name }: ChainSettings): string {
  return name ?? chainName(chainId);
}

export function explorerOf({ chainId, explorer }: ChainSettings): string | null {
  return explorer === undefined ? (chainOf(chainId)?.explorer ?? null) : explorer;
}

/** Built here from the id alone: nobody else says where the link leads. */
export function knowledgePage({ knowledge }: Settings, owner: string, id: string): string | null {
  return knowledge ? `${knowledge.replace(/\/$/, '')}/${owner.toLowerCase()}/${id}` : null;
}

/** A transaction's page at the chain's explorer; null where there is none, as in the demo world. */
export function transactionPage(settings: Settings, chainId: number, hash: string): string | null {
  const explorer = explorerAt(settings, chainId);
  return explorer ? `${explorer}/tx/${hash}` : null;
}

export function addressPage(settings: Settings, chainId: number, address: string): string | null {
  const explorer = explorerAt(settings, chainId);
  return explorer ? `${explorer}/address/${address}` : null;
}

function explorerAt(settings: Settings, chainId: number): string | null {
  const chain = chainSettings(settings, chainId);
  return chain && explorerOf(chain);
}
