// Brings the Golems into the world: the demo owner's own clade, and newborns for everybody who signs in.
import type { Running } from '../../../site/api/start';
import { connectChain } from '../../../src/agent/chain';
import type { Chain } from '../chain';
import { type Clade, demoOwnerAccount, startClade } from './clade';
import { worldGuardians } from './guardians';
import { type Newcomers, welcomeNewcomers } from './newcomers';
import { openDesk } from './owner';
import { openPurse } from './purse';

type Ground = {
  portal: string;
  chain: Chain;
  plane: Running;
  golems: string;
  beatSeconds: number;
  say: (line: string) => void;
};

export type Population = {
  /** Resolves when the demo owner's Golems are born. */
  born: Promise<Clade>;
  stop: () => Promise<void>;
};

export function populate({ portal, chain, plane, ...rest }: Ground): Population {
  const link = connectChain({ rpcUrl: chain.rpcUrl, chainId: chain.chainId });
  const purse = openPurse(chain, link);
  const place = { portal, link, purse, ...rest };
  const account = demoOwnerAccount();
  const guardian = worldGuardians(chain.rpcUrl);
  const desk = openDesk({ portal, chain, link, account, guardian });
  const born = startClade(place, desk);
  let newcomers: Newcomers | null = null;
  born.then(
    () => {
      newcomers = welcomeNewcomers(place, plane.plane.store, [account.address]);
    },
    (error) => rest.say(`The clade could not be born: ${error.message}`),
  );
  return {
    born,
    stop: async () => {
      await newcomers?.stop();
      await born.then(
        (clade) => clade.stop(),
        () => undefined,
      );
    },
  };
}
