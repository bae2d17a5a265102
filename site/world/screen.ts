// The one screen of `npm start`.
import type { World } from './world';

export function screen(
  { portal, snapUrl, rpcUrl, resumed, wallet }: World,
  seconds: number,
): string {
  return `
Bardo’s world is awake after ${seconds} s${resumed ? ', where it left off (npm start -- --fresh starts over)' : ''}.

  Portal   ${portal}
  Snap     ${snapUrl}   (the development twin, for MetaMask Flask)
  Chain    ${rpcUrl}   a twin of Base Sepolia on this computer

! Use a browser profile and a recovery phrase made for this. The twin has Base Sepolia’s chain id: what is
  signed here is valid there too, so never use a phrase that holds anything.

${wallet ? DEMO : ''}With MetaMask Flask 13.13 or newer
  1. Settings, Networks, add: name “Base Sepolia twin”, RPC URL ${rpcUrl}, chain id 84532, symbol ETH.
     (If Base Sepolia is there already, give it this RPC URL in this profile.)
  2. Open ${portal}, connect, sign in, and install Bardo when it asks.
  3. You get test ETH and USDC, and a newborn Golem asks you for a runway. Grant it.

Ctrl-C stops everything and keeps it for the next start.
`;
}

const DEMO = `Without MetaMask
  Open the Portal. The demo wallet beside it leads you in six steps from connecting to a Golem’s death; its owner has
  five Golems, and a newborn, Ember, asks for a runway.

`;
