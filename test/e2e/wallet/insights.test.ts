// An insight is the same in the demo wallet and in MetaMask's simulator, whose Snap knows no Golem either.
import type { SnapId } from '@metamask/snaps-sdk';
import { installSnap } from '@metamask/snaps-simulation';
import { HandlerType } from '@metamask/snaps-utils';
import type { Page } from 'playwright-core';
import { type Address, encodeFunctionData, parseAbi } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pointSnapAt, snapIdAt } from '../../../site/world/builds/point-snap';
import { readSnapFiles, serveSnap } from '../../../site/world/builds/snap-server';
import { TWIN } from '../../../site/world/builds/twin';
import { freePort } from '../../../site/world/chain/free-port';
import { demoAccounts } from '../../../site/world/wallet/demo-owner';
import { render } from '../../../site/world/wallet/page/render';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import { aBardoMessage } from '../../vectors/signatures/builders';
import type { House } from './house';
import { ask, panelOf, press } from './panel';
import { stage, stageInThisFile } from './stage';

stageInThisFile('installed');

const OWNER = demoAccounts()[0].address.toLowerCase() as Address;
const enforcer = parseAbi(['function incrementNonce(address delegationManager)']);

let house: House;
let page: Page;
let alone: Awaited<ReturnType<typeof installSnap>>;

beforeAll(async () => {
  ({ house, page } = stage);
  const port = await freePort();
  const files = await pointSnapAt(readSnapFiles(TWIN), house.origin, port);
  const { server } = await serveSnap(files, port);
  alone = await installSnap(snapIdAt(port) as SnapId);
  server.close();
});

afterAll(async () => {
  await alone?.executionService.terminateAllSnaps();
});

/** What MetaMask's simulator gets from a Snap of its own, as text on a page. */
async function wordsOf(handler: HandlerType, params: object): Promise<string> {
  const response = (await alone.executionService.handleRpcRequest(alone.snapId, {
    origin: 'metamask',
    handler,
    request: { jsonrpc: '2.0', id: 1, method: ' ', params: params as never },
  })) as { id: string };
  const messenger = alone.controllerMessenger as unknown as {
    call: (action: string, ...args: unknown[]) => { content: unknown };
  };
  const get = 'SnapInterfaceController:getInterface';
  const html = render(messenger.call(get, alone.snapId, response.id).content as never);
  return page.evaluate((text) => {
    const box = document.createElement('div');
    box.innerHTML = text;
    return box.textContent ?? '';
  }, html);
}

const shown = async (title: string) => {
  await panelOf(page).getByRole('heading', { name: title }).waitFor();
  const body = panelOf(page)
    .getByRole('region', { name: /Insights from Bardo/ })
    .locator('.body .box')
    .first();
  return (await body.textContent()) ?? '';
};

it('is the same for a transaction', async () => {
  const data = encodeFunctionData({ abi: enforcer, args: [FRAMEWORK.delegationManager] });
  const asked = ask(page, 'eth_sendTransaction', [
    { from: OWNER, to: FRAMEWORK.nonceEnforcer, data },
  ]);

  const inPanel = await shown('Transaction request');

  const transaction = { from: OWNER, to: FRAMEWORK.nonceEnforcer, value: '0x0', data };
  const expected = await wordsOf(HandlerType.OnTransaction, {
    transaction,
    chainId: 'eip155:84532',
    transactionOrigin: house.origin,
  });
  expect(inPanel).toBe(expected);
  expect(inPanel).toContain('Ends every MetaMask grant');
  await press(page, 'Cancel');
  await asked;
});

it('is the same for a signature', async () => {
  const typed = aBardoMessage(
    'PermissionRequest',
    { token: house.chain.usdc },
    {
      domain: { name: 'Bardo', version: '1', chainId: 84_532 },
    },
  );
  const asked = ask(page, 'eth_signTypedData_v4', [OWNER, JSON.stringify(typed)]);

  const inPanel = await shown('Signature request');

  const signature = { from: OWNER, data: typed, signatureMethod: 'eth_signTypedData_v4' };
  const expected = await wordsOf(HandlerType.OnSignature, {
    signature,
    signatureOrigin: house.origin,
  });
  expect(inPanel).toBe(expected);
  expect(inPanel).toContain('10 USDC/day for 7 days');
  await press(page, 'Cancel');
  await asked;
});
