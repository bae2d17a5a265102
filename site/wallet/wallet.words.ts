// Sentences about the wallet: what it can do, what became of what it was sent, and every error code it may answer with.
export const walletWords = {
  healUnread:
    'Bardo’s answer is not the order that this page asked for. Nothing was sent, and the Golem is as it was.',
  phoneFailed: 'This page could not reach MetaMask on your phone. Try again.',
  chain: {
    moved: 'Your wallet switched to another chain, so nothing was sent. Try again.',
    unknown:
      'This Golem lives on a chain this site does not serve. Switch your wallet to that chain yourself, then try again.',
  },
  snapAbsent: {
    unasked:
      'MetaMask does not say whether Bardo is there, so this page asks for no grant. Unlock MetaMask and try again.',
    unable:
      'This wallet cannot run Bardo, and this Golem’s grant names a guardian in Bardo. Use the wallet that has it.',
    missing: 'Bardo is no longer in MetaMask. Nothing is lost. Add it again, then try again.',
    off: 'Bardo is switched off in MetaMask. Nothing is lost. Open MetaMask → Snaps, switch it on, then try again.',
    blocked:
      'MetaMask has blocked this version of Bardo for safety and does not run it. Find out why before you grant anything. You can still end your grants here.',
  },
  send: {
    slow: 'The transaction is sent but not mined yet. Look at your activity in MetaMask. This page shows it once it is mined.',
    reverted: 'The chain reverted the transaction. It changed nothing but cost gas.',
    batchSlow:
      'MetaMask has not finished this yet. Its window still waits for your answer, or the chain has not mined it. Look in MetaMask, then continue here.',
    batchUnsent: 'MetaMask could not send the batch. Nothing changed, and no gas was used.',
    batchPartly:
      'The chain carried out only a part of the batch. Look at your activity in MetaMask before you try again.',
    batchStatus: (status: number) =>
      `MetaMask gives the batch the status ${status}, which Bardo does not know. Look at your activity in MetaMask before you try again.`,
    unseen: (reason: string) =>
      `Bardo does not know what became of it. Look at your activity in MetaMask before you try again. ${reason}`,
    replaced:
      'Another transaction took this one’s place, because you cancelled or replaced it in MetaMask. It did not happen. Try again if you still want it.',
    askedBefore:
      'Nothing was sent now. Bardo asked MetaMask for the same before, in another tab or before this page was closed, and received no answer. Look in MetaMask, and confirm or refuse what still waits there. If nothing waits, try again.',
    lost: 'Nothing was sent now. The same was sent before, but the chain does not know that transaction. Look at your activity in MetaMask. If it still waits there, speed it up or cancel it. If it is gone, try again.',
    sentUnseen: (reason: string) =>
      `The transaction is sent, but the chain does not answer questions about it now. Look at your activity in MetaMask. ${reason}`,
  },
  grant: {
    tooOld:
      'This wallet cannot grant permissions (ERC-7715), so you cannot grant a runway with it. MetaMask 13.23 or newer can, and MetaMask Flask 13.13 or newer.',
    otherType:
      'This wallet grants permissions, but not the kind a Golem needs (an amount per period). Update MetaMask.',
    unreadSupport: 'Bardo cannot read which permissions this wallet grants. Update MetaMask.',
    otherChain: 'The wallet cannot grant permissions on this chain.',
    unreadable: 'Bardo cannot read the wallet’s answer. Nothing was registered.',
    otherManager:
      'The grant uses a DelegationManager that Bardo does not know. Revoke it in MetaMask under Permissions.',
  },
  /** By code: EIP-1193, EIP-5792, ERC-7715, JSON-RPC. */
  errors: {
    4001: 'Cancelled. Nothing changed.',
    4100: 'The wallet has not allowed this site to do that. Connect the account again.',
    4200: 'This wallet cannot do that. Use MetaMask, or update it.',
    4900: 'The wallet has lost its connection. Check your network and try again.',
    4901: 'The wallet is not connected to this chain. Switch the chain and try again.',
    4902: 'The wallet does not know this chain yet. Add it and try again.',
    '-32700': 'The wallet could not read the request. Update MetaMask and try again.',
    '-32600': 'The wallet did not accept the request. Update MetaMask and try again.',
    '-32601': 'This version of the wallet does not know how to do that. Update MetaMask.',
    '-32602': 'The wallet did not accept the details of the request. Nothing changed.',
    '-32603':
      'The wallet had an internal error. Try again. If it fails again, restart the browser.',
    '-32000': 'The wallet or the chain refused these values. Check amount, balance and dates.',
    '-32001':
      'The wallet did not find the account or what this page asked for. Connect the account again.',
    '-32002': 'A request is already open in MetaMask. Open MetaMask and answer it first.',
    '-32003': 'The chain refused the transaction. Check the balance for gas and try again.',
    '-32004': 'This wallet does not support that method. Update MetaMask.',
    '-32005':
      'The wallet has too many requests, or another permission request is open. Answer it in MetaMask, wait a minute and try again.',
    '-32006': 'The wallet speaks another version of the protocol. Update MetaMask.',
    5700: 'The wallet lacks a capability this needs. Update MetaMask.',
    5710: 'The wallet cannot batch calls on this chain.',
    5720: 'The wallet has already seen this batch. Wait for it to finish.',
    5730: 'The wallet no longer knows this batch. Look at your activity in MetaMask before you try again.',
    5740: 'The batch is too large for the wallet. Revoke fewer at a time.',
    5750: 'The account was not upgraded to a smart account. Agree to the upgrade, or use an account that can be upgraded (not a hardware wallet).',
    5760: 'The wallet cannot promise that all calls happen together. Send them one at a time.',
  },
  itSaid: (sentence: string, text: string) =>
    text === '' ? sentence : `${sentence} It said: “${text}”`,
  unknownError: (code: number | null, text: string) =>
    [
      code === null
        ? 'Something went wrong.'
        : `The wallet answered with error ${code}, which Bardo does not know.`,
      text === '' ? '' : `It said: “${text}”`,
      'Look at your wallet before you try again.',
    ]
      .filter(Boolean)
      .join(' '),
} as const;
