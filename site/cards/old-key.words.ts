export const oldKeyWords = {
  until: (key: string, cap: string, end: string) =>
    `Until the new lease is on chain, the old key ${key} can still pay the payees of its lease, at most ${cap} in any 24 hours and not after ${end}. The new lease ends it.`,
  ended: (block: number) => `The old key can spend nothing any more: chain, block ${block}.`,
  ending: (cap: string) =>
    `The end of the old key is on its way to the chain. Until it is there, that key can still spend at most ${cap} in any 24 hours.`,
} as const;
