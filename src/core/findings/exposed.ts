// An allowance over somebody's tokens for an address that is no Golem. Said where the tokens are a Golem's,
// or the owner's by a signature handed in: an approval that the owner sends itself, MetaMask explains.

import type { Level } from '../caveats/level';
import { sameAddress } from '../chain/addresses';
import { UNLIMITED } from '../chain/money';
import type { Allowance } from './effect';
import { address, type Fact, type Finding, words } from './finding';
import { allowanceTitle, knownSpender, moneyWords, spenderWords } from './money';
import { titleName } from './parties';
import { keyHolder, type Scene } from './scene';

type Exposure = Omit<Allowance, 'kind'> & {
  /** It is given by the holder's signature, whoever sends the call. */
  signed: boolean;
  more?: readonly Fact[];
};

export function exposureFindings(exposure: Exposure, scene: Scene): Finding[] {
  const { payer, token, amount, to, more = [] } = exposure;
  const holder = holderOf(exposure, scene);
  if (holder === null || keyHolder(scene, to)) return [];
  const { chainId } = scene;
  const facts = [
    words('Allowance', moneyWords(chainId, token, amount)),
    address('Who may take it', to),
    address('Tokens of', payer),
    address('Token', token),
    ...more,
  ];
  if (amount === 0n) {
    const title = `Ends what ${spenderWords(chainId, to)} may take from ${holder}`;
    return [{ level: 'info', title, lines: [], facts }];
  }
  return [
    {
      level: levelOf(exposure, chainId),
      title: allowanceTitle(chainId, exposure, holder),
      lines: ['An allowance stays until it is used up or ended. No runway or lease limits it.'],
      facts,
    },
  ];
}

function holderOf({ payer, signed }: Exposure, scene: Scene): string | null {
  const golem = keyHolder(scene, payer);
  if (golem) return `${titleName(golem.golem)}'s ${golem.role}`;
  return signed && sameAddress(payer, scene.watched?.owner) ? 'your account' : null;
}

function levelOf({ amount, to }: Exposure, chainId: number): Level {
  const unlimited = amount >= UNLIMITED;
  if (knownSpender(chainId, to)) return unlimited ? 'warning' : 'info';
  return unlimited ? 'critical' : 'warning';
}
