// The demo wallet's panel in a page, and the site beside it: what a hand and a script can do there.
import type { Locator, Page } from 'playwright-core';

export function panelOf(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Demo wallet, not MetaMask' });
}

export type Reply = { result: unknown } | { error: { code: number; message: string } };

/** A request by the site; not awaited here when the owner has to answer first. */
export function ask(page: Page, method: string, params: unknown = []): Promise<Reply> {
  return page.evaluate(
    async (request) => {
      const { provider } = (window as unknown as { announced: { provider: Provider } }).announced;
      type Provider = { request: (asked: object) => Promise<unknown> };
      try {
        return { result: await provider.request(request) };
      } catch (error) {
        const { code, message } = error as { code: number; message: string };
        return { error: { code, message } };
      }
    },
    { method, params },
  );
}

export async function press(page: Page, name: string): Promise<void> {
  await panelOf(page).getByRole('button', { name, exact: true }).click();
}
