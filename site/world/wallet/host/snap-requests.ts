// What the Snap asks of the wallet, answered by MetaMask's rules where the simulator is milder: the lock, the
// oldest component set, links, notification budget, and the narrow Ethereum provider of a Snap.
import type { Json } from '@metamask/snaps-sdk';
import { keccak256, stringToHex } from 'viem';
import { DEMO_PHRASE } from '../demo-owner';
import {
  internal,
  invalidParams,
  methodNotFound,
  RpcError,
  unauthorized,
  unknownChain,
} from '../errors';
import { faultsOf } from '../rules/strict';
import { rateLimited } from './notices';
import type { AnswerSnap, SnapRequest } from './snap-host';
import type { Wallet } from './wallet';

/** The client we promise to work on: MetaMask Flask 13.13. */
const CLIENT = { clientVersion: '13.13.0-flask.0', platformVersion: '10.1.0' };

const KEY_METHODS = [
  'snap_getEntropy',
  'snap_getBip32Entropy',
  'snap_getBip32PublicKey',
  'snap_getBip44Entropy',
];
const PROMPTING_STATE = ['snap_getState', 'snap_setState', 'snap_manageState'];
const STATE = [...PROMPTING_STATE, 'snap_clearState'];
const ABSENT = [
  'eth_sendTransaction',
  'wallet_addEthereumChain',
  'wallet_requestPermissions',
  'wallet_revokePermissions',
  'wallet_watchAsset',
  'eth_decrypt',
  'eth_getEncryptionPublicKey',
];
const NOT_FOR_SNAPS = [
  'personal_sign',
  'eth_sign',
  'eth_signTypedData_v3',
  'eth_signTypedData_v4',
  'wallet_sendCalls',
  'wallet_getCapabilities',
];

/** No fault of the Snap: a budget used up, a chain that is not there, a call that reverts. */
const EVERYDAY = [-32005, -32002, 4902, 3];

type Room = {
  /** Late, because the wallet needs the Snap and the Snap the wallet. */
  wallet: () => Wallet;
  /** A native notice leaves for the operating system. */
  onNative: (message: string) => void;
  onFault: (fault: string) => void;
  /** While the world sets itself up its own dialogs are approved unseen. */
  seeding: () => boolean;
};

export function answerSnap(room: Room): AnswerSnap {
  /** Each Snap has a chain of its own; where it starts is not to be relied on. */
  let snapChain = '0x1';

  async function provider(method: string, params: Json): Promise<Json | undefined> {
    const { memory, chain } = room.wallet();
    if (ABSENT.includes(method)) throw methodNotFound(method);
    if (NOT_FOR_SNAPS.includes(method)) throw unauthorized();
    if (method === 'eth_accounts') return [];
    if (method === 'eth_chainId') return snapChain;
    if (method === 'net_version') return String(Number(snapChain));
    if (method === 'wallet_switchEthereumChain') {
      const wanted = String((params as { chainId?: string }[])[0]?.chainId);
      if (!memory.chains.some((one) => one.id === wanted)) throw unknownChain(wanted);
      snapChain = wanted;
      return null;
    }
    if (snapChain !== chain.chainId) {
      const message = 'RPC endpoint returned too many errors, retrying in 0.5 minutes';
      throw new RpcError(-32002, message);
    }
    return (await chain.request(method, params)) as Json;
  }

  return async (request) => {
    try {
      return await answer(request);
    } catch (error) {
      const { code, message } = error as RpcError;
      if (!EVERYDAY.includes(code)) room.onFault(`${request.method}: ${message}`);
      throw error;
    }
  };

  async function answer({ method, params }: SnapRequest): Promise<Json | undefined> {
    const wallet = room.wallet();
    assertGranted(wallet, method);
    if (method === 'snap_getClientStatus') {
      const locked = wallet.lock.locked();
      return { locked, active: !locked, ...CLIENT };
    }
    if (KEY_METHODS.includes(method)) await wallet.lock.unlocked();
    if (method === 'snap_getEntropy') return entropyOf(wallet.snapId, String(params.salt ?? ''));
    if (PROMPTING_STATE.includes(method) && params.encrypted !== false) {
      await wallet.lock.unlocked();
    }
    if (method === 'snap_createInterface' || method === 'snap_updateInterface') {
      assertShowable(params.ui);
    }
    if (method === 'snap_dialog') return dialog(wallet, params);
    if (method === 'snap_notify') {
      // For the visitor there is no Bardo yet: what it has to say waits, and takes nothing of the budget.
      if (!wallet.memory.installed)
        throw rateLimited(params.type === 'native' ? 'native' : 'inApp');
      const notice = wallet.notices.take(params, (content) => wallet.snap.open(content));
      if (notice.channel === 'native') room.onNative(notice.message);
      wallet.changed();
      return null;
    }
    const isProvider = /^(eth|net|web3|wallet|personal)_/.test(method);
    if (isProvider && !method.includes('Snap')) return provider(method, params as unknown as Json);
    return undefined;
  }

  async function dialog(wallet: Wallet, params: SnapRequest['params']): Promise<Json> {
    const { type, content } = params;
    assertShowable(content);
    if (type !== 'confirmation' && type !== 'alert' && type !== 'prompt') {
      throw internal(
        'The demo wallet shows alerts, confirmations and prompts; Bardo uses no other.',
      );
    }
    await wallet.lock.unlocked();
    if (room.seeding()) return type === 'confirmation' ? true : null;
    const interfaceId = wallet.snap.open(content);
    const answer = await wallet.windows.ask({
      kind: 'dialog',
      title: wallet.manifest.proposedName,
      origin: wallet.snapId,
      lead: '',
      dialog: { interfaceId, tree: content, type },
      confirm: type === 'alert' ? 'OK' : type === 'prompt' ? 'Submit' : 'Approve',
      reject: type === 'alert' ? null : type === 'prompt' ? 'Cancel' : 'Reject',
    });
    if (type === 'alert') return null;
    if (type === 'prompt') return answer.confirmed ? (answer.text ?? '') : null;
    return answer.confirmed;
  }
}

/**
 * Bound to the phrase, the Snap and the salt, as in MetaMask, but not the same bytes: the simulator derives it
 * from the address it fetched the Snap from, which is another one at every start.
 */
function entropyOf(snapId: string, salt: string): Json {
  return keccak256(stringToHex(JSON.stringify([DEMO_PHRASE, snapId, salt])));
}

function assertShowable(tree: unknown): void {
  const [fault] = faultsOf(tree);
  if (fault) throw invalidParams(`Invalid params: Invalid UI: ${fault}`);
}

/** The simulator checks this too, but only for what it answers itself. */
function assertGranted(wallet: Wallet, method: string): void {
  const granted = wallet.manifest.initialPermissions;
  const needs = STATE.includes(method) ? 'snap_manageState' : method;
  const restricted = [...KEY_METHODS, 'snap_dialog', 'snap_notify', 'snap_manageState'];
  if (restricted.includes(needs) && granted[needs] === undefined) {
    throw unauthorized();
  }
}
