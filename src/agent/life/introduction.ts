// What an agent prints when it starts. Anybody can ask an owner for money under any name: the owner compares the key that the
// Portal and the wallet show with the one that the agent itself printed.
import type { Address } from 'viem';
import { shortHex } from '../../core/chain/addresses';
import type { Golem } from './golem';

export type Introduction = {
  /** The session key's address, in full. */
  key: Address;
  /** The same in short, as the Portal and the wallet write it. */
  code: string;
  /** Where the owner finds the request. */
  link: string;
};

export function introductionOf({ key, plane }: Pick<Golem, 'key' | 'plane'>): Introduction {
  const { address } = key;
  return { key: address, code: shortHex(address), link: `${plane.portal}/` };
}

/** For a terminal or a log. */
export function introduce(golem: Pick<Golem, 'key' | 'plane' | 'name'>): string {
  const { key, code, link } = introductionOf(golem);
  return [
    `${golem.name} asks with the key ${key}`,
    `Code: ${code}`,
    `Answer at ${link} – only if it shows this key.`,
  ].join('\n');
}
