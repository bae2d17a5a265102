export const healWords = {
  refused:
    'You said no in Bardo, or closed its window. Nothing was signed and nothing changed: the Golem is as it was.',
  relayed: 'The control plane has the order and sends it to the chain…',
  alone:
    'The control plane does not pay for this order. Confirm it in MetaMask to send it yourself…',
  failed: (reason: string) =>
    `The order was not carried out, and the Golem is as it was. The relay says: ${reason}`,
  late: 'The control plane has your order and has not sent it yet. It counts for a day. This page shows when the chain has it.',
  unknown: 'it gives no reason.',
  seen: (name: string, phase: string, block: number) =>
    `${name} is ${phase} again: your wallet read it from the chain at block ${block}.`,
  notYet: (name: string, block: number) =>
    `The order for ${name} was carried out, but the chain does not show it better at block ${block}. Its own key may have reported since.`,
  told: (name: string, phase: string) =>
    `${name} is ${phase} again, by the control plane’s word. Your wallet is on another chain and could not check.`,
} as const;
