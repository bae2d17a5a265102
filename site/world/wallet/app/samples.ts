// The shelf: transactions and signatures a visitor can open to see what Bardo says. Nothing is ever sent.
import type { Address, Hex } from 'viem';
import { lower } from '../../../../src/core/bytes/hex';
import { usdcOf } from '../../../../src/core/chain/addresses';
import type { GrantEstate } from '../host/granted';
import type { Wallet } from '../host/wallet';
import { confirmSignature } from '../methods/signatures';
import { install } from '../methods/snaps';
import { confirmTransaction } from '../methods/transactions';
import type { SampleView } from '../view';
import {
  announcement,
  bardoMessage,
  batch,
  managerCall,
  openDelegation,
  panicCall,
  THIEF,
} from './sample-messages';

const NEWCOMER = 'newcomer';
const FOREIGN = 'https://free-golems.example';
const SAMPLE = 'A sample from the shelf. Whatever you press, nothing is signed or sent.';

type Scene = {
  owner: Address;
  portal: string;
  chainId: number;
  now: number;
  usdc: Address;
  /** One that lives on this account's money, or a newcomer. */
  golem: string;
  estate: GrantEstate;
};
type Asked = { origin: string; to: Address; data: Hex } | { origin: string; typed: object };

/** `asked` null: there is nothing yet that it could be made of, in the words of `without`. */
type Sample = Omit<SampleView, 'missing'> & {
  without?: string;
  asked: (scene: Scene) => Asked | null;
};

const SAMPLES: Sample[] = [
  {
    id: 'runway',
    kind: 'good',
    title: 'A Golem asks for its runway',
    text: '10 USDC a day for a week, asked by the Bardo site.',
    asked: ({ portal, chainId, golem, usdc, now }) => ({
      origin: portal,
      typed: bardoMessage('PermissionRequest', chainId, {
        golem,
        token: usdc,
        deadline: now + 3600,
      }),
    }),
  },
  {
    id: 'end-grant',
    kind: 'good',
    title: "End one Golem's grant",
    text: 'This is your own way out. It takes one transaction and no server.',
    without: 'You have granted nothing yet that could be ended.',
    asked: ({ portal, estate }) => {
      const [held] = estate.live;
      return held ? { origin: portal, ...managerCall('disableDelegation', held.root) } : null;
    },
  },
  {
    id: 'panic',
    kind: 'good',
    title: 'End every grant at once',
    text: 'The panic button raises one counter. No grant works after that.',
    asked: ({ portal }) => ({
      origin: portal,
      ...panicCall(),
    }),
  },
  {
    id: 'announce',
    kind: 'odd',
    title: 'Announce a delayed action',
    text: 'This Warden call can be cancelled for an hour.',
    asked: ({ portal }) => ({ origin: portal, ...announcement() }),
  },
  {
    id: 'action-permit',
    kind: 'odd',
    title: 'An action nobody tried out',
    text: 'The right site asks for this permit, but nobody simulated the action.',
    asked: ({ portal, chainId, golem, now }) => ({
      origin: portal,
      typed: bardoMessage('ActionPermit', chainId, {
        golem,
        simulationHash: `0x${'00'.repeat(32)}`,
        deadline: now + 3600,
      }),
    }),
  },
  {
    id: 'look-alike',
    kind: 'malicious',
    title: 'A runway asked by a stranger',
    text: 'It is the same kind of message as the first, but from another site.',
    asked: ({ chainId, golem, usdc, now }) => ({
      origin: FOREIGN,
      typed: bardoMessage('PermissionRequest', chainId, {
        golem,
        amount: '5000000000',
        token: usdc,
        deadline: now + 3600,
      }),
    }),
  },
  {
    id: 'open-delegation',
    kind: 'malicious',
    title: 'A delegation without any limit',
    text: 'The wallet shows raw bytes. Anyone may act as the account that gives it.',
    asked: ({ chainId }) => ({ origin: FOREIGN, typed: openDelegation(chainId) }),
  },
  {
    id: 'batch',
    kind: 'malicious',
    title: 'A batch that hides a revival',
    text: 'A small payment hides a call that re-opens an ended grant.',
    without: 'You have ended no grant yet that could come back.',
    asked: ({ owner, usdc, estate }) => {
      const [ended] = estate.disabled;
      return ended ? { origin: FOREIGN, to: owner, data: batch(usdc, ended.root) } : null;
    },
  },
];

/** Labels say what there is to be read, and nothing that there is not. */
export function sampleViews(wallet: Wallet): SampleView[] {
  const scene = sceneOf(wallet, wallet.estate());
  return SAMPLES.map(({ id, kind, title, text, without, asked }) => {
    const missing = asked(scene) === null;
    return { id, kind, title, text: (missing && without) || text, missing };
  });
}

/** Installs the Snap first: a visitor should not need to know that one must. */
export async function openSample(wallet: Wallet, id: string): Promise<void> {
  const sample = SAMPLES.find((one) => one.id === id);
  const asked = sample?.asked(sceneOf(wallet, await wallet.lookAtEstate()));
  if (!asked) return;
  install(wallet);
  wallet.memory.met.add('sample');
  const owner = lower(wallet.memory.selected);
  if ('typed' in asked) {
    const signature = { from: owner, data: asked.typed, signatureMethod: 'eth_signTypedData_v4' };
    const raw = JSON.stringify((asked.typed as { message: object }).message, null, 2);
    await confirmSignature(wallet, { origin: asked.origin, signature, raw, sample: SAMPLE });
    return;
  }
  await confirmTransaction(wallet, {
    origin: asked.origin,
    account: owner,
    transaction: { to: asked.to, data: asked.data, ...PRICE },
    chainId: wallet.chain.chainId,
    sample: SAMPLE,
  });
}

function sceneOf(wallet: Wallet, estate: GrantEstate): Scene {
  const chainId = Number(wallet.chain.chainId);
  return {
    owner: lower(wallet.memory.selected),
    portal: wallet.portalOrigin,
    chainId,
    now: Math.floor(Date.now() / 1000),
    usdc: lower(usdcOf(chainId) ?? THIEF),
    golem: estate.live.find(({ golem }) => golem !== null)?.golem ?? NEWCOMER,
    estate,
  };
}

const PRICE = {
  value: '0x0',
  type: '0x2',
  gas: '0x186a0',
  maxFeePerGas: '0x77359400',
  maxPriorityFeePerGas: '0xf4240',
} as const;
