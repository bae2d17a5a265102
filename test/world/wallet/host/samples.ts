// The shelf: transactions and signatures a visitor can open to see what Bardo says. Nothing is ever sent.
import { type Address, encodeAbiParameters, encodeFunctionData, type Hex, parseAbi } from 'viem';
import { FRAMEWORK, usdcOf } from '../../../../src/core/chain/addresses';
import { anAddress } from '../../../vectors/builders';
import { vectorNamed } from '../../../vectors/calls';
import {
  aBardoMessage,
  DOMAIN_WITH_CONTRACT,
  typedData,
} from '../../../vectors/signatures/builders';
import type { SampleView } from '../view';
import { confirmSignature } from './methods/signatures';
import { install } from './methods/snaps';
import { confirmTransaction } from './methods/transactions';
import { lower, type Wallet } from './wallet';

const PORTAL_CHAIN = 84_532;
const THIEF = anAddress(0x66);
const FOREIGN = 'https://free-golems.example';
const SAMPLE = 'A sample from the shelf. Whatever you press, nothing is signed or sent.';

type Scene = { owner: Address; portal: string; now: number; usdc: Address };
type Asked =
  | { origin: string; to: Address; data: Hex; chainId: number }
  | { origin: string; typed: object };

type Sample = SampleView & { asked: (scene: Scene) => Asked };

const erc20 = parseAbi(['function transfer(address to, uint256 amount)']);
const account = parseAbi(['function execute(bytes32 mode, bytes executionCalldata)']);

const SAMPLES: Sample[] = [
  {
    id: 'runway',
    kind: 'good',
    title: 'A Golem asks for its runway',
    text: '10 USDC a day for a week, asked by the Bardo site.',
    asked: ({ portal, usdc, now }) => ({
      origin: portal,
      typed: bardoMessage('PermissionRequest', { token: usdc, deadline: now + 3600 }),
    }),
  },
  {
    id: 'end-grant',
    kind: 'good',
    title: "End one Golem's grant",
    text: 'Your own way out: one transaction, no server needed.',
    asked: ({ portal }) => ({
      origin: portal,
      ...call('DelegationManager', 'ends the grant of a Golem'),
    }),
  },
  {
    id: 'panic',
    kind: 'good',
    title: 'End every grant at once',
    text: 'The panic button: one counter, and no grant works any more.',
    asked: ({ portal }) => ({
      origin: portal,
      ...call('NonceEnforcer', 'ends every grant of the account'),
    }),
  },
  {
    id: 'announce',
    kind: 'odd',
    title: 'Announce a delayed action',
    text: 'A Warden call: it can be cancelled for an hour.',
    asked: ({ portal }) => ({ origin: portal, ...call('Warden', 'an hour to cancel') }),
  },
  {
    id: 'action-permit',
    kind: 'odd',
    title: 'An action nobody tried out',
    text: 'A permit of the right site, without a simulation behind it.',
    asked: ({ portal, now }) => ({
      origin: portal,
      typed: bardoMessage('ActionPermit', {
        simulationHash: `0x${'00'.repeat(32)}`,
        deadline: now + 3600,
      }),
    }),
  },
  {
    id: 'look-alike',
    kind: 'malicious',
    title: 'A runway asked by a stranger',
    text: 'The same message as the first, from another site.',
    asked: ({ usdc, now }) => ({
      origin: FOREIGN,
      typed: bardoMessage('PermissionRequest', {
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
    text: 'Raw bytes in the wallet: whoever holds it acts as you.',
    asked: () => ({ origin: FOREIGN, typed: openDelegation() }),
  },
  {
    id: 'batch',
    kind: 'malicious',
    title: 'A batch that hides a revival',
    text: 'One small payment in front; behind it an ended grant comes back.',
    asked: ({ owner, usdc }) => ({
      origin: FOREIGN,
      to: owner,
      chainId: PORTAL_CHAIN,
      data: batch(usdc),
    }),
  },
];

export function sampleViews(): SampleView[] {
  return SAMPLES.map(({ id, kind, title, text }) => ({ id, kind, title, text }));
}

/** Installs the Snap first: a visitor should not need to know that one must. */
export async function openSample(wallet: Wallet, id: string): Promise<void> {
  const sample = SAMPLES.find((one) => one.id === id);
  if (!sample) return;
  install(wallet);
  wallet.memory.met.add('sample');
  const owner = lower(wallet.memory.selected);
  const usdc = lower(usdcOf(PORTAL_CHAIN) ?? THIEF);
  const asked = sample.asked({
    owner,
    portal: wallet.portalOrigin,
    now: Math.floor(Date.now() / 1000),
    usdc,
  });
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
    chainId: `0x${asked.chainId.toString(16)}`,
    sample: SAMPLE,
  });
}

const PRICE = {
  value: '0x0',
  type: '0x2',
  gas: '0x186a0',
  maxFeePerGas: '0x77359400',
  maxPriorityFeePerGas: '0xf4240',
} as const;

function call(contract: string, name: string) {
  const { to, data, chainId } = vectorNamed(contract, name);
  return { to, data, chainId };
}

function bardoMessage(type: string, message: object): object {
  const domain = { name: 'Bardo', version: '1', chainId: PORTAL_CHAIN };
  return aBardoMessage(type, message, { domain });
}

function openDelegation(): object {
  return typedData(
    {
      name: 'DelegationManager',
      version: '1',
      chainId: PORTAL_CHAIN,
      verifyingContract: FRAMEWORK.delegationManager,
    },
    {
      EIP712Domain: DOMAIN_WITH_CONTRACT,
      Caveat: 'address enforcer,bytes terms',
      Delegation:
        'address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt',
    },
    'Delegation',
    {
      delegate: '0x0000000000000000000000000000000000000a11',
      delegator: anAddress(0x4b),
      authority: `0x${'ff'.repeat(32)}`,
      caveats: [],
      salt: '7',
    },
  );
}

function batch(usdc: Address): Hex {
  const revival = vectorNamed('DelegationManager', 're-opens the grant of a Golem');
  const args = [anAddress(0xca), 1_000_000n] as const;
  const payment = encodeFunctionData({ abi: erc20, functionName: 'transfer', args });
  const executions = [
    { target: usdc, value: 0n, callData: payment },
    { target: revival.to, value: 0n, callData: revival.data },
  ];
  const encoded = encodeAbiParameters(
    [
      {
        type: 'tuple[]',
        components: [
          { name: 'target', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'callData', type: 'bytes' },
        ],
      },
    ],
    [executions],
  );
  const mode: Hex = `0x01${'00'.repeat(31)}`;
  return encodeFunctionData({ abi: account, functionName: 'execute', args: [mode, encoded] });
}
