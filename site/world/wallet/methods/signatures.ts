// Signing messages. The Snap is asked while the window is open, with the input shape seen in MetaMask.
import { HandlerType } from '@metamask/snaps-utils';
import { type Hex, hexToString, isHex, stringToHex, type TypedDataDefinition } from 'viem';
import { lower } from '../../../../src/core/bytes/hex';
import { internal, invalidParams, rejected } from '../errors';
import type { Wallet } from '../host/wallet';
import { permittedAccount } from './accounts';
import type { Methods } from './method';

type TypedData = {
  types: TypedDataDefinition['types'];
  primaryType: string;
  domain: { [name: string]: unknown };
  message: { [name: string]: unknown };
};

export const signatureMethods: Methods = {
  personal_sign: async (call) => {
    const { wallet, origin } = call;
    const [first, second] = listOf(call.params);
    // Old sites put the address first.
    const [message, address] = /^0x[0-9a-f]{40}$/i.test(String(second))
      ? [first, second]
      : [second, first];
    const account = permittedAccount(call, address);
    const data = isHex(message) ? message : stringToHex(String(message));
    const signature = { from: lower(account.address), data, signatureMethod: 'personal_sign' };
    await confirmSignature(wallet, { origin, signature, raw: readable(data) });
    return account.signMessage({ message: { raw: data } });
  },
  eth_signTypedData_v4: async (call) => {
    const { wallet, origin } = call;
    const [address, json] = listOf(call.params);
    const account = permittedAccount(call, address);
    const typed = typedDataOf(json);
    refuseForeignDelegations(wallet, typed);
    assertChain(wallet, typed);
    const signature = {
      from: lower(account.address),
      data: typed,
      signatureMethod: 'eth_signTypedData_v4',
    };
    await confirmSignature(wallet, {
      origin,
      signature,
      raw: JSON.stringify(typed.message, null, 2),
    });
    return account.signTypedData(typed as never);
  },
};

type Asked = {
  origin: string;
  /** As `onSignature` gets it. */
  signature: { from: string; data: unknown; signatureMethod: string };
  raw: string;
  /** Samples are shown, never signed. */
  sample?: string;
};

export async function confirmSignature(wallet: Wallet, asked: Asked): Promise<void> {
  const { origin, signature, raw, sample } = asked;
  const typed = signature.data as Partial<TypedData>;
  const facts = [
    { label: 'Account', value: signature.from, kind: 'address' as const },
    ...(typed.primaryType
      ? [{ label: 'Primary type', value: typed.primaryType, kind: 'words' as const }]
      : []),
    ...(typeof typed.domain?.name === 'string'
      ? [{ label: 'Domain', value: typed.domain.name, kind: 'words' as const }]
      : []),
    ...(typeof typed.domain?.verifyingContract === 'string'
      ? [
          {
            label: 'Interacting with',
            value: typed.domain.verifyingContract,
            kind: 'address' as const,
          },
        ]
      : []),
  ];
  const answer = await wallet.windows.ask(
    {
      kind: 'signature',
      title: 'Signature request',
      origin,
      lead: sample ?? 'Review request details before you confirm.',
      facts,
      raw,
      rawOpen: signature.signatureMethod === 'personal_sign',
      confirm: sample ? 'Close' : 'Confirm',
      reject: sample ? null : 'Cancel',
    },
    (id) => wallet.explain(id, HandlerType.OnSignature, { signature, signatureOrigin: origin }),
  );
  if (!answer.confirmed) throw rejected();
}

/** MetaMask signs delegations of its own accounts for nobody but its own permissions Snap. */
function refuseForeignDelegations(wallet: Wallet, typed: TypedData): void {
  const delegator = String(typed.message.delegator ?? '').toLowerCase();
  const own = wallet.accounts.some(({ address }) => lower(address) === delegator);
  if (typed.primaryType === 'Delegation' && own) {
    throw internal('External signature requests cannot sign delegations for internal accounts.');
  }
}

function assertChain(wallet: Wallet, typed: TypedData): void {
  const { chainId } = typed.domain;
  if (chainId === undefined) return;
  const active = Number(wallet.memory.chainId);
  if (Number(chainId) !== active) {
    throw internal(
      `Provided chainId "${Number(chainId)}" must match the active chainId "${active}"`,
    );
  }
}

function typedDataOf(json: unknown): TypedData {
  let typed: unknown = json;
  try {
    if (typeof json === 'string') typed = JSON.parse(json);
  } catch {
    throw invalidParams('Data must be passed as a valid JSON string.');
  }
  const { types, primaryType, domain, message } = (typed ?? {}) as Partial<TypedData>;
  if (!types || typeof primaryType !== 'string' || !domain || !message || !(primaryType in types)) {
    throw invalidParams('Data must conform to EIP-712 schema. See https://git.io/fNtcx.');
  }
  return typed as TypedData;
}

function listOf(params: unknown): unknown[] {
  if (!Array.isArray(params) || params.length < 2) throw invalidParams('Invalid parameters.');
  return params;
}

/** Text where it is text, else the bytes. */
function readable(data: Hex): string {
  const text = hexToString(data);
  return text.includes('\ufffd') ? data : text;
}
