// Granting an ERC-7715 permission as MetaMask does: the picker (no insight, the delegate is not shown), the
// account's upgrade if it needs one (a failure is swallowed), then the signature with the Snap's insight.
import { HandlerType } from '@metamask/snaps-utils';
import {
  type Address,
  encodeFunctionData,
  formatUnits,
  type HDAccount,
  type Hex,
  numberToHex,
  parseAbi,
  parseUnits,
} from 'viem';
import { lower } from '../../../../src/core/bytes/hex';
import { FRAMEWORK } from '../../../../src/core/chain/addresses';
import { RpcError, rejected } from '../errors';
import { mined } from '../host/receipts';
import { accountOf, type Wallet } from '../host/wallet';
import {
  contextOf,
  DELEGATION_MANAGER,
  delegationOf,
  type Unsigned,
} from '../permission/delegation';
import type { Wanted } from '../permission/request';
import { problemOf } from '../rules/edit';
import type { GrantEdit } from '../view';
import { amountLabel, finalFacts, pickerFacts, type Token, tokenOf } from './grant-facts';
import { accountCode, submitUpgrade, upgradeOf } from './smart-account';
import { confirmTransaction } from './transactions';

/** The origin MetaMask's permissions Snap signs under. */
const PERMISSION_SNAP = 'npm:@metamask/gator-permissions-snap';
const enforcer = parseAbi(['function currentNonce(address, address) view returns (uint256)']);

export type Granted = {
  chainId: Hex;
  from: Address;
  to: Address;
  permission: { type: string; isAdjustmentAllowed: boolean; data: object };
  rules: { type: string; data: object }[];
  context: Hex;
  dependencies: never[];
  delegationManager: Address;
};

export async function grant(wallet: Wallet, origin: string, asked: Wanted): Promise<Granted> {
  const { wanted, account, token } = await pick(wallet, origin, asked);
  // 13.13 leaves an account as it is when the site named it, and says nothing.
  const left = wallet.memory.form === '13.13' && asked.from !== null;
  if (!left) await upgrade(wallet, account).catch(() => undefined);
  const delegation = delegationOf(wanted, lower(account.address), await nonceOf(wallet, account));
  const context = contextOf(
    delegation,
    await sign(wallet, account, { origin, wanted, token, delegation }),
  );
  return {
    chainId: wanted.chainId,
    from: lower(account.address),
    to: wanted.to,
    permission: {
      type: wanted.type,
      isAdjustmentAllowed: wanted.isAdjustmentAllowed,
      data: wanted.data,
    },
    rules: rulesOf(wanted),
    context,
    dependencies: [],
    delegationManager: DELEGATION_MANAGER,
  };
}

async function pick(wallet: Wallet, origin: string, asked: Wanted) {
  const token = await tokenOf(wallet, asked);
  const answer = await wallet.windows.ask({
    kind: 'grant',
    title: 'Permission request',
    origin,
    lead: 'This site asks to spend from your account, within these limits, without asking again.',
    form: {
      amountLabel: amountLabel(asked),
      amount: formatUnits(BigInt(String(asked.data[asked.amountField])), token.decimals),
      symbol: token.symbol,
      decimals: token.decimals,
      amountEditable: asked.isAdjustmentAllowed,
      expiresAt: asked.expiresAt,
      accounts: wallet.accounts.map(({ address }) => lower(address)),
      account: lower(asked.from ?? wallet.memory.selected),
    },
    facts: pickerFacts(asked, origin),
    confirm: 'Grant',
  });
  if (!answer.confirmed) throw rejected();
  const edit = answer.edit ?? {};
  const account = accountOf(wallet, edit.account ?? asked.from ?? wallet.memory.selected);
  if (!account) throw new RpcError(-32001, 'Account not found.');
  return { account, token, wanted: edited(asked, edit, token.decimals) };
}

/** The date can be changed or dropped whatever the site said; the amount only if it allowed that. */
function edited(asked: Wanted, edit: GrantEdit, decimals: number): Wanted {
  const problem = problemOf(edit, decimals);
  if (problem) throw new RpcError(-32000, problem);
  const expiresAt = edit.expiresAt === undefined ? asked.expiresAt : edit.expiresAt;
  if (!asked.isAdjustmentAllowed || edit.amount === undefined) return { ...asked, expiresAt };
  const amount = parseUnits(edit.amount, decimals);
  const data = { ...asked.data, [asked.amountField]: numberToHex(amount) };
  return { ...asked, expiresAt, data };
}

async function upgrade(wallet: Wallet, account: HDAccount): Promise<void> {
  if ((await accountCode(wallet, account.address)) === 'smart') return;
  const transaction = await upgradeOf(wallet, account.address);
  await confirmTransaction(wallet, {
    origin: 'metamask',
    account: account.address,
    transaction,
    title: 'Account update',
    lead: 'Switching to smart account. Without it the permission cannot be used.',
  });
  await mined(wallet.chain, await submitUpgrade(wallet, account, transaction));
}

async function nonceOf(wallet: Wallet, account: HDAccount): Promise<Hex> {
  const data = encodeFunctionData({ abi: enforcer, args: [DELEGATION_MANAGER, account.address] });
  const call = { to: FRAMEWORK.nonceEnforcer, data };
  return wallet.chain.askHex('eth_call', [call, 'latest']);
}

type Signing = { origin: string; wanted: Wanted; token: Token; delegation: Unsigned };

async function sign(wallet: Wallet, account: HDAccount, signing: Signing): Promise<Hex> {
  const { origin, wanted, token, delegation } = signing;
  const typed = typedDelegation(wanted, delegation);
  const data = { ...typed, metadata: { origin, justification: wanted.justification } };
  const signature = { from: lower(account.address), data, signatureMethod: 'eth_signTypedData_v4' };
  const answer = await wallet.windows.ask(
    {
      kind: 'signature',
      title: 'Permission request',
      origin,
      lead: 'Review the permission before you confirm.',
      facts: [...finalFacts(wanted, token), ...pickerFacts(wanted, origin)],
      raw: JSON.stringify(typed.message, null, 2),
      confirm: 'Confirm',
    },
    (id) =>
      wallet.explain(id, HandlerType.OnSignature, { signature, signatureOrigin: PERMISSION_SNAP }),
  );
  if (!answer.confirmed) throw rejected();
  return account.signTypedData(typed as never);
}

function typedDelegation(wanted: Wanted, delegation: Unsigned) {
  return {
    types: TYPES,
    primaryType: 'Delegation',
    domain: {
      name: 'DelegationManager',
      version: '1',
      chainId: Number(wanted.chainId),
      verifyingContract: DELEGATION_MANAGER,
    },
    message: { ...delegation, salt: numberToHex(delegation.salt) },
  };
}

const fields = (text: string) =>
  text.split(',').map((field) => {
    const [type, name] = field.split(' ');
    return { name, type };
  });

const TYPES = {
  EIP712Domain: fields('string name,string version,uint256 chainId,address verifyingContract'),
  Caveat: fields('address enforcer,bytes terms'),
  Delegation: fields(
    'address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt',
  ),
};

function rulesOf({ expiresAt, redeemers, payees }: Wanted): Granted['rules'] {
  return [
    ...(expiresAt === null ? [] : [{ type: 'expiry', data: { timestamp: expiresAt } }]),
    ...(redeemers ? [{ type: 'redeemer', data: { addresses: redeemers } }] : []),
    ...(payees ? [{ type: 'payee', data: { addresses: payees } }] : []),
  ];
}
