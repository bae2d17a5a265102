// The steps of a grant, as a page shows them, and the ways to them.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { runGrantWords } from '../../../../site/cards/run-grant.words';
import { answered } from '../../../../site/plane/plane';
import { pageWords } from '../../../../site/words/page.words';
import { currentStep, type Owner, openForm, press, signIn } from '../../browser/visit';

export const STEPS = runGrantWords.steps;

export async function permissionsOf({ plane, golem }: Owner) {
  return answered(await plane.ask('golem', { id: golem })).permissions;
}

export async function startGrant(owner: Owner): Promise<Page> {
  const page = await owner.visit();
  await signIn(page);
  await startHere(page, owner);
  return page;
}

export async function startHere(page: Page, owner: Owner): Promise<void> {
  await openForm(page, owner);
  await press(page, pageWords.askMetaMask);
}

export const waitStep = (page: Page, step: string) =>
  expect.poll(() => currentStep(page)).toBe(step);

/** The control plane's answer, altered on its way. */
export async function altered<T>(
  page: Page,
  path: string,
  alter: (answer: T) => void,
): Promise<void> {
  await page.route(path, async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as T;
    if (response.ok()) alter(json);
    await route.fulfill({ response, json });
  });
}
