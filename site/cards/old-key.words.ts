export const oldKeyWords = {
  until: (key: string, cap: string, end: string) =>
    `Until the new lease is on chain, the old key ${key} can still pay the payees of its lease: at most ${cap} in any 24 hours, and not after ${end}. The new lease ends it.`,
  ending: (name: string) =>
    `The end of every earlier lease of ${name} is on its way to the chain. Until it is there, an earlier key can still spend within its old terms.`,
  ended: (name: string, block: number) =>
    `No earlier key of ${name} can spend any more. Seen on chain, block ${block}.`,
} as const;
