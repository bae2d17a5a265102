// The visitor of the demo world: accounts of a phrase printed in BIP-39 itself. Everybody knows it, so it
// must never hold money anywhere but on anvil. It is not anvil's own phrase: those accounts deploy and relay.
import { type HDAccount, mnemonicToAccount } from 'viem/accounts';

export const DEMO_PHRASE =
  'letter advice cage absurd amount doctor acoustic avoid letter advice cage above';

/** The first is the owner of the demo's Golems; the second is there to switch to. */
export function demoAccounts(): [HDAccount, HDAccount] {
  return [mnemonicToAccount(DEMO_PHRASE), mnemonicToAccount(DEMO_PHRASE, { addressIndex: 1 })];
}
