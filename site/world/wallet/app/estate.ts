// What the selected account has granted on the demo chain, by its bytes and by the chain: samples are made from it, so
// that they do what their label says.
import type { Address } from 'viem';
import { lower } from '../../../../src/core/bytes/hex';
import { sameAddress } from '../../../../src/core/chain/addresses';
import { readGrant } from '../../../grant/terms';
import type { Provider } from '../../../wallet/provider';
import { isDisabled, lookAt, nonceMoved } from '../../../wallet/reads';
import { type GrantEstate, type KeptGrant, NO_GRANTS } from '../host/granted';
import type { Wallet } from '../host/wallet';
import { contextsGivenBy } from '../methods/grants';

/** `elsewhere`: what others keep, also of grants that were not given through this wallet. */
export async function readEstate(
  wallet: Wallet,
  elsewhere: (owner: Address) => Promise<KeptGrant[]>,
): Promise<GrantEstate> {
  const owner = lower(wallet.memory.selected);
  const others = await elsewhere(owner).catch(() => []);
  const known = others.map(({ context }) => context);
  const own = contextsGivenBy(wallet).filter((context) => !known.includes(context));
  const chainId = Number(wallet.chain.chainId);
  const kept = [...others, ...own.map((context) => ({ context, golem: null }))];
  const roots = kept.flatMap(({ context, golem }) => {
    const read = readGrant(context, chainId);
    return read.ok && sameAddress(read.terms.owner, owner) ? [{ ...read.terms, golem }] : [];
  });
  const provider: Provider = {
    request: ({ method, params }) => wallet.chain.request(method, params),
  };
  const look = await lookAt(provider, chainId);
  if (!look) return { owner, ...NO_GRANTS };
  const estate: GrantEstate = { owner, live: [], disabled: [] };
  for (const { root, golem, hash, expiresAt } of roots) {
    const over =
      (expiresAt !== null && expiresAt <= look.at) || (await nonceMoved(look.view, root));
    if (!over)
      ((await isDisabled(look.view, hash)) ? estate.disabled : estate.live).push({ root, golem });
  }
  return estate;
}
