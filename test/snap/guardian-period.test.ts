// A lease on a grant of weeks, in the built Snap: both limits and both ends are in the dialog, and both hold on chain.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Address, Hex } from 'viem';
import { dateWords } from '../../src/core/chain/time';
import { installBardo } from './bardo';
import { aKey, anEstate, DAY, grantCaveats, PAYEE, USDC } from './estate';
import { type FarPlane, startFarPlane } from './far-plane';
import { type FarWorld, startFarWorld } from './far-world';

let chain: FarWorld;
let plane: FarPlane;

beforeAll(async () => {
  chain = await startFarWorld();
  plane = await startFarPlane(chain);
  await plane.payRelay();
});

afterAll(async () => {
  await plane?.stop();
  await chain?.stop();
});

function resultOf<T>(reply: unknown): T {
  if (!('result' in (reply as object))) throw new Error(JSON.stringify(reply));
  return (reply as { result: T }).result;
}

it('says what the week allows beside the day, and that the grant outlives the lease', async () => {
  const golem = 'weekly';
  const estate = await anEstate(chain);
  const cookie = await plane.signIn(estate.owner);
  const bardo = await installBardo(plane);
  bardo.wallet.networks.add(chain.chainId, chain.rpcUrl);
  const { token } = (await plane.ask('watchToken', { cookie })).body;
  await bardo.ask('updateAuthToken', { token });
  const { guardian } = resultOf<{ guardian: Address }>(await bardo.ask('getGuardian', { golem }));
  const now = await estate.now();
  const caveats = grantCaveats(chain.usdc as Address, 30n * USDC, now, 21, 7 * DAY);
  const grant = await estate.grant(guardian, { caveats });
  const key = aKey();
  const expiresAt = now + 3 * DAY;
  const who = { golem, name: 'Atlas', chainId: chain.chainId, grant, sessionKey: key.address };
  const money = { cap: `${12n * USDC}`, replicantCap: '0', payees: [PAYEE], maxAgeSeconds: 3600 };

  bardo.wallet.answers(true);
  const reply = await bardo.ask('issueLease', { ...who, ...money, expiresAt });
  const dialog = (bardo.wallet.dialogs.at(-1) ?? []).join('\n');

  expect(dialog).toContain(`At most 12 USDC in any 24 hours, until ${dateWords(expiresAt)}.`);
  expect(dialog).toContain(
    'Your grant above it pays at most 30 USDC every 7 days. Both limits hold.',
  );
  expect(dialog).toContain(`Your grant lasts until ${dateWords(now + 21 * DAY)}. Once this lease`);
  expect(dialog).toContain(
    "In any 24 hours the lease's limit applies, over 7 days that of your grant.",
  );
  const { context } = resultOf<{ context: Hex }>(reply);
  // No record at the oracle yet: nothing can be pulled by either limit.
  await expect(estate.pull(key, context, USDC)).rejects.toThrow();
});
