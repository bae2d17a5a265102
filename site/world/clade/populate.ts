// Brings the Golems into the world: the demo owner's own clade, and newborns for everybody who signs in.

import { connectChain } from '../../../src/agent/chain/chain';
import type { Running } from '../../api/start';
import type { Chain } from '../chain/chain';
import type { DemoWallet } from '../wallet/app/demo-wallet';
import { type Clade, demoOwnerAccount, startClade } from './clade';
import { worldGuardians } from './guardians';
import type { Living } from './living';
import { type Newcomers, welcomeNewcomers } from './newcomers';
import { type OwnerDesk, openDesk } from './owner';
import { openPurse } from './purse';
import { snapGuardian } from './snap-guardian';

type Ground = {
  portal: string;
  chain: Chain;
  plane: Running;
  /** Its Snap is the guardian, if there is one. */
  wallet: Pick<DemoWallet, 'snap'> | null;
  golems: string;
  beatSeconds: number;
  pace?: number;
  say: (line: string) => void;
};

export type Population = {
  /** Resolves when the demo owner's Golems are born. */
  born: Promise<Clade>;
  stop: () => Promise<void>;
};

export function populate({ portal, chain, plane, wallet, ...rest }: Ground): Population {
  const link = connectChain({ rpcUrl: chain.rpcUrl, chainId: chain.chainId });
  const purse = openPurse(chain, link);
  const bedtime = new AbortController();
  const living: Living[] = [];
  const place = { portal, link, purse, pace: 1, ...rest, asleep: bedtime.signal };
  const account = demoOwnerAccount();
  const guardian = wallet
    ? snapGuardian(
        wallet.snap.request,
        async () => (await desk.ask('watchToken', { body: {} })).token,
      )
    : worldGuardians(chain.rpcUrl);
  const desk: OwnerDesk = openDesk({ portal, chain, link, account, guardian });
  const born = startClade(place, desk, living);
  let newcomers: Newcomers | null = null;
  born.then(
    () => {
      if (place.asleep.aborted) return;
      newcomers = welcomeNewcomers(place, plane.plane.store, [account.address]);
    },
    (error) => {
      if (!place.asleep.aborted) rest.say(`The clade could not be born: ${error.message}`);
    },
  );
  return {
    born,
    stop: async () => {
      bedtime.abort();
      await newcomers?.stop();
      await Promise.all(living.map(({ rest }) => rest()));
    },
  };
}
